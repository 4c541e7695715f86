/** Lists of words for `retell.ts`, in small letters with plain apostrophes. */
const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/u).filter((word) => word !== ""));

/** What people type without its apostrophe, or short, and how it is written. */
export const WRITTEN_OUT: ReadonlyMap<string, string> = new Map(
  Object.entries({
    im: "i'm",
    ive: "i've",
    hes: "he's",
    shes: "she's",
    theyre: "they're",
    dont: "don't",
    didnt: "didn't",
    doesnt: "doesn't",
    cant: "can't",
    couldnt: "couldn't",
    wouldnt: "wouldn't",
    wont: "won't",
    wasnt: "wasn't",
    werent: "weren't",
    isnt: "isn't",
    arent: "aren't",
    havent: "haven't",
    hasnt: "hasn't",
    hadnt: "hadn't",
    thats: "that's",
    thru: "through",
    tommorow: "tomorrow",
    tommorrow: "tomorrow",
    tomorow: "tomorrow",
    tmrw: "tomorrow",
    ppl: "people",
    yr: "year",
    yrs: "years",
    wks: "weeks",
    mins: "minutes",
    hrs: "hours",
    bday: "birthday",
    tues: "tuesday",
    thurs: "thursday",
  }),
);

/** The second person of a word of the first. */
export const TURNED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    i: "you",
    me: "you",
    my: "your",
    mine: "yours",
    myself: "yourself",
    we: "you",
    us: "you",
    our: "your",
    ours: "yours",
    ourselves: "yourselves",
    "i'm": "you are",
    "i've": "you have",
    "i'd": "you'd",
    "i'll": "you will",
    "we're": "you are",
    "we've": "you have",
    "we'd": "you'd",
    "we'll": "you will",
  }),
);

/** What follows "I" and is another form after "you". */
export const AFTER_YOU: ReadonlyMap<string, string> = new Map([
  ["am", "are"],
  ["was", "were"],
  ["wasn't", "weren't"],
]);

/** Words with which a statement about its writer begins. */
export const FIRST_PERSON = words("i i'm i've i'd i'll me my we we're we've our");
/** Words with which one may begin that names its writer later: "Since the stroke my sister has my bank card." */
export const TIMES = words("since after every today tonight yesterday last on at in when this");
/** "Walked my daughter to her bride" has no subject; these are seldom participles. */
export const PAST = words(`
  got went gave took came saw did wrote drove sang spoke ran began woke walked handed moved started retired watched opened closed finished planted
  cooked baked bought sold taught built sat stood
`);
/** Words with which the statement after the first may begin. */
export const NEXT = words("he she they it his her their");

/** Finite forms by which a sentence is known to be one; so are all words in "-ed". */
export const FINITE = words(`
  is isn't was wasn't are aren't were weren't am has hasn't have haven't had hadn't does doesn't do don't did didn't can can't will won't cannot couldn't
  got went came gave took told said says made makes put puts kept keeps held holds left found finds bought brought built began begins became becomes
  wrote writes ran runs sat sits stood stands saw sees read reads sang sings slept sleeps spoke speaks spent spends taught teaches met meets paid pays
  sent sends sold sells grew grows knew fell falls won wins wore wears woke wakes lives works plays goes comes gives takes tells gets buys brings
  drives drove cooks calls starts finishes retires turns leaves loves likes moves asks helps watches talks walks reads graduates
`);

/** Words of requests, of prayer and of opinions: their sentence does not tell what happened. */
export const NOT_TOLD = words(`
  you your yours yourself u ur please pray praying prayer prayers sermon homily preach preaching message verse scripture psalm need needs want wants
  wanted help hope wish something send god god's lord jesus christ father's holy spirit amen bible heaven hell devil satan sin sins grace
  how why what whether should could would might may maybe perhaps if think thinks thought believe feel feels felt guess suppose wonder know seems
  deserve deserves lol
`);

/** Words of judgement, of shame and of what wounds: said by a stranger they would be a verdict. */
export const WOUNDING = words(`
  die dies died dying dead death kill killed killing suicide drowned hanged hurt hurts hurting harm cut hate hates hated fail fails failed failing failure
  worthless useless coward humiliated ugly fat stupid dumb idiot slow burden disgusting disgusted ashamed shame guilty guilt fault blame blamed wrong bad terrible awful evil
  cruel monster abuse abused abusive rape raped assault molested touched groomed affair cheat cheats cheated cheating lie lies lied lying liar stole steal
  stealing thief drunk drink drinks drinking drank alcohol bottle bottles drugs heroin cocaine meth pills using casino website porn sex naked slept hit
  hits hitting beat beats beaten slapped punched threw roared flinch flinched shout shouted shouts yell yelled scream screamed belt lock locked never nobody
  noone nothing always every everyone everybody hopeless pointless alone lonely broken lost lose losing crazy mad insane weak lazy selfish jealous bitter
  angry furious temper abortion aborted clinic miscarriage miscarried stillborn stillbirth cancer terminal overdose gun knife blood wrist prison jail
  arrested police divorce divorced left leaving unloved unwanted rejected funeral coffin scared afraid dread sick sad miserable depressed anxious panic
  crisis mess regret ruined secret hide hiding diary messages searched search scroll skip swapped appointment leaflet promised trusted crush thinning
  blocked leave leaves nowhere fired sacked slut whore pervert dirty filthy smell smells stink forgive only
`);

/** Phrases for the same, which are looked for in the whole topic: what is told beside them would be heard as a part of it. */
export const WOUNDING_PHRASES: readonly string[] = [
  "abortion",
  "clinic",
  "my fault",
  "ended one",
  "haven't told",
  "what right",
  "so why do i",
  "no use",
  "better person",
  "can't read",
  "came last",
  "second phone",
  "making it up",
  "made it up",
  "walked out on",
  "did it again",
  "asked for it",
  "married man",
  "feelings for",
  "no friends",
  "single friend",
  "his belt",
];

/** A sentence that is not the first is told back only without these: it would point at something that was not told. */
export const POINTING = words(`
  the he she it him her his its they them their theirs one ones this that these those there then but also so again both either neither such
  he's she's it's they're that's another other others same still instead too
`);
export const THIRD_PERSON = words("he she him her his them they their he's she's they're");
/** Who may be meant by it, beside those who are close. */
export const PERSONS = words(`
  man woman men women boy boys girl girls people person baby child somebody someone doctor nurse boss teacher pastor priest vicar bishop neighbour
  neighbor customer patient dog cat horse pupil student family parents twins couple team crew class church choir
`);

/** Parents who are named without a word that says whose they are: "since Mum moved out". */
export const BARE_PARENTS = words("mum mom mam mummy mommy mammy dad daddy gran nan grandma grandad granny");
/** Words before it with which it is not bare. */
export const BEFORE_PARENTS = words("my our your his her their the a me him her a and or step new old dear late called");

const CAPITALS = words("ms mri nicu ivf icu ptsd adhd gp tv uk usa bbc");
const PROPER = words(
  "monday tuesday wednesday thursday friday saturday sunday january february april june july august september october november december christmas easter",
);

/** A word of a sentence in small letters, as it is printed. */
export function printed(word: string, before: string): string {
  if (CAPITALS.has(word)) return word.toUpperCase();
  const isMonth = word === "march" && /^(?:in|since|last|next|until|of)$/u.test(before);
  return PROPER.has(word) || isMonth ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}
