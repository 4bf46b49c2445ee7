"""What can go wrong, in words that say what to do next."""

from __future__ import annotations


class BenchmarkError(ValueError):
    """Input that no benchmark can be written from; says which argument and row, and why."""


class ProgramError(RuntimeError):
    """The program ``rankscope`` is missing, or ended where it should have gone on."""
