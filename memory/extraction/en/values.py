"""What a value must be to be believed, in English."""

from __future__ import annotations

import re

from memory.extraction.places import is_place

_POINTING = re.compile(
    r"^(?:it|this|that|these|those|them|him|her|you|your|yours|me|us|what|how|when|where|why|who"
    r"|which|there|here|someone|something|anything|everything|nothing|one|ones|some of|the (?:way"
    r"|idea|fact|first|second|last|other|same|one|sound of (?:that|it)|answer|response|result|option"
    r"|suggestion)|to (?:know|hear|see|think|say|ask|be|have|get|make|do|use|try|go|eat|order|book"
    r"|find|buy|add|change|talk|discuss|learn more|start|know)\b|knowing|hearing|talking to you"
    r"|being able|so much|as well|too|a lot|more|much|my (?:wife|husband|life|job|mom|dad|kids?"
    r"|family|new|own)|is\b|being (?:asked|called|here)|if|very|better)\b|^(?:a lot|more|so|too|to|it all)$|\bin th(?:e|is|at) (?:pic|photo|picture|painting|image|video)\b",
    re.I,
)
_NOT_HOME = re.compile(
    r"^(?:is|was|now|here|there|today|a|an|my|this|that|these|your|his|her|our|their|fear|peace|harmony|denial|hope"
    r"|poverty|hotel|hotels|sin|luxury|isolation|silence|comfort|different|separate|shared|one|two"
    r"|the (?:past|moment|present|same|city|house|dorms?|hotel|basement|hospital|building|middle"
    r"|shadow|woods|wrong|right|first|second|ground|top|next|other|product|sales|marketing|office"
    r"|team|point|back|front))\b|\d",
    re.I,
)
_NOT_MOVED = re.compile(
    r"^(?:spring|summer|fall|autumn|winter|january|february|march|april|may|june|july|august|september|october|november|december|linux|windows|mac|macos|android|ios|iphone|python|java|rust|go|golang|typescript|javascript"
    r"|react|vue|notion|obsidian|vim|emacs|vs ?code|aws|azure|gcp|gmail|spotify|apple music|youtube|disney|prime video|netflix|hulu|telegram|whatsapp|signal|firefox|chrome|brave|safari|edge|slack|monday|tuesday"
    r"|wednesday|thursday|friday|saturday|sunday|next|tomorrow|another|something|plan|step|marketing"
    r"|sales|engineering|product|management|design|data|finance|support|remote|part|full|decaf|tea"
    r"|coffee|veg)\b",
    re.I,
)
_LOWER = re.compile(
    r"(?!(?:new|other|better|bigger|smaller|cheaper|different|nearby|work|school|home|bed|college"
    r"|university|vegan|english|chinese|live|study|be|do|see|get|help|another|someone|something|video"
    r"|email|phone|chat|text|dark|light)\b)[a-z]{4,}(?:\s(?!(?:team|department|topic|section|plan"
    r"|version|house|flat|apartment|place|role|company|job|account|phone|server|food"
    r"|diet)\b)[a-z]{4,})?"
)
"""A place that was typed in lower case: a word or two, none of them what else one moves to."""
_NOT_EMPLOYER = re.compile(
    r"^(?:right|now|scratch|home|night|nights|it|this|that|them|him|her|you|me|us|my|your|his|the (?:moment|same"
    r"|weekend|time|office|desk|gym|end|start|day|night|beach|airport|computer)|a (?:desk"
    r"|time|computer|distance|fast|slow|good|while|living|coffee|cafe|project|report|plan|problem"
    r"|solution|feature|fix|new (?:feature|project|design|version))|an? (?:\w+ )?(?:pace|hour"
    r"|solution|problem)|least|all|first|last|once|free|fun|money|years|months|hours|days|weeks|work"
    r"|school$|university$|lunch|dinner|noon|midnight|some(?:one|thing)|myself|now|nothing|everyone"
    r"|hard|the moment|\d)\b|^(?:mon|tues|wednes|thurs|fri|satur|sun)day",
    re.I,
)
_JOB = re.compile(
    r"\b(?:engineer|developer|programmer|coder|teacher|tutor|nurse|doctor|physician|surgeon|dentist"
    r"|vet|veterinarian|lawyer|attorney|paralegal|judge|designer|accountant|bookkeeper|auditor"
    r"|manager|driver|student|undergrad|undergraduate|freshman|sophomore|chef|cook|baker|butcher"
    r"|barista|bartender|waiter|waitress|server|writer|author|novelist|poet|journalist|"
    r"reporter|editor|actor|actress|singer|dancer|policeman|policewoman|police officer|cop"
    r"|firefighter|paramedic|soldier|officer|salesperson|salesman|saleswoman|rep|representative"
    r"|architect|analyst|scientist|researcher|postdoc|professor|lecturer|translator|interpreter|guide"
    r"|photographer|videographer|painter|artist|musician|pianist|guitarist|"
    r"composer|producer|director|owner|founder|co-founder|cofounder|entrepreneur|freelancer"
    r"|contractor|consultant|advisor|adviser|coach|trainer|instructor|therapist|psychologist"
    r"|psychiatrist|pharmacist|biologist|chemist|physicist|mathematician|statistician|economist"
    r"|historian|geologist|astronomer|electrician|plumber|carpenter|mechanic|"
    r"welder|builder|farmer|gardener|florist|fisherman|pilot|steward|flight attendant|sailor"
    r"|secretary|receptionist|assistant|clerk|cashier|librarian|recruiter|marketer|copywriter|blogger"
    r"|youtuber|streamer|influencer|model|hairdresser|barber|stylist|tailor|cleaner|janitor"
    r"|housekeeper|nanny|babysitter|homemaker|housewife|stay-at-home (?:mom|dad|parent|mum)|"
    r"ceo|cto|cfo|coo|vp|pm|sre|dba|intern|apprentice|trainee|retiree|civil servant|diplomat"
    r"|politician|priest|pastor|nun|monk|optometrist|optician|radiologist|cardiologist|dermatologist"
    r"|pediatrician|midwife|physiotherapist|dietitian|nutritionist|realtor|broker|banker|trader"
    r"|investor|underwriter|actuary|planner|strategist|administrator|sysadmin|"
    r"technician|operator|supervisor|foreman|inspector|surveyor|dispatcher|courier|postman|mailman"
    r"|lifeguard|detective|guard|social worker|data (?:scientist|analyst|engineer)|product owner"
    r"|scrum master|phd (?:student|candidate)|grad student|high schooler|self[- ]employed|unemployed"
    r"|retired|freelance \w+|team lead|tech lead|lead|(?:department|section|division|project|shift) head|head of \w+|coordinator|specialist|associate|executive|deputy|warden|marshal|installer|fitter|stewardess|hostess|principal|headmaster|counsell?or|hygienist|vet tech|game dev"
    r"|dev|devops|\w+ologist|\w+therapist|\w+ienist|\w{3,}(?:ician|ographer|keeper|maker|worker|taker)|(?:mail|letter) carrier|sergeant|corporal|lieutenant|captain|colonel|sous chef|animator|curator|conductor|umpire|referee|agent|mason|bricklayer|roofer|decorator|joiner|handyman|ranger|groomer|sommelier|brewer|roaster|concierge|porter|chauffeur|trucker|bouncer|comedian|screenwriter|illustrator|cartoonist|sculptor|potter|archivist|registrar|osteopath|chiropractor|carer|caregiver|childminder|au pair|chaplain|vicar|imam|rabbi|solicitor|barrister|notary|councill?or|ambassador|controller|buyer|jewell?er|fishmonger|grocer|\w+smith|dressmaker|seamstress|drummer|violinist|cellist|dj|magician|linguist|surveyor)$",
    re.I,
)
LANGUAGES = (
    r"(?:english|chinese|mandarin|cantonese|french|german|spanish|italian|portuguese|russian|japanese"
    r"|korean|arabic|hindi|urdu|bengali|punjabi|tamil|telugu|turkish|dutch|swedish|norwegian|danish"
    r"|finnish|polish|czech|hungarian|greek|hebrew|thai|vietnamese|indonesian|malay|tagalog|ukrainian"
    r"|romanian|swahili|persian|farsi|catalan|welsh|irish|latin|esperanto|asl|sign language)"
)
NATIONALITIES = (
    r"(?:american|british|english|scottish|welsh|irish|canadian|mexican|brazilian|argentinian|chilean"
    r"|colombian|peruvian|french|german|austrian|swiss|dutch|belgian|spanish|portuguese|italian|greek"
    r"|turkish|polish|czech|hungarian|romanian|bulgarian|ukrainian|russian|swedish|norwegian|danish"
    r"|finnish|icelandic|chinese|taiwanese|japanese|korean|vietnamese|thai|indian|pakistani|"
    r"bangladeshi|filipino|filipina|indonesian|malaysian|singaporean|australian|egyptian|nigerian"
    r"|kenyan|south african|ethiopian|moroccan|israeli|iranian|lebanese|syrian|new zealander|kiwi)"
)
DIETS = (
    r"(?:vegan|vegetarian|pescatarian|pescetarian|flexitarian|lacto[- ]ovo vegetarian|plant[- ]based"
    r"|keto|paleo|carnivore|low[- ]carb|low[- ]sodium|low[- ]fodmap|gluten[- ]free|dairy[- ]free"
    r"|sugar[- ]free|lactose[- ]free|halal|kosher|veggie|raw vegan|teetotal)"
)
PETS = (
    r"(?:dogs?|cats?|kittens?|kitties|kitty|pupp(?:y|ies)|pups?|rabbits?|bunn(?:y|ies)|hamsters?"
    r"|guinea pigs?|parrots?|parakeets?|budgies?|turtles?|tortoises?|goldfish|fish|snakes?|geckos?"
    r"|lizards?|ferrets?|horses?|pon(?:y|ies)|birds?|chickens?|golden retrievers?|labradors?|labs?"
    r"|corgis?|poodles?|beagles?|huskies|husky|german shepherds?|bulldogs?|terriers?|chihuahuas?"
    r"|dachshunds?|"
    r"siamese|persians?|maine coons?|ragdolls?|tabby|rats?|mice|mouse|iguanas?|cockatiels?|axolotls?"
    r"|chinchillas?|hedgehogs?|gerbils?|goats?|sheep|cows?|ducks?|geese|donkeys?|pigs?|llamas?|alpacas?|canar(?:y|ies)|cockatoos?|macaws?|koi|bettas?"
    r"|tarantulas?|frogs?|newts?|salamanders?|stick insects?|spaniels?|collies?|pugs?|whippets?|greyhounds?|rottweilers?|dobermans?|shih tzus?|boxers?)"
)
CARS = (
    r"(?:tesla|toyota|honda|ford|bmw|audi|mercedes|benz|volkswagen|vw|volvo|porsche|nissan|mazda"
    r"|subaru|hyundai|kia|fiat|jeep|lexus|byd|skoda|seat|renault|peugeot|citroen|mini|jaguar|rivian"
    r"|polestar|chevy|chevrolet|dodge|ram|model [3ysx]|prius|civic|corolla|camry|golf|passat"
    r"|motorbike|motorcycle|scooter|vespa|truck|van|pickup|minivan|suv|electric car|e-bike|ducati"
    r"|harley)"
)
CONDITIONS = (
    r"(?:hay fever|(?:crohn|raynaud|sjogren|tourette|down|cushing|graves|hashimoto)['’]?s?(?: disease| syndrome)?|[a-z]{4,}(?:itis|algia|emia|osis|opathy)|(?:\w+ )?\w+ (?:syndrome|disorder|disease|deficiency|palsy|phobia)|(?:type (?:1|2|one|two|i|ii) )?diabetes|asthma|hypertension|high blood pressure|low blood "
    r"pressure|high cholesterol|epilepsy|arthritis|celiac(?: disease)?|coeliac(?: disease)?"
    r"|crohn'?s(?: disease)?|ibs|migraines?|anxiety|depression|adhd|add|autism|dyslexia|insomnia"
    r"|anemia|anaemia|eczema|psoriasis|gout|scoliosis|sleep apnea|tinnitus|glaucoma|cancer|a heart "
    r"condition|"
    r"a bad (?:knee|back|shoulder|hip)|back pain|chronic \w+(?: \w+)?|lupus|ms|parkinson'?s"
    r"|hypothyroidism|pcos|endometriosis|vertigo|acid reflux|gerd|ocd|bipolar(?: disorder)?|ptsd"
    r"|long covid)"
)


