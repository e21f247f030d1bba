"""Where and what people study, in English: one row a way of saying it."""

from __future__ import annotations

import re

from memory.extraction.en.grammar import BE, STOP, V, row
from memory.extraction.en.values import LANGUAGES, is_thing
from memory.extraction.predicate import Predicate

STUDY: tuple[Predicate, ...] = (
    row(
        "school",
        rf"(?:{BE})?(?:a\s+)?(?:go to|goes to|attend|attends|study at|studies at|studying at|student at"
        r"|enrolled (?:at|in)|graduated from|got into|got accepted (?:to|into|at)|transferred to|started "
        r"at)\s+(?P<v>(?:the\s+)?[\w\s.'&-]*?(?:university|college|high school|school|institute|academy"
        r"|polytechnic|MIT|Stanford|Harvard|Yale|Oxford|Cambridge|Princeton|UCLA|NYU|ETH|Tsinghua|Caltech"
        rf"|Columbia|Berkeley|TUM)(?:\s+(?:of|at|in)\s+(?-i:[A-Z])[\w\s]*?)?){STOP}",
        0.7,
    ),
    row(
        "school+field_of_study",
        rf"(?:{BE})?(?:doing|studying for|reading for|taking)\s+(?:an?|my)\s+(?:ba|bsc|ma|msc|mba|phd|degree|master['’]?s|bachelor['’]?s)(?:\s+degree)?\s+in\s+(?P<w>[\w\s]{{2,40}}?)\s+at\s+{V}{STOP}",
        0.7,
    ),
    row(
        "school",
        r"(?:have\s+|['’]ve\s+|just\s+|recently\s+)*(?P<x>dropped out)(?:\s+of\s+(?:uni|university|college|school|grad school|my (?:degree|course|phd)))?(?=$|\s*[,;.!?]|\s+(?:last|this|and|to)\b)",
        0.6,
        ends=True,
    ),
    row(
        "school",
        r"(?:(?:have|['’]ve|has|just|recently|finally|officially)\s+)*(?P<x>graduated(?!\s+(?:from|with|in (?-i:[A-Z])(?!anuary|ebruary|arch|pril|ay|une|uly|ugust|eptember|ctober|ovember|ecember)))"
        r"|finished\s+(?:college|university|uni|school|high school|grad school|my (?:degree|studies|phd|master['’]?s|bachelor['’]?s|doctorate|course)))(?=$|\s*[,;.!?]|\s+(?:last|this (?!morning|afternoon)|and|in|on|so|two|a|three|recently|now|but)\b)",
        0.6,
        ends=True,
    ),
    row(
        "school+field_of_study", rf"(?:{BE})?(?:study|studies|studying)\s+(?P<w>[\w\s]{{2,40}}?)\s+at\s+{V}{STOP}", 0.7
    ),
    row("field_of_study", rf"(?:{BE})?(?:now\s+)?major(?:ing)? in\s+(?P<v>{LANGUAGES}(?: \w+)?){STOP}", 0.6),
    row(
        "field_of_study",
        rf"(?:{BE})?(?:major(?:ing)? in|(?:switched|changed) (?:my )?major to|changed (?:my )?(?:course|degree|concentration) to|study(?:ing)?|studies|doing (?:a|my) "
        r"(?:degree|phd|master'?s|bachelor'?s) in|(?:have|got) an? (?:degree|phd|master'?s|bachelor'?s) "
        rf"in)\s+{V}{STOP}",
        0.6,
        accept=lambda v: (
            is_thing(v)
            and not re.match(r"(?i)(?:for|hard|real|really|and|so|a lot|at|in|abroad|with|every|all)\b|" + LANGUAGES, v)
        ),
    ),
)
