"""The image, compose, Kubernetes and Spaces: valid, of one mind, and careful."""

import fnmatch
import re
import tomllib
import urllib.error
import urllib.request
from pathlib import Path

import kubernetes_validate
import pytest
import yaml
from websockets.sync.client import connect

from tests.browser.serving import server

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
DOCKERFILE = re.sub(r"\\\n\s*", "", (DEPLOY / "Dockerfile").read_text())
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
OBJECTS = list(yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text()))
REPLICAS = {name: service for name, service in COMPOSE["services"].items() if name != "nginx"}


def instructions(name: str) -> list[str]:
    return re.findall(rf"^{name} (.*)$", DOCKERFILE, re.MULTILINE)


def variables() -> dict[str, str]:
    return dict(pair.split("=", 1) for line in instructions("ENV") for pair in line.split())


PORT = int(variables()["STREAMLIT_SERVER_PORT"])


def one(kind: str) -> dict:
    (found,) = [thing for thing in OBJECTS if thing["kind"] == kind]
    return found


POD = one("Deployment")["spec"]["template"]["spec"]
(CONTAINER,) = POD["containers"]
PROBES = {name: CONTAINER[f"{name}Probe"]["httpGet"] for name in ("startup", "readiness", "liveness")}


def notes() -> dict[str, str]:
    """The annotations of the Ingress, without the controller's name."""
    return {name.partition("/")[2]: value for name, value in one("Ingress")["metadata"]["annotations"].items()}


# ------------------------------------------------------------------------------------------------------- the image


def test_the_base_is_one_exact_version():
    outside = [name for name in instructions("FROM") if not name.startswith("base")]
    assert [bool(re.match(r"python:3\.11\.\d+-slim-bookworm\b", name)) for name in outside] == [True]


def test_the_packages_are_the_locked_ones():
    (install,) = [line for line in instructions("RUN") if "install" in line]
    assert {"--require-hashes", "--no-cache-dir", "requirements.txt"} <= set(install.split())


def test_what_is_copied_is_there_and_let_through():
    copied = [line.split() for line in instructions("COPY") if "--from" not in line]
    sources = {source for *found, _ in copied for source in found}
    rules = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and line[0] != "#"]
    assert rules[0] == "*"
    assert {rule[1:] for rule in rules if rule.startswith("!")} == sources
    assert all((ROOT / source).exists() for source in sources)
    for kept_out in ("dashboard/views/__pycache__", ".streamlit/secrets.toml"):
        assert any(fnmatch.fnmatch(kept_out, rule) for rule in rules[1:])


def test_it_runs_as_a_number_that_is_not_root_and_writes_nothing():
    (user,) = instructions("USER")
    assert user == f"{POD['securityContext']['runAsUser']}:{POD['securityContext']['runAsGroup']}"
    assert all(int(number) >= 10000 for number in user.split(":"))
    assert variables()["PYTHONDONTWRITEBYTECODE"] == "1"
    assert variables()["HOME"] == "/tmp"
    assert "compileall" in DOCKERFILE


def test_it_says_whether_it_is_well():
    (check,) = instructions("HEALTHCHECK")
    assert "/_stcore/health" in check
    assert "STREAMLIT_SERVER_PORT" in check
    assert instructions("EXPOSE") == ["$STREAMLIT_SERVER_PORT"]


def test_its_command_is_the_process_itself():
    (command,) = instructions("CMD")
    *first, address, headless = yaml.safe_load(command)
    assert first == ["streamlit", "run", "dashboard/app.py"]
    assert not instructions("ENTRYPOINT")
    # what holds everywhere stands in the configuration, which is copied
    assert (address, headless) == ("--server.address=0.0.0.0", "--server.headless=true")
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text())["server"]
    assert not {"address", "headless"} & set(config)
    assert config["fileWatcherType"] == "none"


# --------------------------------------------------------------------------------------------------------- compose


def test_compose_names_files_that_are_there():
    for service in COMPOSE["services"].values():
        if "build" in service:
            context = (DEPLOY / service["build"]["context"]).resolve()
            assert context == ROOT
            assert (context / service["build"]["dockerfile"]).is_file()
        for volume in service.get("volumes", []):
            source, _, mode = volume.split(":")
            assert (DEPLOY / source).is_file()
            assert mode == "ro"


