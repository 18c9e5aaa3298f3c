import pytest

from tests.browser.serving import server


@pytest.fixture(scope="session")
def app():
    """One server for all the hostile visitors, which must outlive them."""
    with server() as found:
        yield found
        assert found.process.poll() is None, "the server has ended"
        assert not found.errors


@pytest.fixture(scope="session")
def url(app):
    return app.url


@pytest.fixture(scope="session")
def address(url):
    return url
