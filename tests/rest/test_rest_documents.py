"""Documents over HTTP: added, listed page by page, looked at, drawn and deleted."""

from __future__ import annotations

import io
import time
from pathlib import Path
from urllib.parse import quote

import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from pincite.records.library import Identity, SearchHit
from pincite.service import Library
from tests.embedders import install
from tests.ingest.printed import lines, pdf
from tests.rest.servers import AGREEMENT, Here, served


def upload(here: Here, content: bytes, name: str = "agreement.txt", **more: object):
    return here.client.post("/v1/documents", files={"file": (name, content)}, **more)


def test_health_and_readiness_are_told_at_once(here: Here):
    assert here.client.get("/v1/health").json()["status"] == "ok"
    assert here.client.get("/v1/ready").json()["status"] == "ok"


def test_uploaded_file_is_held_and_can_be_asked(here: Here):
    added = upload(here, AGREEMENT.encode())

    assert added.status_code == 201
    assert added.json()["added"][0]["status"] == "added"
    answer = here.client.post("/v1/ask", json={"question": "What is the monthly fee?"}).json()
    assert answer["outcome"] == "answered"
    assert answer["items"][0]["evidence"][0]["name"] == "agreement.txt"


def test_unchanged_file_changes_nothing(here: Here):
    upload(here, AGREEMENT.encode())

    again = upload(here, AGREEMENT.encode())

    assert (again.status_code, again.json()["added"][0]["status"]) == (200, "unchanged")
    assert len(here.client.get("/v1/documents").json()["documents"]) == 1


def test_changed_file_is_a_new_version_of_its_name(here: Here):
    first = upload(here, AGREEMENT.encode()).json()["added"][0]

    second = upload(here, AGREEMENT.replace("4,500", "4,600").encode()).json()["added"][0]

    assert second["status"] == "updated"
    assert second["version"] != first["version"]
    assert here.client.get("/v1/documents").json()["documents"][0]["versions"] == 2


def test_file_that_is_too_large_for_memory_is_added_from_the_disk(here: Here):
    added = upload(here, AGREEMENT.encode() + b" " * 1_500_000)

    assert added.status_code == 201, added.text
    assert len(here.client.get("/v1/document/file", params={"name": "agreement.txt"}).content) > 1_500_000


def test_file_can_be_given_another_name(here: Here):
    added = upload(here, AGREEMENT.encode(), data={"name": "leases/main.txt"}).json()["added"][0]

    assert added["name"] == "leases/main.txt"
    found = here.client.get(f"/v1/document?name={quote('leases/main.txt')}")
    assert found.json()["name"] == "leases/main.txt"


@pytest.mark.parametrize(
    "name", ["a/b.txt", "pages/1.png", "a?b&c=d.txt", "100%25.txt", "pincite_a_b.txt", "Miete €.txt"]
)
def test_document_is_found_by_its_name_whatever_is_in_it(here: Here, name: str):
    here.add(name)

    assert here.client.get("/v1/document", params={"name": name}).json()["name"] == name
    assert here.client.get("/v1/document/text", params={"name": name}).json()["name"] == name
    assert here.client.delete("/v1/document", params={"name": name}).json()["versions"] == 1


def test_list_is_given_page_by_page(here: Here):
    for number in range(5):
        here.add(f"{number}.txt", f"Document number {number}.")
    pages, after = [], ""
    for _ in range(3):
        page = here.client.get("/v1/documents", params={"limit": 2, "after": after}).json()
        pages.append([each["name"] for each in page["documents"]])
        after = page["next"]

    assert pages == [["0.txt", "1.txt"], ["2.txt", "3.txt"], ["4.txt"]]
    assert after is None


def test_outline_tells_the_sections(here: Here):
    here.add()

    outline = here.client.get("/v1/document/outline?name=agreement.txt").json()

    assert [each["title"] for each in outline["sections"]] == ["1. Fees", "2. Term"]


