"""Have a model also give out what its inner layers say, which its file does not name as an output.

A file of ONNX is one protobuf message, and messages that are written one after the other are read as one. So
a few bytes behind the content name one more output, and the file that was measured stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable

# Numbers of fields in the messages of ONNX, as tags with the kind "a length, then so many bytes".
_MODEL_GRAPH, _GRAPH_OUTPUT, _VALUE_NAME, _VALUE_TYPE, _TYPE_TENSOR = (
    (number << 3) | 2 for number in (7, 12, 1, 2, 1)
)
_OF_FLOATS = b"\x08\x01"


def with_outputs(content: bytes, names: Iterable[str]) -> bytes:
    """The same model with these values among its outputs, behind those that it has."""
    for name in names:
        typed = _field(_VALUE_TYPE, _field(_TYPE_TENSOR, _OF_FLOATS))
        value = _field(_VALUE_NAME, name.encode()) + typed
        content += _field(_MODEL_GRAPH, _field(_GRAPH_OUTPUT, value))
    return content


def _field(tag: int, content: bytes) -> bytes:
    return bytes([tag]) + _length(len(content)) + content


def _length(number: int) -> bytes:
    """A number in groups of seven bits, the lowest first; all but the last have the eighth bit."""
    groups = []
    while number > 0x7F:
        groups.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*groups, number])
