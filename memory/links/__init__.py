"""Links: which records belong together, walked one step, drawn, and handed to other programs."""

from memory.links.derive import FAN_OUT, Link, LinkGraph, Why, link, names_in
from memory.links.drawing import to_mermaid, to_png, to_svg
from memory.links.export import to_cypher, to_graphml
from memory.links.walk import Linked, links_of, neighbours

__all__ = [
    "FAN_OUT",
    "Link",
    "LinkGraph",
    "Linked",
    "Why",
    "link",
    "links_of",
    "names_in",
    "neighbours",
    "to_cypher",
    "to_graphml",
    "to_mermaid",
    "to_png",
    "to_svg",
]