def test_what_has_not_changed_is_not_sent_again(here: Here):
    here.add()
    first = here.client.get("/v1/document?name=agreement.txt")

    again = here.client.get(
        "/v1/document?name=agreement.txt", headers={"If-None-Match": first.headers["ETag"]}
    )

    assert (again.status_code, again.content) == (304, b"")
    here.add(text=AGREEMENT + "\n3. More\n\nThere is more.\n")
    changed = here.client.get(
        "/v1/document?name=agreement.txt", headers={"If-None-Match": first.headers["ETag"]}
    )
    assert changed.status_code == 200


@pytest.mark.parametrize("name", [".", "..", " .. ", "leases/../main.txt", "./main.txt"])
def test_name_that_no_address_can_say_is_refused(here: Here, name: str):
    refused = upload(here, AGREEMENT.encode(), data={"name": name})

    assert (refused.status_code, refused.json()["type"]) == (422, "urn:pincite:problem:WrongName")


def test_page_is_drawn_and_its_words_have_boxes(here: Here):
    content = pdf(lines("The monthly fee is EUR 4,500.00.", "It is paid at once."))
    upload(here, content, "fee.pdf")

    words = here.client.get("/v1/document/pages/1/words?name=fee.pdf").json()["words"]
    drawn = here.client.get("/v1/document/pages/1.png?name=fee.pdf")
    fee = next(each for each in words if each["text"].startswith("4,500"))
    marked = here.client.get(f"/v1/document/pages/1.png?name=fee.pdf&highlight={fee['start']}-{fee['end']}")

    assert [each["text"] for each in words][:3] == ["The", "monthly", "fee"]
    assert fee["x0"] < fee["x1"]
    assert fee["y0"] < fee["y1"]
    assert drawn.headers["content-type"] == "image/png"
    assert drawn.content[:8] == b"\x89PNG\r\n\x1a\n"
    assert marked.content != drawn.content
    kept = here.client.get(
        "/v1/document/pages/1.png?name=fee.pdf", headers={"If-None-Match": drawn.headers["ETag"]}
    )
    assert kept.status_code == 304


@pytest.mark.parametrize("size", [(595, 842), (1920, 1080), (4000, 6000)])
def test_picture_tells_the_size_of_its_page_so_that_boxes_can_be_placed(here: Here, size: tuple[int, int]):
    canvas = Canvas(drawn := io.BytesIO(), pagesize=size)
    canvas.setFont("Helvetica", size[0] / 40)
    canvas.drawString(size[0] * 0.5, size[1] * 0.5, "Halfway")
    canvas.save()
    upload(here, drawn.getvalue(), "large.pdf")

    picture = here.client.get("/v1/document/pages/1.png?name=large.pdf")
    (word,) = here.client.get("/v1/document/pages/1/words?name=large.pdf").json()["words"]

    width, height = map(float, picture.headers["Pincite-Page-Points"].split("x"))
    assert (width, height) == size
    image = Image.open(io.BytesIO(picture.content)).convert("L").point(lambda value: 255 * (value < 128))
    left, top, right, bottom = image.getbbox() or (0, 0, 0, 0)
    assert word["x0"] / width * image.width == pytest.approx(left, abs=4)
    assert word["x1"] / width * image.width == pytest.approx(right, abs=4)
    assert word["y0"] / height * image.height < top + 2
    assert word["y1"] / height * image.height > bottom - 2
    read = here.client.get("/v1/document/pages/1.png?name=large.pdf&marks=read")
    assert "Pincite-Page-Points" not in read.headers


def test_page_that_is_not_there_is_not_found(here: Here):
    upload(here, pdf(lines("One page.")), "fee.pdf")

    for path in ("/v1/document/pages/9.png?name=fee.pdf", "/v1/document/pages/9/words?name=fee.pdf"):
        assert here.client.get(path).status_code == 404


def test_document_without_printed_pages_has_no_picture_of_one(here: Here):
    here.add()

    refused = here.client.get("/v1/document/pages/1.png?name=agreement.txt")

    assert refused.status_code == 422
    assert "no printed pages" in refused.json()["detail"]


