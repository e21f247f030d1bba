"""What makes an English clause something other than a statement of the user."""

from __future__ import annotations

import re

_SUBJECT = (
    r"(?:i|i'm|im|i've|ive|i'll|my|we|we're|he|he's|she|she's|they|they're|it|it's|you|our|mine|this"
    r"|that|there|home is|home['’]s|please|call me|what|how|where|when|who|which|can|could|do|does|any|is|are|should)\b"
)
SPLIT = re.compile(
    r"[,，、]\s*(?=(?:(?:and|but|so|because|since|then|also|now|or|cuz|cos|though|although|while"
    rf"|currently|actually)\s+)?{_SUBJECT})|\s+-+\s+|—|:\s+|：|\.\.\.+|…"
    r"|\s+(?=(?:and|but|so|because|since|cuz|cos|plus|though|although|while|btw|also)(?:,?\s+(?:now"
    r"|currently|actually))?\s+(?:i|i'm|im|i've|my|we|he|he's|she|she's|they|now|please|what|how|can"
    r"|could)\b)"
    r"|[,\s]\s*(?=(?:(?:and|so)\s+)?(?-i:[A-Z][a-z]+)\s+is\s+(?:now\s+)?my\s+(?:new\s+|current\s+)*(?:boss|manager|supervisor|lead|team lead|doctor|dentist|teacher|coach|roommate|flatmate|landlord|therapist|wife|husband|fianc[ée]e?|girlfriend|boyfriend|partner|ex)\b)"
    r"|\s+(?=(?:can|could|would|will|do)\s+(?:you|u|we|i)\b|(?:what|how|where|which)(?:'s|\s+(?:is"
    r"|are|should|can|do|does|about|would|to|kind|time))\b|please\b|any\s+(?:ideas?|suggestions?|tips"
    r"|recommendations?)\b)"
    r"|(?<=[a-z0-9])(?<!\bdo)(?<!\bdid)(?<!\bam)(?<!\bthat)(?<!\bwhere)(?<!\bwhen)(?<!\bwhat)(?<!\bho"
    r"w)(?<!\bif)(?<!\bas)(?<!\bthan)(?<!\bcan)(?<!\bwhy)(?<!\bwho)"
    r"(?<!\bwhich)(?<!\band)(?<!\bbut)(?<!\bso)(?<!\bbecause)(?<!\bsince)(?<!\bsaid)(?<!\bsays)(?<!\b"
    r"think)(?<!\bthinks)(?<!\bis)(?<!\bare)(?<!\bof)(?<!\bto)(?<!\bfor)(?<!\bin)(?<!\bat)(?<!\bwith)"
    r"\s+(?=i'?m\s|i\s+(?:live\s+in|work\s+(?:at|for|as)|am|don'?t|need|want|wanna)\b|my\s+(?:name|birthday|job"
    r"|favou?rite\s+\w+)\s+is\b|my\s+(?:wife|husband|sister|brother|son|daughter|girlfriend|boyfriend"
    r"|dog|cat)\s+(?:is|works|lives|loves|likes|hates)\b)",
    re.I,
)
TAG = re.compile(
    r"^(?:right|correct|isn'?t it|don'?t i|aren'?t i|am i right|am i not|do i|is that right|yes|no"
    r"|remember|yeah|huh|eh|ok)\W*$",
    re.I,
)
ASKS = re.compile(
    r"^(?:(?:and|but|so|ok|okay|well|hi|hey|hello|now|then|or|um|also|please|btw|because|since|wait"
    r"|hmm|sorry)[\s,]+)*"
    r"(?:(?:do|does|did|am|is|are|was|were|have|has|had|can|could|would|should|shall|will|may|might"
    r"|isn'?t|don'?t|didn'?t|doesn'?t|aren'?t|wasn'?t|won'?t|can'?t|couldn'?t)\s+(?:i|you|u|we|they"
    r"|he|she|it|my|the|there|this|that|your|our|any|a)\b"
    r"|(?:what|where|when|who|whom|whose|why|how|which|whats|wheres|whos|hows|what's|where's|who's"
    r"|how's|when's|why's)\b)|\?$|\bdo you know\b|\bdid i\b",
    re.I,
)
OPENS_UNREAL = re.compile(
    r"\b(?:if|unless|suppose|supposing|imagine|imagining|pretend|pretending|assum(?:e|ing)|whether"
    r"|in case|as if|as though|hypothetically|let'?s say|lets say|say i\b|say that i\b|for example"
    r"|for instance|e\.g|"
    r"(?:i|we) (?:dream(?:t|ed)|wish|wished|heard|saw|hope|want(?! to (?:become|be) an?\b)|wanted|wonder|doubt"
    r"|pretended|read(?! (?:it|that|this|the \w+|them) wrong| the wrong)(?= (?:that|about|somewhere|in (?:an?|the)|it|online|this|an article|i|my|how|why|on (?:reddit|twitter|wikipedia)))"
    r")\b(?! a (?:window|aisle)| to (?:be called|remember))|in (?:my|a|the|this|that|our) (?:dream|book"
    r"|movie|film|story|novel|game|song|show|series|poem|lyrics|article|news)|when i (?:was|were|grow"
    r"|retire|get)|once i\b|until i\b|before i\b|"
    r"(?:he|she|they|people|someone|somebody|everyone|everybody|nobody|you|my (?:\w+ )?\w+|the \w+"
    r"|[A-Z][a-z]+)(?:'s|s)? (?:(?:always|often|just|once|also|even|jokingly|never) )?(?-i:(?!(?:told|asked|tells|asks) me to (?:stop|quit|rest|cut)\b)(?:say|says"
    r"|said|saying|told|tell|tells|think|thinks|thought|claim|claims|claimed|believe|believes"
    r"|believed|asked|asks|wrote|writes|mentioned|mentions|insists?|insisted|heard|suggested|assumed?"
    r"|joke[sd]?|kept saying|wants? me|wanted me))\b|according to|rumou?r has|it is said|supposedly"
    r"|apparently|the character|my character|the line|the lyrics?)",
    re.I,
)
GUESSES = re.compile(
    r"\b(?:maybe|perhaps|probably|possibly|might|could(?!n'?t)|would(?!n'?t)|(?:i['’]d|(?<!\w\s)id)(?! (?:rather|prefer"
    r"|always|like (?:an? |the )?(?:window|aisle)))|not sure|unsure|i guess|i think|i thought|i feel like|i suppose|(?:almost|nearly)(?! (?:every|all|always|never|daily|each)\b)|i "
    r"forgot|don'?t know|can'?t remember|don'?t remember|no idea|as a joke|kind of guess|seems?|seem "
    r"to|likely|"
    r"tempted|thinking (?:of|about)|considering|wonder(?:ing)?|in theory|sort of want)\b|^(?:you(?! "
    r"(?:can|may|could|should|all)?\s*(?:now |just |also |always |best |still )*(?:call me|(?:reach|contact|text|message|email|phone|ring|find|get|get hold of) me (?:at|on|under|by|via)))|your|you're|let'?s|thanks?"
    r"|thank you)\b",
    re.I,
)
HANDED_OVER = re.compile(
    r"^you(?:['’]re| are)\s+(?:now\s+)?(?:(?-i:[A-Z])\w+|(?:an?|the|my)\s+(?:\w+\s+){0,3}?(?:knight|pirate|dragon|wizard|detective|doctor|interviewer"
    r"|teacher|tutor|chef|coach|expert|assistant|lawyer|narrator|king|queen|robot|bot|character|host|customer|therapist))\b|^(?:subject|re|from|to):\s|^dear\s(?!me\b)|^"
    r"(?:(?:please|can you|could you|would you|will you|pls|hey|hi|ok|now|help me(?: to)?|i need "
    r"you to|i want you to|kindly|also|then|and|just|so)[\s,]+)*"
    r"(?:translate|translating|summari[sz]e|rewrite|rephrase|paraphrase|proofread|proof-read|edit"
    r"|polish|improve|shorten|correct (?:this|the|my|following|these)|fix (?:this|the|my|these)"
    r"|check (?:this|the|my|these) (?:text|sentence|grammar|email|essay|paragraph|code)|"
    r"act as|act like|pretend|role-?play|play the role|repeat (?:after|this|the)|continue (?:this"
    r"|the)|complete (?:this|the)|explain (?:this|the following)|analy[sz]e (?:this|the following)|"
    r"write (?:me )?(?:a|an|the|some|another|two|three)?\s*[\w\s-]{0,30}(?:story|poem|song|email"
    r"|e-mail|letter|essay|dialog(?:ue)?|script|code|function|sentence|paragraph|blog|post|tweet|bio"
    r"|limerick|haiku|monologue|joke|speech|sketch|novel|lyrics|message|reply)|draft|compose"
    r"|generate)\b"
    r"|\bhow (?:do|would|can|should) (?:i|you|we|one) (?:say|write|translate|spell|pronounce)\b"
    r"|\bhow to say\b|\bwhat does\b.*\bmean\b|\b(?:translate|translation)\b.*[:：]|\bthe following\b"
    r"|\bhere(?:'s| is| are) (?:the|a|an|my|some) (?:text|code|email|article|essay|paragraph|log"
    r"|error|transcript|story|draft|message|letter|lyrics)|\blyrics\b",
    re.I,
)
HANDED_BACK = re.compile(
    r"\b(?:translate|rephrase|proofread|rewrite|correct|fix|polish) (?:this|that|it|the above|the "
    r"sentence|that sentence|this sentence)\b|\b(?:this|that|the|above|last) (?:sentence|paragraph"
    r"|text|phrase)\b.*\b(?:mean|correct|right|grammar|translate|in \w+)\b|\bis (?:this|that|the "
    r"above|it) (?:sentence )?(?:grammatically )?correct\b|\bhow (?:do|would) (?:i|you) say (?:that"
    r"|this|it)\b",
    re.I,
)
JOKE = re.compile(
    r"\b(?:just kidding|jk|j/k|kidding|only joking|just joking|joking|not really|i lied|i made that "
    r"up|april fools|/s|never ?mind|nvm)\b(?! aside)",
    re.I,
)
ASIDE = re.compile(
    r"(?:[\s,]+(?:btw|by the way|lol{1,9}|lmao|ha(?:ha){0,9}|hehe|tho|fyi|ok|okay|thanks|thx|please|pls|xd|xoxo|anyway|you know|you see)"
    r"|\s*(?:[:;][-']?[)D(P]|<3|\^_?\^|[\U0001F300-\U0001FAFF\u2600-\u27BF\uFE0F~]))+$",
    re.I,
)
"""What closes a clause and says nothing: asides, laughter, faces."""
PAST = re.compile(
    r"\b(?:used to|previously|formerly|once (?:lived|worked|had)|back (?:in|then|when)|at the time"
    r"|in the past|growing up|as a (?:kid|child|teenager|student)|in my (?:teens|twenties|youth)|my "
    r"(?:old|former|previous|ex|late)\b|years ago i (?:lived|worked)|i was\b(?! (?:just |recently "
    r"|finally )?(?:born|raised|diagnosed|hired|promoted|laid|fired|let go|taken on|recruited|appointed|employed|offered|switched|moved|put|given|made|transferred|able))|i had\b(?! to\b)|i lived|i worked"
    r"|i liked|i loved|i hated|i studied)",
    re.I,
)
NOW = re.compile(
    r"\b(?:now|nowadays|currently|these days|at the moment|as of|anymore|any more|no longer|moved"
    r"|switched|changed|joined|started|quit|today|still|got a new)\b",
    re.I,
)
RESTARTS = re.compile(r"^(?:but|and|so|now|then|however)?\s*(?:i|my|we|she|he)\b|\bnow\b|\bbut\b", re.I)
CORRECTS = re.compile(
    r"\b(?:actually|correction|i meant|i mean|sorry|my mistake|my bad|wrong|not \w+(?: \w+)?[,;]? "
    r"(?:but|it'?s|i'?m)|scratch that|rather|typo|misspel\w+|spel(?:led|t)|mistyped|got (?:it|that) wrong|oops|whoops|nope|make that|strike that|misspoke|to be precise)\b|^no\b"
    r"|\b(?:misread|misremembered|mixed (?:(?:it|that|them|this|the \w+|things) )?up|(?:spelled|spelt|wrote|typed|said|read|put|told you|remembered|looked at) (?:(?:it|that|this|them|the) )?(?:\w+ )?wrong(?:ly)?)\b",
    re.I,
)
TAKES_BACK = re.compile(
    r"(?i)\b(?:typo|(?:made|was) a mistake|my mistake|misspel\w+|mistyped|misspoke|misread|miscounted|miscalculated|i meant to (?:write|say|type|put)|misremembered|mixed (?:(?:it|that|them|this|the \w+|things) )?up|correction"
    r"|(?:spelled|spelt|wrote|typed|said|read|put|told you|remembered|looked at|got|had) (?:(?:it|that|this|them|the \w+|the) )?(?:\w+ )?wrong(?:ly)?|that (?:was|is) (?:wrong|incorrect|not right))\b"
)
"""A sentence that takes back what was said, and says nothing else: the next one puts it right."""
