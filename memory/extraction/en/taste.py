"""What people like, shun and do, in English: one row a way of saying it."""

from __future__ import annotations

import re

from memory.extraction.en.grammar import BE, SEAT, STOP, V, row
from memory.extraction.en.values import is_hobby, is_liked, is_thing
from memory.extraction.predicate import Predicate

TASTE: tuple[Predicate, ...] = (
    row(
        "seat_preference",
        r"(?:['’]d\s+|would\s+)?(?:always\s+|usually\s+|really\s+|much\s+|generally\s+|still\s+|now\s+"
        r"|actually\s+|rather\s+|typically\s+|do\s+|only\s+|definitely\s+|normally\s+|often\s+|tend to\s+"
        r"|never not\s+|['’]ve\s+|switched to\s+)*(?:have|like|love|prefer|prefers|choose|pick|sit(?:ting)?"
        r"|book|want|take|fly|get|go for|request|likes?|need|opt for|switched to|rather have"
        r"|enjoy)(?:\s+(?:to sit|to have|to get|sitting|having|in|on|by|at|near|next to|the|an?|my"
        rf"|seats?))*\s+{SEAT}s?(?:[- ]?(?:side|seats?|row))*(?:\s+(?:seat|seats|side|row))?(?:\s+(?:over"
        r"|to|from|on|when|instead|now|for|than|rather|of|if|in|please|because|anymore|these).*)?$",
        0.8,
    ),
    row(
        "dislikes",
        r"(?:don'?t|do not|doesn'?t|no longer)\s+(?:really\s+|even\s+)?(?:like|likes|love|enjoy|eat|drink"
        rf"|play|watch|want|use|do|have|own|care for|listen to|read(?: on)?|support|follow|go to|fly with|buy)\s+{V}\s+(?:anymore|any more|any longer"
        r"|these days)\b",
        0.6,
        ends=True,
        accept=is_liked,
    ),
    row(
        "dislikes",
        rf"(?:{BE})?(?:no longer)\s+(?:like|likes|love|loves|enjoy|enjoys|eat|eats|drink|drinks|play|plays"
        rf"|watch|use|into|a fan of|interested in|obsessed with)\s+{V}{STOP}",
        0.6,
        ends=True,
        accept=is_liked,
    ),
    row(
        "dislikes",
        r"(?:have\s+|['’]ve\s+|just\s+|finally\s+|recently\s+)*(?:quit|stopped|gave up|given up|went off"
        r"|gone off|sworn off|cut out|fell out of love with|got tired of|lost interest in"
        r"|kicked)\s+(?:eating\s+|drinking\s+|playing\s+|using\s+|watching\s+|going to\s+|doing\s+"
        rf"|having\s+|learning\s+|studying\s+|practi[cs]ing\s+|on\s+|listening to\s+|flying with\s+|buying\s+|reading\s+)?{V}{STOP}",
        0.6,
        ends=True,
        accept=lambda v: (
            is_liked(v)
            and not re.match(
                r"(?i)(?:the|this|that|my (?:job|car))\b|by\b|at\b|to\b|here|working|being|seeing|dating", v
            )
        ),
    ),
    row(
        "dislikes",
        r"(?:really\s+|actually\s+|also\s+|still\s+|just\s+|personally\s+|absolutely\s+|truly\s+"
        r"|do\s+)*(?:don'?t|do not|doesn'?t|does not|never|can'?t|cannot|can not"
        r"|couldn'?t)\s+(?:really\s+|actually\s+|particularly\s+|much\s+|even\s+|ever\s+)*(?:like|likes"
        r"|love|enjoy|enjoys|eat|eats|drink|drinks|care for|stand|bear|tolerate|touch|do well "
        rf"with)\s+(?:eating\s+|drinking\s+)?{V}{STOP}",
        0.6,
        accept=is_liked,
    ),
    row(
        "dislikes",
        r"(?:really\s+|actually\s+|also\s+|still\s+|just\s+|personally\s+|absolutely\s+|truly\s+|do\s+"
        rf"|kinda\s+|always\s+|try to\s+|{BE})*(?:hates?|dislikes?|detests?|loathes?|despises?|avoids?"
        r"|not a (?:big |huge )?fan of|not (?:really |very |that |much )?(?:into|fond of|keen on)|scared "
        rf"of|afraid of|terrified of|grossed out by|sick of)\s+(?:eating\s+|drinking\s+)?{V}{STOP}",
        0.6,
        accept=is_liked,
    ),
    row(
        "likes",
        rf"(?:(?:have|['’]ve|just|also|recently|finally|now)\s+)*(?:taken up|took up|(?:started|begun|began|took to|taken to)\s+(?:playing|doing|practi[cs]ing))\s+(?:the\s+(?=(?:\w+\s)?(?:piano|guitar|violin|viola|cello|flute|drums|harp|ukulele|saxophone|trumpet|clarinet|oboe|trombone|tuba|accordion|banjo|mandolin|harmonica|organ|recorder|bagpipes|keyboard|bass)\b))?{V}{STOP}",
        0.5,
        accept=is_hobby,
    ),
    row(
        "likes",
        r"(?:have\s+|['’]ve\s+|just\s+|actually\s+|now\s+|finally\s+)*(?:started|begun|began|gone back to|went back to|back to|resumed|taken up|took up|come to|grown to|learned to|learnt to|able to|can|allowed to)"
        rf"\s+(?:like|liking|love|loving|enjoy|enjoying|appreciate|eat|eating|drink|drinking|play|playing|watch|watching|have|having|tolerate)\s+{V}(?:\s+(?:again|now|once more|these days))*{STOP}",
        0.5,
        accept=is_liked,
        only_changes=True,
    ),
    row(
        "likes",
        r"(?:now\s+|actually\s+|happily\s+)*(?:eat|drink|play|watch|use|listen to)\s+(?P<v>[\w\s-]{2,30}?)\s+again(?:\s+(?:now|these days))?(?=$|\s*[,;.!?])",
        0.4,
        accept=is_liked,
        only_changes=True,
    ),
    row(
        "likes",
        rf"(?:(?:don['’]?t|doesn['’]?t|do not|no longer)\s+(?:actually\s+|really\s+)?(?:mind|hate|dislike|avoid)|(?:{BE})?(?:not|no longer|isn['’]?t)\s+(?:afraid|scared|terrified|frightened)\s+of)\s+{V}{STOP}",
        0.4,
        accept=is_liked,
        only_changes=True,
    ),
    row(
        "dislikes",
        rf"(?:{BE})?(?:not|isn['’]?t)\s+(?:really\s+|much\s+of\s+|exactly\s+)*(?:an?\s+)(?:big\s+|huge\s+)?(?P<v>[\w\s-]{{2,30}}?\s(?:fan|lover|person|enthusiast|guy|girl))"
        r"(?=$|\s*[,;.!?()\n]|\s+(?:and|but|so|who|anymore|any more)\b)",
        0.5,
        accept=is_liked,
    ),
    row(
        "habit",
        r"(?:have\s+|['’]ve\s+|just\s+|recently\s+)*(?P<v>(?:joined|(?:am|['’]m) (?:a member of|in|on|part of))\s+(?:the|an?|my|our)\s+(?:[\w-]+\s){0,3}?(?:club|choir|band|league|orchestra|book group|running group|swim team|football team|soccer team|basketball team|chess team|debate team|rowing team|volleyball team))(?=$|\s*[,;.!?]|\s+(?:now|last|this|at|and))",
        0.4,
    ),
    row("likes", rf"love me some\s+{V}{STOP}", 0.6, accept=is_liked),
    row(
        "wake_time",
        rf"(?:(?:{BE})?(?:up|awake|out of bed)\s+(?:at|by)|sleep in (?:till|until)|wake up at|get up at)\s+(?P<v>\d{{1,2}}(?::\d\d)?\s*(?:[ap]m)?)(?=$|\s*[,;.!?]|\s+(?:every|each|now|these|on weekdays|most))",
        0.5,
    ),
    row(
        "likes",
        rf"(?:have\s+|['’]ve\s+|just\s+|['’]m\s+|am\s+|went\s+|gone\s+)*back\s+(?:to|on)\s+(?!work|school|normal|you|the|my|bed|sleep|it|that|this){V}{STOP}",
        0.4,
        accept=is_liked,
        only_changes=True,
    ),
    row(
        "likes",
        r"(?:really\s+|actually\s+|also\s+|still\s+|just\s+|personally\s+|absolutely\s+|truly\s+|do\s+"
        r"|always\s+|now\s+|generally\s+|usually\s+|honestly\s+|both\s+|have\s+always\s+"
        r"|['’]ve\s+always\s+|['’]ve\s+|have\s+|started to\s+|came to\s+|grown to\s+|learned to\s+"
        r"|recently\s+|much\s+|totally\s+)*(?:likes?|loves?|loved|enjoys?|adores?|dig|got into(?!\s+(?:an?|the|trouble|college|university|it|my|bed|med)\b)|fell in "
        rf"love with|started liking|enjoyed)\s+{V}{STOP}",
        0.6,
        accept=is_liked,
    ),
    row(
        "likes",
        r"(?:really\s+|actually\s+|also\s+|still\s+|much\s+|personally\s+|now\s+|generally\s+|usually\s+"
        rf"|always\s+|do\s+|['’]d\s+)*prefers?\s+{V}(?:\s+(?:over|rather than|more than|instead of"
        rf"|to)\s+(?!the (?:max|fullest)).*)?{STOP}",
        0.6,
        accept=is_liked,
    ),
    row(
        "likes",
        rf"(?:{BE})(?:really\s+|also\s+|very\s+|a\s+|big\s+|huge\s+|massive\s+|super\s+|totally\s+|so\s+"
        r"|pretty\s+|lifelong\s+|such\s+)*(?:into|fond of|keen on|fan of|lover of|obsessed with"
        rf"|passionate about|crazy about|interested in|addicted to|mad about|nuts about)\s+{V}{STOP}",
        0.6,
        accept=is_liked,
    ),
    row(
        "likes",
        rf"(?:{BE}|(?:have\s+|['’]ve\s+|just\s+)*(?:become|became|turned into|turning into)\s+)(?:an?\s+|big\s+|huge\s+|total\s+|avid\s+|massive\s+|real\s+|bit of "
        r"a\s+)+(?P<v>[\w\s-]{2,30}?\s(?:fan|lover|person|enthusiast|buff|geek|nerd|junkie|addict"
        rf"|reader|hiker|runner|cyclist|gamer|drinker|eater|collector|climber|swimmer|surfer)){STOP}",
        0.5,
        accept=is_liked,
    ),
)