def test_file_comes_back_as_it_was_added_and_only_to_be_saved(here: Here):
    upload(here, b"<script>alert(1)</script> The fee is EUR 5.", "page.html")

    file = here.client.get("/v1/document/file?name=page.html")

    assert file.content == b"<script>alert(1)</script> The fee is EUR 5."
    assert file.headers["content-type"] == "application/octet-stream"
    assert file.headers["content-disposition"].startswith("attachment; ")


def test_deleted_document_is_gone(here: Here):
    here.add()

    gone = here.client.delete("/v1/document?name=agreement.txt")

    assert gone.json() == {"name": "agreement.txt", "versions": 1}
    assert here.client.get("/v1/document?name=agreement.txt").status_code == 404
    assert here.client.delete("/v1/document?name=agreement.txt").status_code == 404


def test_words_are_searched_in_all_documents(here: Here):
    here.add()

    hits = here.client.get("/v1/search", params={"words": "written notice"}).json()["hits"]

    assert hits[0]["text"].startswith("Either party")


def test_search_leaves_out_what_is_deleted_while_it_searches(here: Here, monkeypatch: pytest.MonkeyPatch):
    here.add("kept.txt")
    here.add("deleted.txt")
    search = Library.search

    def meanwhile(library: Library, *asked: object) -> list[SearchHit]:
        found = search(library, *asked)  # type: ignore[arg-type]  # as it was called
        here.library.forget("deleted.txt")
        return found

    monkeypatch.setattr(Library, "search", meanwhile)
    sent = here.client.get("/v1/search", params={"words": "written notice"})

    assert sent.status_code == 200
    assert {each["name"] for each in sent.json()["hits"]} == {"kept.txt"}


@pytest.mark.parametrize("part", ["", "/text", "/outline", "/pages/1/words", "/pages/1.png"])
def test_document_that_is_deleted_while_it_is_looked_at_is_not_found(
    here: Here, monkeypatch: pytest.MonkeyPatch, part: str
):
    here.add()
    current = Library.current

    def meanwhile(library: Library, name: str) -> Identity:
        monkeypatch.setattr(Library, "current", current)
        found = current(library, name)
        here.library.forget(name)
        return found

    monkeypatch.setattr(Library, "current", meanwhile)
    assert here.client.get(f"/v1/document{part}?name=agreement.txt").status_code == 404


def test_file_that_cannot_be_read_is_a_problem_that_names_it(here: Here):
    refused = upload(here, b"%PDF-1.7 and then nothing", "broken.pdf")

    assert refused.status_code == 422
    assert refused.headers["content-type"] == "application/problem+json"
    assert "broken.pdf" in refused.json()["detail"]
    assert here.client.get("/v1/documents").json()["total"] == 0


def test_empty_file_is_refused(here: Here):
    assert upload(here, b"", "empty.txt").status_code == 422


def test_files_whose_long_names_begin_alike_are_two_documents(here: Here):
    names = [f"{'Lease of the mill house and its garden, ' * 4}{year}.txt" for year in (2024, 2025)]
    sent = [upload(here, AGREEMENT.encode() + name.encode(), name) for name in names]

    assert [each.json()["added"][0]["status"] for each in sent] == ["added", "added"]
    assert [each["name"] for each in here.client.get("/v1/documents").json()["documents"]] == names


@pytest.mark.parametrize("name", [".", "..", " ", "a/..", "\u202e"])
def test_name_of_which_nothing_is_left_is_refused(here: Here, name: str):
    refused = upload(here, AGREEMENT.encode(), name)

    assert refused.status_code == 422
    assert refused.json()["type"].endswith("WrongName")


def test_file_without_a_name_is_refused(here: Here):
    body = b'--b\r\nContent-Disposition: form-data; name="file"; filename=""\r\n\r\nThe fee.\r\n--b--\r\n'
    kind = {"Content-Type": "multipart/form-data; boundary=b"}

    refused = here.client.post("/v1/documents", content=body, headers=kind)

    assert refused.status_code == 400
    assert "no name" in refused.json()["detail"]


