"""Moving a memory: out to a file and back, and in from mem0 or from another LangGraph store."""

from memory.transfer.own import FORMAT, VERSION, Imported, Progress, export_to, import_from

__all__ = ["FORMAT", "VERSION", "Imported", "Progress", "export_to", "import_from"]
