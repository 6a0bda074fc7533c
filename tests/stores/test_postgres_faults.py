"""What a library in PostgreSQL says when its server, its address or the rights of the user are wrong."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest
from tests.postgres_server import Server
from tests.stores.raw_rows import change, stored
from tests.stores.recorded import make_run
from tests.stores.store_documents import make_entry

from pincite.errors import InputError, MissingExtra, StoreError
from pincite.stores import postgres_database
from pincite.stores.library_store import LibraryStore
from pincite.stores.opening import has_library, open_store
from pincite.stores.place import PostgresUrl, place_of


@pytest.fixture
def database(postgres: Server, empty_library: str) -> Iterator[str]:
    """The name of a database with an empty library."""
    name = postgres.fresh(empty_library)
    yield name
    postgres.drop(name)


@pytest.fixture
def url(postgres: Server, database: str) -> PostgresUrl:
    return PostgresUrl(postgres.url(database))


def refused(url: str) -> StoreError:
    """The error of opening a library, which a command ends with as exit code 5."""
    with pytest.raises(StoreError) as caught:
        open_store(PostgresUrl(url), print)
    assert caught.value.exit_code == 5
    assert "s3cret" not in str(caught.value)
    assert caught.value.hint
    return caught.value


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("postgresql://anna@127.0.0.1:1/library", "nothing answers on that port"),
        ("postgresql://anna@no-such-host.invalid/library", "cannot be reached"),
        ("postgresql:///library?host=/no/such/folder", "no socket of a server"),
        ("postgresql://anna:s3cret/more@127.0.0.1/library", "cannot be"),
        ("postgresql://anna:s3cret@more@127.0.0.1:1/library", "cannot be reached"),
        ("postgresql://anna:s3cret@127.0.0.1:port/library", "cannot be"),
        ("postgresql://anna:s3cret@127.0.0.1/library?colour=blue", "cannot be used"),
        ("postgresql://", "cannot be reached"),
        ("postgres://%zz:s3cret@127.0.0.1:1/library", "cannot be used"),
    ],
)
def test_wrong_address_is_told_without_its_password(url: str, said: str):
    assert said in refused(url).message


@pytest.mark.parametrize(
    "address",
    [
        "mysql://anna:s3cret@127.0.0.1/library",
        "postgresql+psycopg://anna:s3cret@127.0.0.1/library",
        "postgresql:/anna:s3cret@127.0.0.1/library",
        "host=127.0.0.1 dbname=library user=anna password=s3cret",
    ],
)
def test_address_of_another_form_is_refused_and_never_taken_for_a_folder(address: str):
    with pytest.raises(StoreError) as caught:
        place_of(address)

    assert "s3cret" not in str(caught.value)
    assert "postgresql://USER@HOST/DATABASE" in caught.value.hint


def test_scheme_of_an_address_may_have_capitals():
    assert (
        str(place_of("POSTGRESQL://anna:s3cret@127.0.0.1/Library")) == "postgresql://anna@127.0.0.1/Library"
    )


def test_database_that_is_not_there_is_told(postgres: Server):
    assert "no such database" in refused(postgres.url("nowhere")).message


def test_unknown_user_and_wrong_password_are_told(postgres: Server, database: str):
    postgres.demand_password(f"locked_{database}", "right")

    for role, password in (("nobody_here", ""), (f"locked_{database}", "s3cret"), (f"locked_{database}", "")):
        error = refused(postgres.url(database, role, password))
        assert "does not let you in" in error.message
        assert not error.retryable
    postgres.run(f"DROP ROLE locked_{database}")


def test_user_who_may_not_create_anything_is_told_what_to_ask_for(postgres: Server):
    name = postgres.fresh()
    postgres.run(f"CREATE ROLE guest_{name} LOGIN")

    error = refused(postgres.url(name, f"guest_{name}"))

    assert "may not create a library" in error.message
    assert "GRANT CREATE" in error.hint
    assert not has_library(PostgresUrl(postgres.url(name, f"guest_{name}")))
    postgres.drop(name)
    postgres.run(f"DROP ROLE guest_{name}")


def test_user_who_may_not_connect_to_the_database_is_told_to_ask_its_owner(postgres: Server, database: str):
    postgres.run(f"CREATE ROLE outsider_{database} LOGIN")
    postgres.run(f"REVOKE CONNECT ON DATABASE {database} FROM PUBLIC")

    error = refused(postgres.url(database, f"outsider_{database}"))

    assert "You have no permission" in error.message
    assert not error.retryable
    postgres.run(f"DROP ROLE outsider_{database}")


def test_user_who_may_have_no_more_connections_is_told_to_try_again(postgres: Server, database: str):
    postgres.run(f"CREATE ROLE crowded_{database} LOGIN CONNECTION LIMIT 0")

    error = refused(postgres.url(database, f"crowded_{database}"))

    assert "no connection left" in error.message
    assert error.retryable
    postgres.run(f"DROP ROLE crowded_{database}")


def test_older_server_is_told_which_one_is_needed(postgres_url: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(postgres_database, "OLDEST_SERVER", 99)

    assert "needs 99 or newer" in refused(postgres_url).message


def test_database_of_another_encoding_is_refused(postgres: Server):
    postgres.run("CREATE DATABASE western ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")

    assert "needs UTF8" in refused(postgres.url("western")).message
    postgres.drop("western")


def test_schema_of_another_program_is_left_alone(postgres: Server, postgres_url: str):
    change(PostgresUrl(postgres_url), "CREATE SCHEMA pincite", "CREATE TABLE pincite.theirs (n int)")

    assert "belongs to another program" in refused(postgres_url).message
    assert stored(PostgresUrl(postgres_url), "SELECT count(*) FROM pincite.theirs") == [(0,)]


def test_library_is_made_once_by_processes_that_come_at_once(postgres_url: str):
    failed: list[Exception] = []

    def opened() -> None:
        try:
            open_store(PostgresUrl(postgres_url), print).close()
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=opened) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()

    assert failed == []
    assert stored(PostgresUrl(postgres_url), "SELECT count(*) FROM library") == [(1,)]


def test_connection_that_is_lost_is_replaced(postgres: Server, url: PostgresUrl, database: str):
    entry = make_entry("The fee is 100.")
    with open_store(url, print) as store:
        store.add([entry])
        for _ in range(3):
            assert postgres.cut_connections(database) >= 1
            assert store.load(entry.identity).document == entry.document
            postgres.cut_connections(database)
            assert store.current("default", "lease.pdf") == entry.identity
            postgres.cut_connections(database)
            store.add([make_entry("The fee is 200."), entry])


def test_connection_lost_in_the_middle_undoes_what_was_begun_and_may_be_tried_again(
    postgres: Server, url: PostgresUrl, database: str
):
    entry = make_entry("The fee is 100.")
    with open_store(url, print) as store:

        def interrupted() -> None:
            with store.database.writing():
                store.database.run("insert_collection", collection="begun")
                postgres.cut_connections(database)
                store.database.run("insert_collection", collection="never")

        with pytest.raises(StoreError) as caught:
            interrupted()
        assert caught.value.retryable
        store.add([entry])
        assert store.load(entry.identity).document == entry.document
    assert stored(url, "SELECT name FROM collection") == [("default",)]


def test_library_that_is_away_says_so_soon_and_works_as_soon_as_it_is_back(
    postgres: Server, url: PostgresUrl, database: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(postgres_database, "_WAIT_SECONDS", 7.0)
    with open_store(url, print) as store:
        postgres.run(f"ALTER DATABASE {database} ALLOW_CONNECTIONS false")
        postgres.cut_connections(database)
        waited = [_seconds_until_refused(store) for _ in range(3)]
        postgres.run(f"ALTER DATABASE {database} ALLOW_CONNECTIONS true")
        began = time.monotonic()
        while time.monotonic() - began < 20:
            with suppress(StoreError):
                store.listing("default")
                break
        back_after = time.monotonic() - began

    assert max(waited[1:]) < 4, waited
    assert back_after < 4


def _seconds_until_refused(store: LibraryStore) -> float:
    began = time.monotonic()
    with pytest.raises(StoreError) as caught:
        store.listing("default")
    assert caught.value.retryable
    return time.monotonic() - began


@pytest.mark.parametrize(
    ("setting", "said"),
    [("statement_timeout = '200ms'", "statement_timeout"), ("lock_timeout = '50ms'", "in use by another")],
)
def test_limits_of_the_server_are_told_by_their_name_and_may_be_tried_again(
    postgres: Server, url: PostgresUrl, database: str, setting: str, said: str
):
    with open_store(url, print) as store, postgres.connected(database) as other, other.transaction():
        other.execute("LOCK TABLE pincite.origin IN ACCESS EXCLUSIVE MODE")

        def limited() -> None:
            with store.database.reading():
                with store.database.connection() as connection:
                    connection.execute(f"SET {setting}".encode())
                store.origin("default", "lease.pdf")

        with pytest.raises(StoreError) as caught:
            limited()

    assert said in caught.value.message
    assert caught.value.retryable


def test_transaction_that_was_idle_for_too_long_may_be_tried_again(url: PostgresUrl):
    with open_store(url, print) as store:

        def idle() -> None:
            with store.database.writing():
                store.database.run("insert_collection", collection="begun")
                with store.database.connection() as connection:
                    connection.execute("SET idle_in_transaction_session_timeout = '50ms'")
                time.sleep(0.5)
                store.database.run("insert_collection", collection="never")

        with pytest.raises(StoreError) as caught:
            idle()
        assert caught.value.retryable
        assert store.collections() == []


def test_user_and_database_without_a_connection_left_are_told(postgres: Server, database: str):
    role = f"many_of_{database}"
    postgres.run(f"CREATE ROLE {role} LOGIN CONNECTION LIMIT 0")
    try:
        told = refused(postgres.url(database, role))
    finally:
        postgres.run(f"DROP ROLE {role}")

    assert told.retryable
    assert "has no connection left" in told.message


def test_database_that_lets_nobody_connect_is_told(postgres: Server, url: PostgresUrl, database: str):
    postgres.run(f"ALTER DATABASE {database} ALLOW_CONNECTIONS false")

    assert "lets nobody connect" in refused(url.secret).message


def test_library_that_lost_a_table_is_damaged(url: PostgresUrl):
    with open_store(url, print) as store:
        change(url, "DROP TABLE origin")
        with pytest.raises(StoreError, match=r"is damaged: a table.* is missing"):
            store.origin("default", "lease.pdf")


@pytest.mark.parametrize("variable", ["PGCLIENTENCODING=LATIN1", "PGOPTIONS=-c client_encoding=LATIN1"])
def test_text_of_any_language_is_held_whatever_the_environment_says(
    url: PostgresUrl, monkeypatch: pytest.MonkeyPatch, variable: str
):
    name, _, value = variable.partition("=")
    monkeypatch.setenv(name, value)
    entry = make_entry("Die Gebühr beträgt 100 €. 料金は百ユーロです。")

    with open_store(url, print) as store:
        store.add([entry])
        assert store.load(entry.identity).document == entry.document


def test_whoever_waited_for_a_turn_sees_what_the_others_wrote_however_strict_the_server_is(
    postgres: Server, url: PostgresUrl, database: str
):
    postgres.run(f"ALTER DATABASE {database} SET default_transaction_isolation = 'serializable'")
    failed: list[Exception] = []

    def record(number: int) -> None:
        try:
            with open_store(url, print) as store:
                for at in range(5):
                    store.record(make_run(f"run-{number}-{at}", make_entry("x").identity))
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=record, args=(number,)) for number in range(3)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()

    assert failed == []
    assert stored(url, "SELECT count(*), max(number) - min(number) FROM chain WHERE kind = 'run'") == [
        (15, 14)
    ]


def test_connection_whose_other_end_is_gone_is_given_up_unless_the_address_says_otherwise(url: PostgresUrl):
    assert "keepalives_idle=30" in postgres_database.address(url)
    patient = PostgresUrl(f"{url.secret}&keepalives_idle=600")
    assert "keepalives_idle=600" in postgres_database.address(patient)


def test_closed_library_says_so(url: PostgresUrl):
    store = open_store(url, print)
    store.close()

    with pytest.raises(StoreError, match="is closed"):
        store.listing("default")


def test_reader_changes_nothing(postgres: Server, url: PostgresUrl, database: str):
    entry = make_entry("The fee is 100.")
    with open_store(url, print) as store:
        store.add([entry])
    with open_store(url, print, read_only=True) as reader:
        assert reader.load(entry.identity).document == entry.document
        assert reader.search(["fee"], "default", 5)
        with pytest.raises(StoreError, match="read-only"):
            reader.add([entry])
        with pytest.raises(StoreError, match="read-only"):
            reader.database.run("insert_collection", collection="no")
    with pytest.raises(StoreError, match="There is no library"):
        open_store(PostgresUrl(postgres.url()), print, read_only=True)


def test_text_that_the_server_cannot_hold_is_refused_or_shown_by_a_sign(url: PostgresUrl):
    with open_store(url, print) as store:
        with pytest.raises(InputError, match="not valid Unicode"):
            store.add([make_entry("x", name="bad\udcff.pdf")])
        store.database.run("insert_collection", collection="a\0b")
    assert stored(url, "SELECT name FROM collection ORDER BY 1 DESC LIMIT 1") == [("a␀b",)]


def test_missing_driver_names_what_to_install():
    probe = (
        "import sys; sys.modules['psycopg'] = None\n"
        "from pincite.stores.opening import open_store\n"
        "from pincite.stores.place import PostgresUrl\n"
        "try: open_store(PostgresUrl('postgresql://anna@127.0.0.1:1/x'))\n"
        "except Exception as error: print(type(error).__name__, error)\n"
    )
    said = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True).stdout

    assert said.startswith(MissingExtra.__name__)
    assert "pincite[postgres]" in said
