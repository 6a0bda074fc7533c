"""What the tests rely on: a PostgreSQL that is new for each of them."""

from __future__ import annotations

from tests.postgres_server import Server


def test_every_database_is_new(postgres: Server) -> None:
    first, second = postgres.fresh(), postgres.fresh()
    postgres.run("CREATE TABLE kept (n int)", first)
    with postgres.connected(second) as connection:
        found = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
    assert found == (0,)
    postgres.drop(first)
    postgres.drop(second)


def test_its_connections_can_be_cut(postgres: Server) -> None:
    import psycopg

    name = postgres.fresh()
    with psycopg.connect(postgres.url(name)) as connection:
        assert postgres.cut_connections(name) == 1
        try:
            connection.execute("SELECT 1")
        except psycopg.OperationalError:
            connection.close()
    assert connection.closed
    postgres.drop(name)


def test_whether_pgvector_works_is_found_out_without_harm(postgres: Server) -> None:
    assert postgres.has_vectors in (True, False)
    with postgres.connected() as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)
