"""Say what to install where the SDK of the Model Context Protocol is missing."""

from __future__ import annotations

from importlib.util import find_spec

from pincite.errors import MissingExtra


def require_sdk() -> None:
    """A MissingExtra where the server cannot run."""
    if find_spec("mcp") is None or find_spec("mcp.server.mcpserver") is None:
        raise MissingExtra("mcp", extra="mcp", needed_for="The MCP server")
