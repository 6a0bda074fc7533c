"""Sign certificates with Ed25519, make the keys for it, and tell whose signature a certificate has.

What is signed is the last link of the chain, in which every part is, behind the name of the schema.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pincite.audit.certificate import SCHEMA, Signature
from pincite.errors import InputError, MissingExtra

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric import ed25519

_MAKE = "Make a pair of keys with: pincite certify --new-key FILE"
_PASS = "Pass the file that ends in .pub, or the 64 digits of the key."
PUBLIC = ".pub"


def signed_bytes(head: str) -> bytes:
    """What a signature is over: the schema and the last link of the chain."""
    return f"{SCHEMA}\n{head}".encode()


def new_key(path: Path) -> tuple[Path, str]:
    """Write a private key that only its owner can read, and the public one beside it; where, and which."""
    key = _ed25519().Ed25519PrivateKey.generate()
    from cryptography.hazmat.primitives import serialization

    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    public = key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    beside = path.with_name(path.name + PUBLIC)
    for each in (path, beside):
        if each.exists():
            raise InputError(f"{each} exists already.", hint="A key is never replaced: choose another name.")
    _write(path, private, 0o600)
    _write(beside, public, 0o644)
    return beside, _hex(key.public_key())


def sign(head: str, key_file: Path) -> Signature:
    """The signature over a chain that ends in `head`, by the private key in a file."""
    key = _private_key(key_file)
    return Signature(
        algorithm="Ed25519",
        public_key=_hex(key.public_key()),
        signature=key.sign(signed_bytes(head)).hex(),
    )


def is_signed(head: str, signature: Signature) -> bool:
    """Whether the signature is over this head, by the key that it names."""
    from cryptography.exceptions import InvalidSignature

    try:
        public = _ed25519().Ed25519PublicKey.from_public_bytes(bytes.fromhex(signature.public_key))
        public.verify(bytes.fromhex(signature.signature), signed_bytes(head))
    except (InvalidSignature, ValueError):
        return False
    return True


def can_verify() -> bool:
    """Whether what signatures need is installed."""
    try:
        _ed25519()
    except MissingExtra:
        return False
    return True


def public_key(given: str) -> str:
    """A public key in hexadecimal digits, from such digits or from a file of one."""
    digits = given.strip().lower()
    if not digits:
        raise InputError("The key that must have signed it is empty.", hint=_PASS)
    if len(digits) == 64 and not set(digits) - set("0123456789abcdef"):
        return digits
    from cryptography.hazmat.primitives import serialization

    kind = _ed25519().Ed25519PublicKey
    content = _content(Path(given), _PASS)
    try:
        key = serialization.load_pem_public_key(content)
    except (ValueError, TypeError) as error:
        raise InputError(f"{given} is no public key.", hint=_PASS) from error
    if not isinstance(key, kind):
        raise InputError(f"{given} is no Ed25519 key.", hint=_MAKE)
    return _hex(key)


def _private_key(path: Path) -> ed25519.Ed25519PrivateKey:
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives import serialization

    kind: type[ed25519.Ed25519PrivateKey] = _ed25519().Ed25519PrivateKey
    content = _content(path, _MAKE)
    try:
        key = serialization.load_pem_private_key(content, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        hint = "A key with a password cannot be used. " if isinstance(error, TypeError) else ""
        raise InputError(f"{path} is no private key that can be read.", hint=hint + _MAKE) from error
    if not isinstance(key, kind):
        raise InputError(f"{path} is no Ed25519 key.", hint=_MAKE)
    return key


def _ed25519() -> Any:
    try:
        from cryptography.hazmat.primitives.asymmetric import ed25519
    except ImportError as error:
        raise MissingExtra("cryptography", extra="sign", needed_for="Signing certificates") from error
    return ed25519


def _hex(key: ed25519.Ed25519PublicKey) -> str:
    return key.public_bytes_raw().hex()


def _content(path: Path, hint: str) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(100_000)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InputError(f"The key {path} cannot be read: {reason}.", hint=hint) from error


def _write(path: Path, content: bytes, mode: int) -> None:
    """A new file; one that is there already is left alone."""
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(content)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InputError(f"{path} cannot be written: {reason}.", hint="Choose another place.") from error
