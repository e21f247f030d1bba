"""Words that open an English clause and say nothing, and words of time before or behind its subject."""

from __future__ import annotations

import re

FILLER = re.compile(
    r"^(?:(?:for context|for reference|heads up|as a heads up|quick note|side note|ps|p\.s\.|hi+|hello|hey+|yo|there|greetings|good (?:morning|afternoon|evening)|ok(?:ay)?|so|well"
    r"|and|but|also|oh|um+|uh|hmm|yes|yeah|yep|no|nope|nah|sure|right|thanks|thank you|actually|sorry"
    r"|wait|correction|btw|by the way|fyi|just so you know|just fyi|for the record|for your "
    r"information|note that|please note(?: that)?|"
    r"you should know(?: that)?|i should (?:mention|say|add)(?: that)?|i (?:also )?(?:have to|must"
    r"|gotta|want to|wanted to) (?:say|mention|tell you|admit|confess)(?: that)?|i forgot to "
    r"(?:mention|say)(?: that)?|did i mention(?: that)?|as i said|like i said|as you know|you know|i "
    r"mean(?: that)?|i meant(?: to say)?(?: that)?|i said|i told you(?: that)?|to be (?:honest|clear|precise)|honestly|personally|in "
    r"fact|"
    r"because|cuz|cos|since|as|given that|seeing that|now that|though|although|while|plus|then|anyway"
    r"|anyways|unfortunately|luckily|sadly|apparently not|good news|great news|big news|news|update"
    r"|quick update|life update|guess what|fun fact|about me|a bit about me|let me introduce myself"
    r"|nice to meet you|scratch that|change of plans?|plans changed|just kidding|only kidding|kidding|jk|my mistake|my bad|oops|whoops|typo|what i meant is|it'?s "
    r"true(?: that)?|the thing is|the truth is|turns out|it turns out(?: that)?|as of \w+(?: \w+)?"
    r"|however|instead|rather|(?:from|starting|as of|since) (?:this (?:week|month|year)|today|now)(?: on)?|from now on|going forward)\b[\s,:!.…-]*)+",
    re.I,
)
_TIME = re.compile(
    r"^\s*(?:(?:right now|now|nowadays|currently|at the moment|these days|lately|recently|today"
    r"|yesterday|this (?:week|month|year|morning|spring|summer|fall|autumn|winter)|last (?:week|month"
    r"|year|night|\w+day|spring|summer|fall|autumn|winter|january|february|march|april|may|june|july"
    r"|august|september|october|november|december)|(?:two|three|four|five|six|a few|a couple of|\d+|a"
    r"|an|one) (?:days?|weeks?|months?|years?) ago|in (?:19|20)\d\d|since (?:19|20)\d\d|since last "
    r"\w+|"
    r"just|actually|really|finally|still|already|also|only|honestly|personally|always|usually"
    r"|normally|generally|typically|mostly|basically|weirdly|strangely|surprisingly|suddenly|gradually|officially|happily|absolutely|definitely|totally|truly|originally"
    r"|both|even|had to|have to|managed to|chose to|at work|at home|in my (?:free|spare) time|for (?:work|fun|a living)|on weekends"
    r"|when i fly|when flying|when i travel|when travell?ing|on (?:long )?flights|on planes|as an "
    r"adult|myself|do|kinda|all)\b[\s,]*)+",
    re.I,
)
_CONNECT = re.compile(r"^\s*(?:[,;&]|\band\b|\bbut\b|\bthen\b|\balso\b|\bplus\b|\s)*", re.I)


def skip_time(text: str, at: int) -> int:
    """Give the place behind the words of time that stand here; the same place when nothing would be left."""
    match = _TIME.match(text[at:])
    return at + match.end() if match and at + match.end() < len(text) else at


def skip_joint(text: str, at: int) -> int:
    """Give the place behind the commas and conjunctions that stand here."""
    match = _CONNECT.match(text[at:])
    return at + (match.end() if match else 0)