_MEALS = r"(?:dinner|lunch|breakfast|work|bed|school|class|meals?|my (?:coffee|tea|shift|kids?|run|workout))"

DOINGS: tuple[Predicate, ...] = (
    row(
        "coffee_order",
        r"(?:always\s+|usually\s+|now\s+|only\s+|still\s+)*(?:take|drink|have|like|put|want)\s+(?P<v>(?:no|an?|one|two|three|four|\d|half an?|some|lots of|a (?:bit|little|lot|splash|dash) of)?\s*(?:sugars?|milk|oat milk|cream|honey|sweetener|spoons? of sugar|teaspoons? of sugar|lumps? of sugar)\s+in my (?:coffee|tea|latte|espresso))"
        r"(?=$|\s*[,;.!?]|\s+(?:now|these days|instead|anymore|and|but)\b)",
        0.5,
    ),
    row(
        "coffee_order",
        r"(?:always\s+|usually\s+|now\s+)*(?:take|drink|have|like|prefer|order)\s+(?:my\s+)?(?:coffee|tea|lattes?|espresso)\s+(?P<v>(?:black|white|iced|with|without|plain|sweet|decaf)\b[^,;!?\n]{0,40}?)"
        r"(?=$|\s*[,;.!?]|\s+(?:now|these days|instead|anymore)\b)",
        0.5,
    ),
    row(
        "habit",
        rf"(?:(?:now|just|recently|have|['’]ve|been|was|got)\s+)*(?P<v>(?:{BE}on|do|work(?:ing)?|switched to|moved to|went (?:on)?to|changed to|moved on to|(?:moved|put|switched|transferred) (?:to|onto|on))\s+(?:the\s+)?(?:night|day|early|late|morning|evening|graveyard|swing|afternoon|weekend)s?\s+shifts?)(?=$|\s*[,;.!?]|\s+(?:now|these days|at|in|and|but|instead|this|since)\b)",
        0.4,
    ),
    row(
        "travel_class",
        r"(?:always\s+|usually\s+|now\s+|only\s+|mostly\s+|prefer to\s+|prefer\s+)*(?:fly(?:ing)?|travel(?:ling)?|book|go|prefer)\s+(?:in\s+)?(?P<v>(?:premium\s+)?economy|business|first|coach)(?:[\s-]class)?"
        r"(?=$|\s*[,;.!?]|\s+(?:now|these days|when|because|for|on)\b)",
        0.6,
    ),
    row(
        "preferred_airline",
        r"(?:always\s+|usually\s+|only\s+|mostly\s+|prefer to\s+|prefer\s+)+(?:fly(?:ing)?)\s+(?:with\s+|on\s+)?(?P<v>(?-i:[A-Z])\w+(?:\s(?-i:[A-Z])\w+)*)(?=$|\s*[,;.!?]|\s+(?:now|when|because)\b)",
        0.6,
        bare=False,
    ),
    row(
        "habit",
        r"(?:always\s+|usually\s+|mostly\s+|now\s+)*(?P<v>(?:bike|cycle|walk|drive|commute|run|take the (?:bus|train|metro|subway|tram|ferry|car))\s+to\s+(?:work|school|the office|class|campus|uni))\b(?:\s+(?:now|these days))?(?=$|\s*[,;.!?])",
        0.4,
    ),
    row(
        "habit",
        r"(?P<v>(?:exercise|work out|train|practi[cs]e|shower|study|jog|stretch|listen|read|watch|drink|eat|write|walk|run|study|park|bike|cycle|nap|meditate|stretch|swim|cook|journal|ride|take the)\b[^,;!?]{0,40}?\s(?:on my (?:commute|lunch break|way)|"
        rf"(?:with|at|for|before|after|during) {_MEALS}|in the (?:mornings?|evenings?|afternoons?)|at night|on level \d+|on weekdays))\b[^,;!?]{{0,24}}?(?=$|\s*[,;.!?])",
        0.4,
    ),
    row(
        "likes",
        r"(?:have\s+|['’]ve\s+|just\s+|recently\s+|finally\s+|now\s+|been\s+|was\s+|got\s+)*(?:switched|changed|gone|moved|migrated|transferred|put|assigned|reassigned)(?: over| back)?"
        rf"\s+(?:to|on|onto)\s+(?:the\s+(?=(?:[\w-]+\s+)?(?:shifts?|piano|guitar|violin|cello|drums|flute|plan|team)\b))?{V}{STOP}",
        0.5,
        accept=lambda v: (
            is_liked(v)
            and not re.match(r"(?i)(?:the|my|plan|step|another|hold|trial|display|(?:mon|tues|fri)day)\b", v)
        ),
    ),
    row(
        "dislikes",
        r"(?:really\s+|actually\s+|just\s+)*(?:no longer\s+(?P<v>(?!live|work|need|want|have|know|think|feel|am|be\b|use)"
        r"[a-z]+(?:\s[a-z]+){0,3}?)|(?:don['’]?t|do not)\s+(?P<w>(?!live|work|need|want|have|know|think|feel|use)[a-z]+"
        r"(?:\s[a-z]+){0,3}?)\s+(?:anymore|any more|any longer))(?=$|\s*[,;.!?]|\s+(?:and|but|because|since)\b)",
        0.5,
        ends=True,
        accept=is_liked,
    ),
    row(
        "wake_time",
        r"(?:usually\s+|always\s+|normally\s+|now\s+|typically\s+|generally\s+)*(?:wake up|get up|wake"
        r"|rise)\s+(?:at|around|about|by)\s+(?P<v>\d{1,2}(?::\d\d)?\s*(?:am|a\.m\.|pm)?|noon|five|six|seven|eight|nine|ten)\b",
        0.5,
    ),
    row(
        "bed_time",
        r"(?:usually\s+|always\s+|normally\s+|now\s+|typically\s+|generally\s+)*(?:go to bed|go to sleep"
        r"|sleep)\s+(?:at|around|about|by)\s+(?P<v>\d{1,2}(?::\d\d)?\s*(?:am|pm|p\.m\.)?|midnight|ten|eleven|nine)\b",
        0.5,
    ),
    row(
        "habit",
        r"(?P<v>(?:go|run|walk|jog|swim|cycle|bike|meditate|practice|practise|play|read|work out|exercise"
        r"|train|visit|call|volunteer|cook|bake|journal|stretch|commute|eat|drink|attend|teach|babysit|do|have|take|get|order|watch"
        r"|see)\b[^,;!?]{0,50}?)\s+(?:(?:every|each)\s+(?:single\s+)?(?:day|morning|evening|night|week"
        r"|weekend|month|year|afternoon|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|other|two|three|few|\d|spring"
        r"|summer|winter|fall|autumn|lunch)|twice an?|once an?|(?:\w+|\d+) times an?|on (?:mon|tues|wednes|thurs|fri"
        r"|satur|sun)days|on weekends|daily|weekly|monthly|yearly|biweekly|hourly)\b[^,;!?]{0,30}?"
        r"(?=$|\s*[,;.!?])",
        0.4,
    ),
    row(
        "habit",
        r"(?:always\s+|usually\s+|mostly\s+|often\s+|only\s+|mainly\s+|now\s+|still\s+|also\s+|regularly\s+)*"
        r"(?P<v>(?:drink|eat|read|collect|teach|ride|play|watch|wear|use|train|grow|work(?=\s+(?:the\s+)?(?:night|day|morning|evening|late|early|weekend|double|rotating)[\w-]*\s*shifts?)|follow|support|volunteer|stay|shop|invest|brew|bake|sew|knit|paint|sing|fish|surf|coach|"
        r"code in|program in|write code in|bank with|pay with|commute by|root for|cheer for|shop at|listen to|subscribe to|rent|cook|tutor|breed|raise|restore|park|sail|dance|meditate|cycle|commute)\s"
        r"(?!(?:up|down|out|back|around|along|here|hard|it|this|that|these|those|them|you|your|him|her|his|their|to|more|less|so|too|too much|from|now|please|everything|something|anything|what|how|here|there|some)\b|the (?-i:[a-z]))"
        rf"[^,;!?\n]{{2,40}}?){STOP}",
        0.35,
        accept=lambda v: (
            not re.search(
                r"(?i)\b(?:you|your|this|that|it|today|tonight|right now|yesterday|code(?! in )|function|loop|variable|file|script|command|error|api)\b",
                v,
            )
        ),
    ),
    row(
        "habit",
        r"(?:['’]?m|am|['’]s|is)\s+(?:now\s+|also\s+|currently\s+)*(?P<v>(?:taking|attending|doing)\s+(?:an?\s+|the\s+|my\s+)?(?:[\w-]+\s+){1,3}?(?:class(?:es)?|course|lessons?|workshop|bootcamp|apprenticeship|internship))(?=$|\s*[,;.!?]|\s+(?:now|these days|too|on|at|and|but|this|instead)\b)",
        0.4,
    ),
    row(
        "trait",
        r"(?:['’]?m|am|['’]s|is)\s+(?:now\s+|currently\s+|still\s+)*(?P<v>on\s+(?:an?\s+|the\s+|my\s+)?(?:[\w-]+\s+){0,2}?(?:leave|diet|medication|probation|parole|sabbatical|waiting list|waitlist|benefits|welfare|disability|antidepressants|antibiotics|dialysis|night shifts?|day shifts?|plan|team|committee|board))(?=$|\s*[,;.!?]|\s+(?:now|these days|until|and|but|since)\b)",
        0.4,
        accept=lambda v: not re.search(r"(?i)\b(?:today|this)\b", v),
    ),
    row(
        "goal",
        rf"(?:{BE})(?:training|preparing|studying|saving(?: up)?|practicing)\s+for\s+{V}{STOP}",
        0.5,
        accept=is_thing,
    ),
    row(
        "goal",
        rf"(?:really\s+|still\s+|now\s+|always\s+)*wants?\s+to\s+(?P<v>(?:become|be)\s+an?\s+(?!better|good|great|happy|bit|part)[\w\s-]{{3,30}}?){STOP}",
        0.5,
    ),
    row(
        "project",
        rf"(?:{BE})(?:working on|building|writing|developing|creating|making|launching)\s+(?:an?|my"
        rf"|our)\s+{V}{STOP}",
        0.5,
        accept=lambda v: bool(
            re.search(
                r"(?i)\b(?:app|project|book|novel|thesis|dissertation|website|game|startup|company|paper|blog"
                r"|podcast|album|film|documentary|product|business|course|plugin|library|bot|platform|tool)\b",
                v,
            )
        ),
    ),
)
