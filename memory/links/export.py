"""A link graph for other programs: GraphML, and Cypher for Neo4j."""

from __future__ import annotations

from memory.links.derive import LinkGraph
from memory.links.drawing import legible

TYPES = {
    "subject": "SAME_SUBJECT",
    "name": "SAME_NAME",
    "source": "SAME_SOURCE",
    "replaced": "REPLACED_BY",
    "explicit": "LINKED",
}
"""The relationship types: fixed, so that no text ever becomes one."""


def to_graphml(graph: LinkGraph) -> str:
    """Give the graph as GraphML, which networkx, Gephi and yEd read."""
    import networkx

    net = networkx.MultiGraph()
    for r in graph.records:
        net.add_node(
            r.id,
            text=legible(r.text),
            kind=r.kind,
            subject=legible(r.subject),
            attribute=legible(r.attribute),
            status=r.status,
            importance=float(r.importance),
            created=r.created.isoformat(),
        )
    for one in graph.links:
        net.add_edge(one.one, one.other, why=one.why, what=legible(one.what))
    return "\n".join(networkx.generate_graphml(net)) + "\n"


def to_cypher(graph: LinkGraph) -> str:
    """Give the statements that make the graph in Neo4j; run again they change nothing.

    Every text is a string literal that it cannot leave: see `literal`.
    """
    lines = [
        f"MERGE (m:Memory {{id: {literal(r.id)}}}) SET m.text = {literal(r.text)}, m.kind = {literal(r.kind)}, "
        f"m.subject = {literal(r.subject)}, m.attribute = {literal(r.attribute)}, m.status = {literal(r.status)}, "
        f"m.importance = {float(r.importance)!r}, m.created = datetime({literal(r.created.isoformat())});"
        for r in graph.records
    ]
    lines += [
        f"MATCH (a:Memory {{id: {literal(one.one)}}}), (b:Memory {{id: {literal(one.other)}}}) "
        f"MERGE (a)-[:{TYPES[one.why]} {{what: {literal(one.what)}}}]->(b);"
        for one in graph.links
    ]
    return "\n".join(lines) + "\n"


def literal(text: str) -> str:
    """Give a Cypher string literal of any text.

    Backslashes are doubled, so that a unicode escape in the text stays text: also where it is resolved before the
    statement is read, as Neo4j did, a quote that comes of it stands behind an odd number of them.
    """
    out = []
    for c in text:
        if c == "\\":
            out.append("\\\\")
        elif c == "'":
            out.append("\\'")
        elif c in "\n\r\t":
            out.append({"\n": "\\n", "\r": "\\r", "\t": "\\t"}[c])
        elif ord(c) < 32 or c in "\u2028\u2029" or "\ud800" <= c <= "\udfff":
            out.append("\ufffd")
        else:
            out.append(c)
    return f"'{''.join(out)}'"
