"""Say of quotes whether other tools take them for genuine, for `verify_rows.py` and with the peers' Python.

It reads lines of {"quote", "text"} and writes for each {"langextract": true, "instructor": false}; null
where a tool is not installed.
"""

from __future__ import annotations

import json
import sys

from matchers import Matcher, instructor, langextract, quiet

PEERS = {"langextract": langextract, "instructor": instructor}


def main() -> None:
    quiet()
    loaded: dict[str, Matcher | None] = {}
    for name, make in PEERS.items():
        try:
            loaded[name] = make()
        except ImportError:
            loaded[name] = None
    for line in sys.stdin:
        asked = json.loads(line)
        said = {name: _accepts(accepts, asked) for name, accepts in loaded.items()}
        print(json.dumps(said), flush=True)


def _accepts(accepts: Matcher | None, asked: dict[str, str]) -> bool | None:
    return None if accepts is None else accepts(asked["quote"], asked["text"])


if __name__ == "__main__":
    main()