@pytest.mark.parametrize("name", COMPOSE["services"])
def test_every_service_may_do_little(name):
    service = COMPOSE["services"][name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["restart"] == "unless-stopped"
    assert service["tmpfs"].startswith("/tmp:size=")
    assert "mem_limit" in service


def test_nginx_knows_every_replica_and_no_one_else_reaches_them():
    servers = re.findall(r"^server (\S+):(\d+) ", (DEPLOY / "upstreams.compose.conf").read_text(), re.MULTILINE)
    assert servers == [(name, str(PORT)) for name in REPLICAS]
    assert set(COMPOSE["services"]["nginx"]["depends_on"]) == set(REPLICAS)
    assert COMPOSE["networks"]["inside"]["internal"] is True
    addresses = [service["networks"]["inside"]["ipv4_address"] for service in REPLICAS.values()]
    assert len(set(addresses)) == len(REPLICAS)
    for service in REPLICAS.values():
        assert list(service["networks"]) == ["inside"]
        assert "ports" not in service


def test_nginx_listens_where_compose_looks():
    (listening,) = re.findall(r"listen (\d+) default_server", (DEPLOY / "nginx.conf").read_text())
    nginx = COMPOSE["services"]["nginx"]
    assert nginx["ports"] == [f"0.0.0.0:80:{listening}"]
    assert f":{listening}/" in nginx["healthcheck"]["test"][-1]


def test_nginx_may_write_at_its_prefix():
    nginx = COMPOSE["services"]["nginx"]
    prefix = nginx["entrypoint"][nginx["entrypoint"].index("-p") + 1]
    assert nginx["tmpfs"].startswith(f"{prefix}:")


def test_https_takes_the_lines_that_tls_conf_names():
    tls, config = (DEPLOY / "tls.conf").read_text(), (DEPLOY / "nginx.conf").read_text()
    (line,) = re.findall(r"uncomment `(.*?)`", tls)
    assert config.count(f"# {line}\n") == 1
    text, count = re.subn(r"# (- .*)  # HTTPS\n", r"\1\n", (DEPLOY / "compose.yaml").read_text())
    assert (count, "the three lines marked HTTPS" in tls) == (3, True)
    with_https, without = (found["services"]["nginx"] for found in (yaml.safe_load(text), COMPOSE))
    (listening,) = re.findall(r"^listen (\d+) ssl", tls, re.MULTILINE)
    assert set(with_https["ports"]) - set(without["ports"]) == {f"0.0.0.0:443:{listening}"}
    # where nginx looks for what its configuration names
    (place,) = re.findall(r"nginx\.conf:(.*)/nginx\.conf", " ".join(without["volumes"]))
    added = {volume.split(":")[1] for volume in {*with_https["volumes"]} - {*without["volumes"]}}
    named = {line.split()[1].rstrip(";"), *(name.split("/")[0] for name in re.findall(r"_key (\S+);", tls))}
    assert added == {f"{place}/{name}" for name in named}
    assert f"user {with_https['user'].split(':')[0]}." in tls
    # a key is not committed by accident
    assert "tls/" in (DEPLOY / ".gitignore").read_text().splitlines()


def test_the_same_rules_on_loopback_and_in_compose():
    rules = [
        re.findall(r"^server \S+ (.*)$", (DEPLOY / name).read_text(), re.MULTILINE)
        for name in ("upstreams.conf", "upstreams.compose.conf")
    ]
    assert rules[0] == rules[1]


# ------------------------------------------------------------------------------------------------------ Kubernetes


@pytest.mark.parametrize("thing", OBJECTS, ids=lambda thing: thing["kind"])
def test_kubernetes_would_take_it(thing):
    kubernetes_validate.validate(thing, kubernetes_validate.latest_version(), strict=True)


def test_the_probes_ask_what_they_mean():
    assert {name: probe["path"] for name, probe in PROBES.items()} == {
        "startup": "/ready",
        "readiness": "/_stcore/health",
        "liveness": "/_stcore/health",
    }
    assert {probe["port"] for probe in PROBES.values()} == {"http"}


def test_a_full_pod_keeps_its_visitors_and_sends_newcomers_on():
    def status(path: str) -> int:
        try:
            with urllib.request.urlopen(app.url.rstrip("/") + path, timeout=60) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            return error.code

    with server(environment={"POSENC_VISITORS": "1"}) as app:
        line = f"{app.url.replace('http', 'ws', 1).rstrip('/')}/_stcore/stream"
        with connect(line, origin=app.url.rstrip("/"), subprotocols=["streamlit"], proxy=None):
            found = status("/")
            assert f"http_{found}" in notes()["proxy-next-upstream"].split()
            assert notes()["session-cookie-change-on-failure"] == "true"
            for name in ("readiness", "liveness"):
                assert status(PROBES[name]["path"]) == 200, name


def test_the_pod_may_do_little():
    assert POD["securityContext"]["runAsNonRoot"] is True
    assert POD["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    assert CONTAINER["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert POD["automountServiceAccountToken"] is False
    assert [mount["mountPath"] for mount in CONTAINER["volumeMounts"]] == [variables()["HOME"]]
    assert all("sizeLimit" in volume["emptyDir"] for volume in POD["volumes"])


def test_one_memory_limit_everywhere():
    assert CONTAINER["resources"]["limits"]["memory"] == "1Gi"
    assert {service["mem_limit"] for service in REPLICAS.values()} == {"1g"}


def test_ports_agree():
    ports = {port["name"]: port["containerPort"] for port in CONTAINER["ports"]}
    environment = {variable["name"]: variable["value"] for variable in CONTAINER["env"]}
    assert ports == {"http": PORT, "metrics": int(environment["POSENC_METRICS_PORT"])}
    metrics = one("Deployment")["spec"]["template"]["metadata"]["annotations"]
    assert metrics["prometheus.io/port"] == str(ports["metrics"])
    first, *_ = re.findall(r"^server 127\.0\.0\.1:(\d+) ", (DEPLOY / "upstreams.conf").read_text(), re.MULTILINE)
    assert int(first) == PORT
    assert f"app_port: {PORT}\n" in (DEPLOY / "huggingface.md").read_text()


def test_visitors_reach_the_pages_and_not_the_metrics():
    (port,) = one("Service")["spec"]["ports"]
    assert port["targetPort"] == "http"
    (rule,) = one("Ingress")["spec"]["rules"]
    (path,) = rule["http"]["paths"]
    assert path["backend"]["service"] == {"name": one("Service")["metadata"]["name"], "port": {"name": port["name"]}}
    assert one("Ingress")["spec"]["tls"][0]["hosts"] == [rule["host"]]


def test_everything_means_the_same_pods():
    labels = one("Deployment")["spec"]["template"]["metadata"]["labels"]
    assert one("Service")["spec"]["selector"] == labels
    for kind in ("Deployment", "PodDisruptionBudget"):
        assert one(kind)["spec"]["selector"]["matchLabels"] == labels
    assert one("NetworkPolicy")["spec"]["podSelector"]["matchLabels"] == labels
    assert one("HorizontalPodAutoscaler")["spec"]["scaleTargetRef"]["name"] == one("Deployment")["metadata"]["name"]


def test_visitors_are_not_moved_without_need():
    deployment, scaler = one("Deployment")["spec"], one("HorizontalPodAutoscaler")["spec"]
    # a number here would undo the autoscaler's at every apply
    assert "replicas" not in deployment
    assert scaler["minReplicas"] >= 3
    assert scaler["behavior"]["scaleDown"]["stabilizationWindowSeconds"] >= 1800
    assert deployment["strategy"]["rollingUpdate"]["maxUnavailable"] == 0
    assert (notes()["affinity"], notes()["affinity-mode"]) == ("cookie", "persistent")
    assert int(notes()["proxy-read-timeout"]) >= 3600


def test_the_edges_have_the_same_limits():
    config = (DEPLOY / "nginx.conf").read_text()
    for name, pattern in (
        ("limit-connections", r"limit_conn connections (\d+);"),
        ("proxy-read-timeout", r"proxy_read_timeout (3\d+)s;"),
        ("proxy-body-size", r"client_max_body_size (\w+);"),
        ("session-cookie-name", r"map \$cookie_(\w+) \$visitor"),
        ("proxy-next-upstream", r"proxy_next_upstream (error timeout http_502.*);"),
    ):
        assert set(re.findall(pattern, config)) == {notes()[name]}, name


# --------------------------------------------------------------------------------------------------- Hugging Face


def test_the_front_matter_of_a_space_is_valid():
    text = (DEPLOY / "huggingface.md").read_text()
    (front,) = re.findall(r"```yaml\n---\n(.*?)---\n```", text, re.DOTALL)
    found = yaml.safe_load(front)
    assert found["sdk"] == "docker"
    assert found["license"] == "mit"
    for name in re.findall(r"`([\w./]+)`", text.partition("```")[0]):
        assert (ROOT / name).exists() or name in ("Dockerfile", "README.md"), name
