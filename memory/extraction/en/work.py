"""Where people work and study, in English: one row a way of saying it."""

from __future__ import annotations

from memory.extraction.en.grammar import BE, STOP, V, row
from memory.extraction.en.values import (
    is_destination,
    is_employer,
    is_job,
    is_new_employer,
    is_thing,
)
from memory.extraction.places import is_place
from memory.extraction.predicate import Predicate

_TAKEN_ON = (
    r"(?:(?:have|has|['’]ve|just|recently|finally|now|was|were|been|got|am|['’]m)\s+)*(?:hired|taken on|recruited|appointed|employed"
    r"|(?:(?:start|started|begin|began|begun)\s+(?:work(?:ing)?|an?\s+(?:new\s+)?job|my new job))"
    r"|(?:found|got|landed|took|taken|accepted|got offered|been offered|secured)\s+(?:an?\s+)?(?:(?:new|permanent|full-time|part-time|good|great)\s+)*(?:work|job|position|post|role))"
)
"""How one comes to a post: "got hired", "found work", "started working"."""

WORK: tuple[Predicate, ...] = (
    row(
        "employer",
        rf"(?:no longer|don'?t|do not|doesn'?t)\s+works?\s+(?:at|for|with)\s+{V}(?:\s+(?:anymore|any more"
        rf"|any longer|now))?{STOP}",
        0.7,
        ends=True,
        accept=is_employer,
        sets="job",
        says_ending=True,
    ),
    row(
        "employer",
        rf"(?:{BE})?(?:not|no longer)\s+(?:working\s+)?(?:at|with)\s+{V}(?:\s+(?:anymore|any more|any longer|now))?{STOP}",
        0.7,
        ends=True,
        accept=is_new_employer,
        sets="job",
    ),
    row(
        "employer",
        r"(?:have\s+|['’]ve\s+|just\s+|recently\s+|finally\s+|was\s+|got\s+|been\s+|['’]m\s+"
        r"|am\s+)*(?:stopped working (?:at|for)|quit (?:working (?:at|for)|(?:my )?(?:job|work|position) "
        r"(?:at|with))|resigned from|laid off (?:from|by|at)|fired (?:from|by)|let go (?:from|by)|left "
        rf"my job at|lost my job at|retired from|no longer (?:at|with)|done (?:with|at))\s+{V}(?:(?=\s+to (?:become|be|start|work|join|study|focus|pursue)\b)|{STOP})",
        0.7,
        ends=True,
        accept=is_employer,
        sets="job",
    ),
    row(
        "employer",
        rf"(?:have\s+|['’]ve\s+|just\s+|finally\s+)*(?:stopped|quit)\s+\w+ing\s+(?:at|for)\s+{V}{STOP}",
        0.7,
        ends=True,
        accept=is_new_employer,
        sets="job",
    ),
    row(
        "employer",
        rf"(?:have\s+|['’]ve\s+|just\s+|recently\s+|finally\s+)*(?:left|quit)\s+{V}(?:(?=\s+to (?:become|be|start|work|join|study|open|run|focus|pursue|retrain)\b)|{STOP})",
        0.7,
        ends=True,
        accept=lambda v: is_new_employer(v) and " for " not in v,
        sets="job",
    ),
    row(
        "second_employer",
        rf"(?:(?:also|now|just|recently|have|['’]ve)\s+)*(?:have|has|got|took|took on|taken on|work)\s+a\s+(?:second|side|part-time second)\s+job\s+(?:at|with|for)\s+{V}{STOP}",
        0.6,
        accept=is_employer,
    ),
    row(
        "employer+job_title",
        rf"{_TAKEN_ON}\s+as\s+(?:an?|the|their)\s+(?P<w>[\w\s/-]{{2,40}}?)\s+(?:at|for|with)\s+{V}{STOP}",
        0.8,
        accept=is_employer,
        accept_w=is_job,
        sets="job",
    ),
    row("job_title", rf"{_TAKEN_ON}\s+as\s+(?:an?|the|their)\s+{V}{STOP}", 0.7, accept=is_thing, sets="job"),
    row(
        "job_title",
        rf"(?:have\s+|['’]ve\s+|just\s+|recently\s+|finally\s+)*(?:(?:quit|left|lost|gave up)\s+(?:my\s+)?(?:job|work|position|role|career)|(?:stopped|quit)\s+working|no longer work|don['’]?t work)\s+as\s+(?:an?\s+)?{V}{STOP}",
        0.6,
        ends=True,
        accept=is_job,
        sets="job",
    ),
    row(
        "employer",
        r"(?:have\s+|['’]ve\s+|just\s+|recently\s+|finally\s+|was\s+|got\s+|been\s+)*(?P<x>quit my job"
        r"|left my job|lost my job|laid off|resigned|let go|fired|made redundant|sacked|dismissed)(?=$|\s*[,;.!?]|\s+(?:last|this|today"
        r"|yesterday|and|from my|recently|on)\b)",
        0.7,
        ends=True,
        sets="job",
    ),
    row(
        "job_title",
        r"(?:have\s+|['’]ve\s+|just\s+|finally\s+|officially\s+|recently\s+|['’]?m\s+|am\s+|is\s+"
        r"|['’]s\s+)*(?:(?:now|currently|still)\s+)*(?P<v>retired|unemployed|jobless|out of work|out of a job|self[- ]employed|between jobs)(?=$|\s*[,;.!?]"
        r"|\s+(?:last|on|yesterday|today|right now|currently|these days|for|until|because|now|this|and|in|since|at the moment|after|early|again|a|two|three|at|but)\b)",
        0.7,
    ),
    row(
        "habit",
        rf"(?:{BE})(?:now\s+|still\s+)*(?P<v>with\s+(?:vodafone|verizon|at&t|t-mobile|o2|ee|three|orange|telekom|telefonica|sprint|bt|sky|virgin|virgin media|comcast|xfinity|spectrum|hsbc|barclays|chase|wells fargo|monzo|revolut|n26|lloyds|santander|citibank|natwest|ing|allianz|axa|aviva|geico|aetna|cigna|bupa|edf|octopus|british gas|e\.on|bulb|engie))(?=$|\s*[,;.!?]|\s+(?:now|these days|for|and|but)\b)",
        0.4,
        of_others=False,
    ),
    row(
        "employer+job_title",
        rf"(?:{BE})(?:at|with)\s+{V}\s+as\s+(?:an?\s+|the\s+|their\s+)?(?P<w>[\w\s/-]{{2,40}}?){STOP}",
        0.8,
        accept=is_employer,
        accept_w=is_job,
    ),
    row(
        "work_location",
        r"(?:now\s+|have to\s+|had to\s+)*(?:go|going|come|commute)\s+(?:in)?to\s+(?P<v>(?:the|our|my) office)\s+(?:every|each|daily|full[- ]time|\w+ (?:days|times))\b",
        0.5,
    ),
    row(
        "work_location",
        rf"(?:{BE})?(?:work|works|working)\s+(?P<v>remotely|from home|from the office|in the office|on[- ]?site|hybrid){STOP}",
        0.5,
    ),
    row(
        "employer+job_title",
        rf"(?:{BE})?(?:work|works|working)\s+(?:at|for|with)\s+{V}\s+as\s+(?:an?\s+|the\s+"
        rf"|their\s+)?(?P<w>[\w\s/-]{{2,40}}?){STOP}",
        0.8,
        accept=is_employer,
    ),
    row(
        "employer",
        rf"(?:{BE})?(?:teach|teaches|teaching|coach|coaching)\s+[\w\s]{{2,24}}?\s+at\s+{V}{STOP}",
        0.7,
        accept=is_employer,
    ),
    row(
        "job_title",
        r"(?:(?:have|['’]ve|just|recently|finally|now)\s+)*(?:run|runs|own|owns|started|opened|set up|founded|launched|bought|took over)\s+(?:my own|an?|our own"
        r"|our)\s+(?P<v>(?:[\w-]+\s){0,3}?(?:bakery|shop|store|business|company|restaurant|cafe|café"
        r"|studio|agency|farm|startup|bar|salon|gym|practice|clinic|consultancy|bookshop|brewery|hotel"
        r"|b&b))\b",
        0.7,
    ),
    row(
        "employer+job_title",
        rf"(?:{BE})?(?:work|works|working|worked)\s+as\s+(?:an?\s+"
        rf"|the\s+)?(?P<w>[\w\s/-]{{2,40}}?)\s+(?:at|for|with)\s+{V}{STOP}",
        0.8,
        accept=is_employer,
    ),
    row("job_title", rf"(?:{BE})?(?:work|works|working)\s+as\s+(?:an?\s+|the\s+)?{V}{STOP}", 0.7, accept=is_thing),
    row(
        "employer",
        rf"(?:drive|deliver|write|freelance|consult|fly|play)\s+for\s+(?P<v>(?-i:[A-Z])[^,;!?\n]*?){STOP}",
        0.6,
        accept=is_employer,
    ),
    row(
        "home",
        r"(?:now\s+|currently\s+|just\s+|recently\s+|['’]ve\s+|have\s+)*(?:live|living|moved)\s+(?:to\s+|in\s+)?(?:near\s+)?(?P<v>downtown|uptown|midtown|abroad|the (?:suburbs|countryside|city cent(?:re|er)|coast|mountains))\b",
        0.6,
        sets="home",
    ),
    row(
        "employer",
        rf"(?:{BE})?(?:have been\s+|been\s+|(?:went|gone|going|am|['’]m) back to\s+)?(?:work|works|working|employed|interning|doing an internship|teach|teaches"
        r"|teaching)\s+(?:full[- ]time\s+|part[- ]time\s+|remotely\s+|over\s+|in \w+\s+)?(?:at|for|with"
        rf"|by)\s+{V}{STOP}",
        0.8,
        accept=lambda v: is_employer(v) and not is_place(v),
    ),
    row("work_location", rf"(?:{BE})?(?:work|works|working)\s+(?:in|from|out of)\s+{V}{STOP}", 0.5, accept=is_place),
    row(
        "industry",
        rf"(?:(?:{BE})?(?:work|works|working)\s+in|(?:have\s+|['’]ve\s+|just\s+|recently\s+)*(?:switched|moved|transitioned|went)\s+(?:over\s+)?(?:in)?to)\s+(?P<v>(?:it|tech|finance|marketing|sales|hr|healthcare"
        r"|education|construction|retail|advertising|insurance|logistics|consulting|real estate"
        r"|hospitality|law|banking|publishing|biotech|pharma|fashion|film|advertising|cybersecurity"
        r"|software|the \w+ industry))\b",
        0.5,
    ),
    row(
        "employer",
        r"(?:have\s+|['’]ve\s+|just\s+|recently\s+|finally\s+|now\s+)*(?:started|start"
        r"|began)\s+(?:(?:working|work|a new job|a job|my new job|as an? [\w\s]+?)\s+)*(?:at"
        rf"|for)\s+{V}{STOP}",
        0.8,
        accept=is_employer,
        sets="job",
    ),
    row(
        "employer",
        r"(?:have\s+|['’]ve\s+|just\s+|recently\s+|finally\s+|was\s+|been\s+)*(?:got|landed|took|accepted"
        r"|found|have|got me)\s+(?:an?|the|my)\s+(?:new\s+|dream\s+|[\w-]+\s+)?(?:job|position|role|offer|post"
        rf"|gig)\s+(?:\w+ing\s+|as\s+an?\s+[\w\s]+?\s+)?(?:at|with|from)\s+{V}{STOP}",
        0.8,
        accept=is_employer,
        sets="job",
    ),
    row(
        "employer",
        r"(?:have\s+|['’]ve\s+|just\s+|recently\s+|finally\s+|was\s+|got\s+|been\s+)*(?:joined(?:\s+an?\s+(?:\w+\s)?(?:startup|company|firm|agency|studio|bank|nonprofit)\s+(?:called|named))?|signed (?:on )?with|hired "
        r"(?:by|at)|recruited by|employed (?:by|at)|transferred to|switched (?:jobs|companies) to|changed jobs "
        rf"(?:and .+? )?to|moved (?:on )?to|changed jobs to|jumped to|moved over to)\s+{V}{STOP}",
        0.8,
        accept=is_new_employer,
        sets="job",
    ),
    row(
        "",
        r"(?:have\s+|['’]ve\s+|just\s+|recently\s+|finally\s+)*(?:changed|switched|got a new|have a new"
        r"|found a new|started a new)\s+jobs?(?=$|\s*[,;.!?]|\s+(?:and|last|this|in)\b)",
        0.3,
        sets="job",
    ),
    row("employer", rf"(?:{BE})?(?:now\s+)?(?:at|with)\s+{V}{STOP}", 0.7, accept=is_new_employer, needs="job"),
    row("employer", rf"(?:{BE})(?:now\s+)?(?:at|with)\s+{V}\s+now\b", 0.7, accept=is_new_employer),
    row(
        "employer+job_title",
        rf"(?:{BE})(?:an?\s+|the\s+)?(?P<w>[\w\s/-]{{2,40}}?)\s+(?:at|for|with)\s+{V}{STOP}",
        0.8,
        accept=is_employer,
        accept_w=is_job,
    ),
    row(
        "job_title",
        r"(?:have\s+|['’]ve\s+|just\s+|recently\s+|was\s+|got\s+|been\s+|finally\s+)*(?:became|become"
        rf"|been made|was made|switched careers to|retrained as|took over as)\s+(?:an?\s+|the\s+)?{V}{STOP}",
        0.7,
        accept=is_job,
    ),
    row(
        "job_title",
        rf"(?:have\s+|['’]ve\s+|just\s+|finally\s+)*(?:quit|left|gave up)\s+[^,;]{{2,40}}?\s+to\s+(?:become|be|work as)\s+(?:an?\s+){V}{STOP}",
        0.7,
        accept=is_job,
    ),
    row(
        "job_title",
        rf"(?:have\s+|['’]ve\s+|just\s+|recently\s+|was\s+|got\s+|been\s+|finally\s+)*promoted\s+(?:from\s+[\w\s]+?\s+)?to\s+(?:an?\s+|the\s+)?{V}{STOP}",
        0.7,
        accept=is_thing,
    ),
    row(
        "job_title",
        rf"(?:{BE})(?:an?\s+|now\s+)*(?P<v>(?:high school |college )?(?:freshman|sophomore|junior|senior))(?=$|\s*[,;.!?]|\s+(?:now|at|in|this)\b)",
        0.5,
    ),
    row(
        "home",
        rf"(?:now\s+|currently\s+)*stays?\s+in\s+{V}{STOP}",
        0.6,
        accept=is_destination,
    ),
    row(
        "job_title",
        rf"(?:{BE})(?:an?\s+|the\s+|now\s+)*{V}(?=$|\s*[,;.!?()\n]|\s+(?:and|by|from|in|working|living|who"
        r"|but|with|so|at|now|for|based|of)\b)",
        0.7,
        accept=is_job,
    ),
)