def test_uploaded_document_gets_its_vectors_behind_the_requests(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    install(tmp_path / "site", monkeypatch)
    monkeypatch.setenv("PINCITE_EMBEDDER", "hashing")
    monkeypatch.setenv("PINCITE_LOCAL_MODELS", "true")
    with served(folder) as here:
        upload(here, AGREEMENT.encode())
        give_up = time.monotonic() + 60
        while (pending := here.library.pending()) and time.monotonic() < give_up:
            time.sleep(0.05)

    assert pending == []


def test_collections_say_what_the_key_may_do_in_them(here: Here):
    assert here.client.get("/v1/collections").json()["right"] == "admin"
    for right in ("read", "write", "admin"):
        sent = here.client.get("/v1/collections", headers=here.with_key(right))
        assert sent.json()["right"] == right


def test_collections_are_those_that_hold_documents_and_that_the_key_opens(here: Here):
    here.add()
    here.add(collection="leases")
    here.add("second.txt", collection="leases")

    everybody = here.client.get("/v1/collections").json()
    assert [(each["name"], each["documents"]) for each in everybody["collections"]] == [
        ("default", 1),
        ("leases", 2),
    ]
    assert everybody["chosen"] == "default"

    scoped = here.client.get("/v1/collections", headers=here.with_key("read", "leases")).json()
    assert [each["name"] for each in scoped["collections"]] == ["leases"]
    assert scoped["chosen"] == "leases"


def test_purge_erases_what_was_asked_and_plain_deletion_does_not(here: Here):
    here.add()
    asked = {"question": "What is the monthly fee?"}
    first = here.client.post("/v1/ask", json=asked).json()["run"]

    here.client.delete("/v1/document?name=agreement.txt")
    assert here.client.get(f"/v1/runs/{first}").status_code == 200

    again = here.client.delete("/v1/document?name=agreement.txt&purge=true")
    assert (again.status_code, again.json()["versions"]) == (200, 0)
    gone = here.client.get(f"/v1/runs/{first}")
    assert gone.status_code == 404
    assert "erased" in gone.json()["detail"]


@pytest.mark.parametrize(
    ("sent", "name"),
    [
        ('filename="say %22yes%22.txt"', 'say "yes".txt'),
        ('filename="say \\"yes\\".txt"', 'say "yes".txt'),
        ('filename="Mietübersicht €.txt"', "Mietübersicht €.txt"),
        ('filename="../../evil.txt"', "evil.txt"),
        ("filename=\"plain.txt\"; filename*=UTF-8''other.txt", "plain.txt"),
        ('filename="a%0D%0Ab.txt"', "a b.txt"),
    ],
)
def test_name_of_a_file_is_read_as_browsers_and_programs_write_it(here: Here, sent: str, name: str):
    body = f'--b\r\nContent-Disposition: form-data; name="file"; {sent}\r\n\r\n{AGREEMENT}\r\n--b--\r\n'
    kind = {"Content-Type": "multipart/form-data; boundary=b"}

    added = here.client.post("/v1/documents", content=body.encode(), headers=kind)

    assert added.json()["added"][0]["name"] == name


@pytest.mark.parametrize(
    ("name", "header"),
    [
        ("lease.txt", 'attachment; filename="lease.txt"'),
        ("leases/2026/a b.txt", 'attachment; filename="a b.txt"'),
        ('say "yes".txt', "attachment; filename=\"say _yes_.txt\"; filename*=UTF-8''say%20%22yes%22.txt"),
        ("Miete €.txt", "attachment; filename=\"Miete _.txt\"; filename*=UTF-8''Miete%20%E2%82%AC.txt"),
        ("a; b=c.txt", "attachment; filename=\"a_ b_c.txt\"; filename*=UTF-8''a%3B%20b%3Dc.txt"),
    ],
)
def test_file_is_saved_under_its_name_whatever_is_in_it(here: Here, name: str, header: str):
    here.add(name)

    file = here.client.get(f"/v1/document/file?name={quote(name)}")

    assert file.headers["Content-Disposition"] == header