def clean(value: str) -> str:
    """Give the value without quotation marks, and without an article or a closing aside."""
    value = value.strip(" \t\"'“”‘’「」.,;:!?()*~")
    value = re.sub(
        r"(?i)\s+(?:now|too|as well|btw|by the way|lol|haha|though|please|pls|thanks|actually|currently"
        r"|right now|these days|lately|recently|at the moment|anymore|any more|again|instead|today|yet|already|either|tho"
        r"|during the week|on weekdays|on work ?days|rn|:\)|and|or|a lot|very much|so much|the most|best)$",
        "",
        value,
    )
    return re.sub(r"^(?:an?|some)\s+(?=\w)", "", value, flags=re.I).strip(" ,.'\"")


def is_home(value: str) -> bool:
    """True for a place that somebody can live in; not for "a small flat" or "fear"."""
    if re.match(r"\d+\w*\s+[A-Z]", value):
        return len(value) <= 60
    return bool(value) and (is_place(value) or not _NOT_HOME.match(value)) and len(value) <= 60


def is_destination(value: str) -> bool:
    """True for a place that somebody can move to; not for Linux, Friday or the product team."""
    if _NOT_MOVED.match(value):
        return False
    return (
        is_place(value)
        or (is_home(value) and (value[0].isupper() or bool(_LOWER.fullmatch(value))))
        or bool(re.match("[\u4e00-\u9fff]", value))
    )


