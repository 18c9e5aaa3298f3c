"""Large matrices in a forked process, and while the interpreter exits."""

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
    process = run(THREAD.format(daemon=daemon))
    assert (process.returncode, process.stderr) == (0, "")


@pytest.mark.parametrize("program", [LAST, ATEXIT], ids=["finalizer", "atexit"])
def test_encoding_in_an_exit_handler(program):
    process = run(program)
    assert (process.returncode, process.stdout, process.stderr) == (0, "(4096, 512)\n", "")


def test_without_threads_the_main_thread_computes_everything(monkeypatch):
    def refuse(thread):
        raise RuntimeError("can't start new thread")

    expected = Sinusoidal().encode(range(7, 5008), 64)
    monkeypatch.setattr(phasors, "MIN_THREADED_BYTES", 1)
    monkeypatch.setattr(threading.Thread, "start", refuse)
    np.testing.assert_array_equal(Sinusoidal().encode(range(7, 5008), 64), expected)


@pytest.mark.parametrize("start", [0, 50])
def test_an_error_in_a_thread_is_raised(monkeypatch, start):
    def fail(pairs, frequencies, first):
        if first == start:
            raise MemoryError("no room")

    monkeypatch.setattr(phasors, "MIN_THREADED_BYTES", 1)
    monkeypatch.setattr(phasors, "_fill", fail)
    with pytest.raises(MemoryError, match="no room"):
        phasors.fill(np.empty((100, 3), complex), np.ones(3), 0)
