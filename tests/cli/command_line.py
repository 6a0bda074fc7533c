"""Run `pincite` as a user does, in a process of its own or, where that makes no difference, in this one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from typer.testing import CliRunner

from pincite.cli.main import app

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
AGREEMENT = """\
SERVICES AGREEMENT

1. Fees

The Customer shall pay the Supplier a monthly fee of
EUR 48,500.00, exclusive of value added tax.

2. Termination

Either party may terminate this agreement by giving at least 60 days
written notice to the other party.
"""


@dataclass(frozen=True, slots=True)
class Result:
    """What a run left behind."""

    code: int
    stdout: str
    stderr: str


@dataclass(frozen=True, slots=True)
class CommandLine:
    """The command line with a library and a home of its own."""

    folder: Path
    environment: dict[str, str] = field(default_factory=dict)
    address: str = ""
    """Of a library that is in no folder."""

    @property
    def library(self) -> Path:
        return self.folder / "library"

    def file(self, name: str, text: str = AGREEMENT) -> str:
        """A text file, and its path for the command line."""
        path = self.folder / name
        path.write_text(text, "utf-8")
        return str(path)

    def __call__(self, *arguments: str, typed: str = "") -> Result:
        """Run in this process."""
        return self.without_library("--library", self.address or str(self.library), *arguments, typed=typed)

    def without_library(self, *arguments: str, typed: str = "") -> Result:
        """Run in this process and name no library, so that the one at home is meant."""
        result = CliRunner().invoke(app, arguments, input=typed, env=self._variables())
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Result(result.exit_code, result.stdout, result.stderr)

    def run(self, *arguments: str, **environment: str) -> Result:
        """Run in a process of its own."""
        process = self.start(*arguments, **environment)
        stdout, stderr = process.communicate(timeout=60)
        return Result(process.returncode, stdout, stderr)

    def start(
        self,
        *arguments: str,
        stdin: int = subprocess.DEVNULL,
        stdout: int = subprocess.PIPE,
        **environment: str,
    ) -> subprocess.Popen[str]:
        path = {"PYTHONPATH": f"{SOURCE}{os.pathsep}{ROOT}"}
        inherited = {name: value for name, value in os.environ.items() if name != "PINCITE_ISOLATED"}
        return subprocess.Popen(
            [
                sys.executable,
                "-m",
                "pincite.cli.main",
                "--library",
                self.address or str(self.library),
                *arguments,
            ],
            stdout=stdout,
            stderr=subprocess.PIPE,
            stdin=stdin,
            encoding="utf-8",
            cwd=self.folder,
            env=inherited | self._variables() | path | environment,
            # A shell starts its background jobs deaf to Ctrl-C, and the tests may be one of them.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )

    def _variables(self) -> dict[str, str]:
        home = {f"XDG_{kind}_HOME": str(self.folder / kind.lower()) for kind in ("CONFIG", "DATA", "CACHE")}
        return home | {"COLUMNS": "80", "PYTHONUTF8": "0"} | self.environment
