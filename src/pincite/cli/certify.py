"""The verb `certify`: write a file by which anybody proves an answer again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pincite.cli.options import AsJson, named
from pincite.cli.reporting import reported
from pincite.cli.screen import print_object, printable_name, say
from pincite.errors import InputError


def certify(
    context: typer.Context,
    run: Annotated[str, typer.Argument(help="The start of a run's id; the last run if left out.")] = "",
    output: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to write the certificate: answer.json")
    ] = None,
    sign: Annotated[
        Path | None, typer.Option(metavar="KEYFILE", help="Sign it with this private key (Ed25519).")
    ] = None,
    new_key: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Make a pair of keys: FILE (keep it secret) and FILE.pub."),
    ] = None,
    without_text: Annotated[
        bool,
        typer.Option("--without-text", help="Leave out the documents' text: then only the files prove it."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Write a certificate of an answer, which `pincite check` proves without library, model or network.

    It holds hashes of the documents, their text, every quote with its place, every value, and who judged
    that they answer the question. Share it only with people who may read the documents.

    \b
    Examples:
      pincite certify --output answer.json
      pincite certify 3f2a91 --output answer.json --without-text
      pincite certify --new-key my-key
      pincite certify --output answer.json --sign my-key
      pincite check answer.json contract.pdf
    """
    with reported(as_json):
        if new_key is not None:
            _make_key(new_key, as_json)
        if output is None:
            if new_key is None:
                raise InputError(
                    "Where is the certificate to be written?", hint="pincite certify --output answer.json"
                )
            return
        _certify(context, run, output, sign, without_text, as_json)


def _make_key(path: Path, as_json: bool) -> None:
    from pincite.audit.signing import new_key

    public, digits = new_key(path)
    if as_json:
        print_object({"private_key": str(path), "public_key": str(public), "digits": digits})
        return
    say(f"{printable_name(str(path))}: the private key. Whoever has it signs in your name: keep it secret.")
    say(f"{printable_name(str(public))}: the public key {digits}. Give it to those who check.")


def _certify(
    context: typer.Context, run: str, output: Path, sign: Path | None, without_text: bool, as_json: bool
) -> None:
    from pincite.cli.table_files import check_places

    check_places([("--output", output)], ())
    _require_replaceable(output)
    with named(context).open_existing() as library:
        content = library.certify(run or None, with_text=not without_text, key=sign)
        record = library.why(run or None)
    _write(output, content)
    shown = printable_name(str(output))
    if as_json:
        told = {"certificate": str(output), "run": record.id, "question": record.question}
        print_object(told | {"outcome": record.outcome, "bytes": len(content), "signed": sign is not None})
        return
    say(f"{shown}: the certificate of “{record.question}” ({record.outcome}, {len(content):,} bytes).")
    say(f"To prove it anywhere: pincite check {shown} FILE…")


def _require_replaceable(path: Path) -> None:
    """An InputError where writing would destroy a file that is no certificate."""
    from pincite.audit.certificate import SCHEMA

    try:
        with path.open("rb") as file:
            start = file.read(100_000_000)
    except FileNotFoundError:
        return
    except OSError as error:
        raise _unwritable(path, error) from error
    if start and f'"schema":"{SCHEMA}"'.encode() not in start:
        raise InputError(
            f"{printable_name(str(path))} exists and is no certificate.",
            hint="Choose another name: --output FILE",
        )


def _write(path: Path, content: bytes) -> None:
    """The whole file, or nothing of it."""
    import os

    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        new.write_bytes(content)
        new.replace(path)
    except OSError as error:
        new.unlink(missing_ok=True)
        raise _unwritable(path, error) from error


def _unwritable(path: Path, error: OSError) -> InputError:
    reason = error.strerror or type(error).__name__
    return InputError(
        f"{printable_name(str(path))} cannot be written: {reason}.",
        hint="Choose another place: --output FILE",
    )