def is_origin(value: str) -> bool:
    """True for a place that somebody can be from."""
    if is_place(value) or re.match(
        r"(?i)(?:small|little|tiny) (?:town|village|city|island)|the (?:north|south|east|west|countryside|coast)", value
    ):
        return True
    words = value.split()
    return is_home(value) and (value[0].isupper() or len(words) == 1 or bool(re.search("[\u4e00-\u9fff]", value)))


def is_employer(value: str) -> bool:
    """True for what can employ somebody."""
    if re.search(r"(?i)^(?:[\w-]+\s+){0,3}(?:years?|months?|weeks?|decades?)$", value):
        return False
    return bool(value) and not _NOT_EMPLOYER.match(value) and len(value) <= 60


def is_new_employer(value: str) -> bool:
    """True for a company's name after "joined", "left": capitalised, no place, no tool."""
    return (
        is_employer(value)
        and (
            value[0].isupper()
            or bool(
                re.match(
                    "[\u4e00-\u9fff]|(?:google|amazon|apple|meta|microsoft|netflix|bytedance|tencent|alibaba|openai"
                    "|nvidia|ibm|oracle|uber|airbnb|stripe|spotify|tesla|intel|siemens|bosch|sap|a (?:startup|bank"
                    "|hospital|law firm|school|consulting|small|big|new))\\b",
                    value,
                    re.I,
                )
            )
        )
        and not is_place(value)
        and not re.search(r"\sand\s[a-z]", value)
        and not re.fullmatch(LANGUAGES, value, re.I)
        and not re.search(r"(?i)\b(?:university|college|high school|academy)\b", value)
        and not _NOT_MOVED.match(value)
        and not re.match(
            r"(?i)(?:the (?:team|call|meeting|gym|army|navy|club|group|chat|party)|your|discord|twitter"
            r"|facebook|instagram|slack|reddit|tinder|zoom)\b",
            value,
        )
    )


