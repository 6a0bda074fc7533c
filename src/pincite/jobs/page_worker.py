"""The second reading process: reads the pages of one PDF from the last one on backwards, until it is ended.

Started by `second_reader` as `python -m pincite.jobs.page_worker`, and of no use by hand.
"""

from __future__ import annotations

import contextlib
import faulthandler
import json
import os
import pickle
import sys

import pypdfium2 as pdfium

from pincite.ingest.pdf.each_page import sheets_of
from pincite.ingest.pdf.opening import unlocked
from pincite.jobs.second_reader import HEAD_BYTES

_OUTPUT, _ERRORS = 1, 2
# The reading process is given less for a page, and ends this one. This is for a page that never ends while
# nobody is left to do so.
_SECONDS_FOR_A_PAGE = 600


def main() -> None:
    with open(os.dup(_OUTPUT), "wb", buffering=0) as output, open(os.devnull, "w") as nowhere:
        os.dup2(_ERRORS, _OUTPUT)  # whatever a parser prints is not a page
        job = sys.stdin.buffer.read()
        start = HEAD_BYTES + int.from_bytes(job[:HEAD_BYTES], "little")
        password, content = json.loads(job[HEAD_BYTES:start])["password"], job[start:]
        document = unlocked(content, password)
        with sheets_of(document, content, password) as sheets:
            for index in reversed(range(len(document))):
                faulthandler.dump_traceback_later(_SECONDS_FOR_A_PAGE, exit=True, file=nowhere)
                sheet = pickle.dumps(sheets.read(index), pickle.HIGHEST_PROTOCOL)
                head = (number.to_bytes(HEAD_BYTES, "little") for number in (index, len(sheet)))
                unsent = memoryview(b"".join((*head, sheet)))
                while unsent:
                    unsent = unsent[output.write(unsent) :]


if __name__ == "__main__":
    # What is wrong with the file shows in the process that started this one and reads it as well.
    with contextlib.suppress(pdfium.PdfiumError, BrokenPipeError):
        main()
