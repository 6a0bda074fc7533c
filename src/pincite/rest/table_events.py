"""Tell a caller who waits for a table how far it is: server-sent events, the last of them the table."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable

from fastapi import Request
from starlette.exceptions import HTTPException

from pincite.answer.document_tables import Table
from pincite.errors import PinciteError
from pincite.jobs.pending import Progress
from pincite.rest.callers import Place
from pincite.rest.problems import bug, problem_of, problem_of_error, request_id
from pincite.rest.table_forms import TableProgress

MEDIA_TYPE = "text/event-stream"
_SECONDS_BETWEEN_LOOKS = 0.25
_LOOKS_PER_SIGN_OF_LIFE = 40
Tell = Callable[[Progress], None]


async def table_events(
    request: Request, place: Place, make: Callable[[threading.Event, Tell], Table]
) -> AsyncIterator[str]:
    """An event `progress` whenever a cell is done, then `table`, or `problem` where there is none."""
    latest: deque[Progress] = deque(maxlen=1)
    doing = asyncio.ensure_future(place.desk.run_for(request, lambda left: make(left, latest.append)))
    told: Progress | None = None
    looks = 0
    while not doing.done():
        now = latest[0] if latest else None
        if now and now != told:
            told = now
            yield _event("progress", _form(now).model_dump_json())
        elif looks % _LOOKS_PER_SIGN_OF_LIFE == 0:
            yield ": still here\n\n"
        looks += 1
        await asyncio.wait({doing}, timeout=_SECONDS_BETWEEN_LOOKS)
    yield _ended(doing, request_id(request), str(place.desk.main.settings.library))


def _ended(doing: asyncio.Future[Table], request: str, library: str) -> str:
    try:
        return _event("table", doing.result().to_json())
    except PinciteError as error:
        problem = problem_of_error(error, request, library)
    except HTTPException as refused:
        problem = problem_of(refused, request)
    except Exception:  # its headers are sent: as everywhere, a bug is told as one and says nothing of itself
        problem = problem_of(bug(), request)
    return _event("problem", bytes(problem.body).decode())


def _event(name: str, content: str) -> str:
    lines = "".join(f"data: {line}\n" for line in content.splitlines())
    return f"event: {name}\n{lines}\n"


def _form(now: Progress) -> TableProgress:
    return TableProgress(document=now.name, cells=now.made, of_cells=now.total, seconds_left=now.seconds_left)