def is_job(value: str) -> bool:
    """True for a trade or a post, by its last words."""
    value = re.sub(r"(?i)\s+(?:of|in|for)\s+[\w\s&]+$", "", value)
    return (
        bool(_JOB.search(value) or re.fullmatch(r"(?:SWE|SDE|SRE|PM|TPM|QA|UX|UI|DevOps|MLE|DBA|TA)", value))
        and len(value.split()) <= 6
        and not re.search(r"(?i)\b(?:to|you|i|people|will|that|is)\b", value)
        and not re.match(r"(?i)(?:at|in|on|from|with|for|by|as|a)\b", value)
        and not re.match(
            r"(?i)(?:\w+ing (?:an?|the|my|your|with|as|on|in|for|at)|good|great|bad|terrible|big fan|huge|not|no|better|fast|slow|such|really|visual|quick) ",
            value,
        )
    )


def is_liked(value: str) -> bool:
    """True for something that can be liked on its own: not "it", not "the way you said that"."""
    return (
        bool(value)
        and not _POINTING.match(value)
        and not value.casefold().startswith("to ")
        and not re.search(r"(?i)\byou(?:r)?\b|\bthis\b|\bthat\b|\s(?:it|them)$", value)
        and len(value) <= 80
    )


def is_hobby(value: str) -> bool:
    """True for what one takes up for longer: pottery, chess, the cello; not two seats, not the dishes."""
    return (
        is_liked(value)
        and len(value.split()) <= 3
        and not re.match(
            r"(?i)(?:an?|my|the|some|two|three|too|all|this|that|it|with|around|so|half|much|space|room|arms|time|residence|position|dishes|laundry|homework|work|well|better|fine|ok|games?|music|video|tricks|dumb|research|tests?|stuff|things|one|more|your|our|their|his|her)\b",
            value,
        )
        and re.search(r"(?i)\b(?:again|challenge|offer|seats?|job|post|role|task|project)$", value) is None
    )


def is_thing(value: str) -> bool:
    """True unless it points elsewhere."""
    return bool(value) and not _POINTING.match(value)
