"""A large matrix is written wherever it is asked for: in a forked process, and while the interpreter ends."""

import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from posenc_core import Sinusoidal
from posenc_core.foundation import phasors

ROOT = Path(__file__).parents[2]

FORKED = """
import os, signal, sys
import numpy as np
from posenc_core import Sinusoidal
expected = Sinusoidal().encode(range(4096), 512)
child = os.fork()
if not child:
    signal.alarm(30)
    os._exit(0 if np.array_equal(Sinusoidal().encode(range(4096), 512), expected) else 1)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""

THREAD = """
import threading
from posenc_core import Sinusoidal
begun = threading.Event()
def work():
    for _ in range(20):
        Sinusoidal().encode(range(4096), 512)
        begun.set()
threading.Thread(target=work, daemon={daemon}).start()
begun.wait()
"""

LAST = """
from posenc_core import Sinusoidal
Sinusoidal().encode(range(4), 512)
class Last:
    def __del__(self):
        print(Sinusoidal().encode(range(4096), 512).shape)
last = Last()
"""

ATEXIT = """
import atexit
from posenc_core import Sinusoidal
atexit.register(lambda: print(Sinusoidal().encode(range(4096), 512).shape))
"""


def run(program):
    return subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60)


def test_a_forked_process_encodes_after_its_parent_did():
    assert run(FORKED).returncode == 0


@pytest.mark.parametrize("daemon", [False, True])
def test_a_thread_encodes_while_the_interpreter_ends(daemon):
    found = run(THREAD.format(daemon=daemon))
    assert (found.returncode, found.stderr) == (0, "")


@pytest.mark.parametrize("program", [LAST, ATEXIT], ids=["finalizer", "atexit"])
def test_the_last_act_of_a_program(program):
    found = run(program)
    assert (found.returncode, found.stdout, found.stderr) == (0, "(4096, 512)\n", "")


def test_where_no_thread_starts_one_does_it_all(monkeypatch):
    def refused(thread):
        raise RuntimeError("can't start new thread")

    expected = Sinusoidal().encode(range(7, 5008), 64)
    monkeypatch.setattr(phasors, "MIN_THREADED_BYTES", 1)
    monkeypatch.setattr(threading.Thread, "start", refused)
    np.testing.assert_array_equal(Sinusoidal().encode(range(7, 5008), 64), expected)


@pytest.mark.parametrize("start", [0, 50])
def test_a_half_that_fails_is_heard_of(monkeypatch, start):
    def failing(pairs, frequencies, first):
        if first == start:
            raise MemoryError("no room")

    monkeypatch.setattr(phasors, "MIN_THREADED_BYTES", 1)
    monkeypatch.setattr(phasors, "_fill", failing)
    with pytest.raises(MemoryError, match="no room"):
        phasors.fill(np.empty((100, 3), complex), np.ones(3), 0)
