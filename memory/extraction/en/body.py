"""What people cannot have, and how they live, in English: one row a way of saying it."""

from __future__ import annotations

from memory.extraction.en.grammar import BE, STOP, V, row
from memory.extraction.en.values import CONDITIONS, DIETS
from memory.extraction.predicate import Predicate

BODY: tuple[Predicate, ...] = (
    row("allergy", rf"(?:{BE})?(?:not|no longer|isn'?t|aren'?t)\s+allergic\s+to\s+{V}{STOP}", 0.7, ends=True),
    row(
        "allergy",
        r"(?:has\s+|have\s+|['’]ve\s+|['’]s\s+|just\s+|finally\s+)*(?:outgrown|outgrew|got over|grew out of|lost|no longer ha(?:s|ve)|do(?:es)?n['’]?t have)\s+(?:my\s+|her\s+|his\s+|their\s+|the\s+|an?\s+|any\s+)*(?P<v>[\w\s/-]{2,30}?)\s+(?:allergy|allergies|intolerance)\b",
        0.7,
        ends=True,
    ),
    row(
        "allergy",
        rf"(?:{BE})?(?:have\s+(?:been\s+)?|['’]ve\s+|been\s+|developed\s+|found out (?:that "
        r")?i'?m\s+)*(?:severely\s+|also\s+|really\s+|deathly\s+|very\s+|mildly\s+|quite\s+"
        rf"|highly\s+)*allergic\s+to\s+{V}{STOP}",
        0.9,
    ),
    row(
        "allergy",
        rf"(?:{BE})?(?:have|has|['’]ve got|developed|got|suffer from)\s+(?:an?\s+|severe\s+|serious\s+"
        rf"|bad\s+|mild\s+|bad\s+)*(?P<v>[\w\s,/-]{{2,40}}?)\s+(?:allergy|allergies|intolerance){STOP}",
        0.9,
    ),
    row(
        "allergy",
        r"(?:was\s+|been\s+|got\s+|just\s+|recently\s+|has\s+|have\s+|['’]ve\s+)*diagnosed\s+with\s+(?:an?\s+)?(?:severe\s+|mild\s+)?(?P<v>[\w\s/-]{2,30}?)\s+(?:allergy|intolerance)\b",
        0.9,
    ),
    row("allergy", rf"(?:have|has|['’]ve got)\s+(?:an?\s+)?(?:\w+\s+)?(?:allergy|intolerance)\s+to\s+{V}{STOP}", 0.9),
    row("allergy", rf"(?:{BE})(?P<v>[\w]+)[\s-]+intolerant\b", 0.9),
    row(
        "health",
        r"(?:have\s+|has\s+|['’]ve\s+got\s+|['’]ve\s+|suffers?\s+from\s+|was\s+|been\s+|just\s+"
        rf"|recently\s+|got\s+)+(?:diagnosed\s+with\s+)?(?P<v>{CONDITIONS}){STOP}",
        0.7,
    ),
    row(
        "health",
        rf"(?:{BE})(?P<v>pregnant|diabetic|asthmatic|colou?r[- ]?blind|(?:left|right)[- ]handed|ambidextrous|celiac|coeliac"
        r"|epileptic|deaf|blind|hard of hearing|anemic|autistic|dyslexic)(?=$|\s*[,;.!?()\n]|\s+(?:and|so"
        r"|but|with|now|in)\b)",
        0.7,
    ),
    row(
        "medication",
        r"(?:now\s+|currently\s+)*(?:takes?|taking|inject|use)\s+(?P<v>\d+(?:[.,]\d+)?\s?(?:mg|mcg|ml|units?|iu|milligrams|micrograms|tablets?|pills?|puffs?)\s+(?:of\s+)?(?!it\b|this\b|that\b)[a-z][\w-]+(?:\s+(?:a day|daily|twice a day))?)",
        0.7,
    ),
    row(
        "medication",
        rf"(?:(?:{BE}|have\s+|been\s+|was\s+|got\s+|just\s+))?(?:take|takes|taking|on|started taking|prescribed|(?:(?:was|been|got|just)\s+)*(?:switched|moved|changed|put)\s+(?:over\s+)?(?:to|on|onto))\s+(?P<v>(?:\d+\s?mg\s+(?:of\s+)?)?("
        r"?:metformin|insulin|ibuprofen|aspirin|warfarin|statins?|blood thinners?|antidepressants?"
        r"|vitamin \w+|iron|omega[- ]3|melatonin|birth control|lexapro|zoloft|prozac|xanax|adderall|ritalin|ozempic|accutane|wellbutrin|cymbalta|lipitor|synthroid|humira|the pill|lithium|antibiotics|\w+(?:pril|sartan|statin|zole"
        r"|olol|azepam|oxetine|triptan|mycin|cillin|formin|thyroxine|prazole|pine|profen|proxen|atadine|tirizine|fenadine|traline|opram|faxine|gliptin|gliflozin|xaban|solone|cycline|floxacin|thiazide|semide|lactone|triptyline|gabalin|bapentin|olimus|lukast|barbital|oxacin|clovir|setron|dronate|tadine"
        r"|done))(?:\s+\d+\s?mg)?)\b",
        0.7,
    ),
    row(
        "smoking",
        r"(?:(?:have\s+|['’]ve\s+|just\s+|finally\s+|recently\s+)*(?P<v>don'?t smoke|do not smoke|never "
        r"smoke|quit smoking|stopped smoking|gave up smoking|given up smoking|no longer smoke|started "
        r"smoking(?: again)?|vape|smokes?(?! (?:alarm|detector)))|(?:['’]?m"
        r"|am)\s+(?:now\s+)?(?P<w>an?\s+(?:non-?|ex-?|former\s+)?smoker))(?=$|\s*[,;.!?()\n]|\s+(?:and"
        r"|anymore|any more|but|last|now|two|a|about|again|in|since)\b)",
        0.6,
    ),
    row(
        "drinking",
        r"(?:(?:have\s+|['’]ve\s+|just\s+|finally\s+|recently\s+)*(?P<v>don'?t drink|do not drink|never "
        r"drink|quit drinking|stopped drinking|gave up drinking|no longer drink|quit alcohol|gave up "
        r"alcohol|stopped drinking alcohol|don'?t drink alcohol|started drinking(?: again)?)|(?:['’]?m"
        r"|am)\s+(?:now\s+)?(?P<w>sober|teetotal|a teetotall?er))(?=$|\s*[,;.!?()\n]|\s+(?:and|anymore"
        r"|any more|but|last|now|alcohol|at all|again|since)\b)",
        0.6,
    ),
    row(
        "diet",
        rf"(?:{BE})?(?:(?:have\s+|['’]ve\s+|just\s+)*(?P<v>(?:not|isn['’]?t|aren['’]?t|ain['’]?t|no longer|stopped(?: being)?|quit(?: being)?"
        rf"|gave up(?: being)?|dropped|done with|came off|off)\s+(?:the\s+)?(?:an?\s+)?{DIETS}(?:\s+diet)?(?:\s+(?:anymore|any more))?|(?:started eating|eat|eating"
        r"|eats)\s+(?:some\s+|a little\s+|a bit of\s+)?(?:meat|fish|dairy)\s+(?:again|now|sometimes|occasionally)|(?:started eating|went back to eating|began eating"
        r"|back to eating)\s+(?:meat|fish|dairy)))(?=$|\s*[,;.!?()\n]|\s+(?:and|anymore|any more|but|now"
        r"|again|so|since)\b)",
        0.8,
    ),
    row(
        "diet",
        rf"(?:{BE})?(?:have\s+(?:been\s+)?|['’]ve\s+|been\s+|just\s+|recently\s+|now\s+|on\s+|follow\s+"
        r"|follows\s+|following\s+|went\s+|gone\s+|going\s+|became\s+|become\s+|turned\s+|started\s+"
        r"|eat\s+|eats\s+|only\s+eat\s+|strictly\s+|strict\s+|an?\s+|the\s+|mostly\s+|eating\s+|keep\s+|doing\s+|does\s+"
        rf"|switched to\s+|being\s+|fully\s+|completely\s+|full\s+|totally\s+|back to\s+(?:being\s+)?)*(?P<v>{DIETS})(?:\s+diet|\s+food)?(?=$|\s*[,;.!?()\n]|\s+(?:and|but"
        r"|now|for|since|so|because|these|who|last|this|by|at|though|diet|here|two|three|a|an|one|\d+|about|over|almost|when|in|recently|again)\b)",
        0.8,
    ),
    row(
        "diet",
        r"(?:don'?t|do not|doesn'?t|never|no longer|stopped|quit|can'?t|gave up)\s+(?:eat|eats"
        r"|eating)\s+(?P<v>(?:any\s+)?(?:meat|animal products|red meat|meat or fish|meat and fish))(?=$"
        r"|\s*[,;.!?()\n]|\s+(?:and|anymore|any more|but|now|so|at all|or|since)\b)",
        0.8,
    ),
)
