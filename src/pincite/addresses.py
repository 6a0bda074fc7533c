"""Where a server listens: whether other machines reach it, and a socket that is bound there."""

from __future__ import annotations

import ipaddress
import socket

from pincite.errors import ConfigError


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach it."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def url_of(host: str, port: int) -> str:
    """The address of a server."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def bound(host: str, port: int) -> socket.socket:
    """A socket at this address; port 0 takes any that is free."""
    made = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
    except (OSError, OverflowError) as error:
        made.close()
        raise ConfigError(
            f"The server cannot listen on {host}, port {port}: {error}.",
            hint="Another program may use the port: choose another with --port.",
        ) from error
    return made
