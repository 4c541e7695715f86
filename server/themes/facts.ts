import { z } from "zod";

/**
 * What a text of a sermon may presume about somebody, and a topic may have said. A text that presumes a fact is used only when the topic
 * said it; a bare word ("mother", "pregnant") says none of them. `other-` is somebody the person writes about; the rest is about the
 * person for whom the sermon is written.
 */
export const FACTS = {
  // People
  married: "has a husband, wife or partner now",
  single: "has no partner, and says so",
  divorced: "is divorced or separated, or is about to be",
  widowed: "has lost a partner by death",
  parent: "has a child",
  grandparent: "has a grandchild",
  teenager: "is a teenager",
  student: "is at school or university",
  "young-adult": "is a young adult finding their way",
  old: "is old, or speaks of growing old",
  "has-parent": "has a living mother or father",
  "has-sibling": "has a brother or sister",
  works: "has a job",
  "in-church": "belongs to a church",
  "wedding-ahead": "is about to marry, or marries now",
  "wedding-near": "a wedding is near, the own or somebody's",
  "new-arrival": "somebody new has come, by birth, adoption or baptism",

  // Death
  bereaved: "somebody close has died, whoever it was",
  "partner-died": "a husband, wife or partner died",
  "parent-died": "the mother or father died",
  "child-died": "a son or daughter died, born alive",
  "pregnancy-lost": "a miscarriage or stillbirth",
  "sibling-died": "a brother or sister died",
  "friend-died": "a friend died",
  "relative-died": "a grandparent or another relative died",
  "pet-died": "an animal died",
  "died-recently": "the death was days or weeks ago",
  "died-long-ago": "the death was years ago",
  "died-by-suicide": "somebody died by suicide",
  "other-dying": "somebody close is dying",
  "at-bedside": "sits or has sat with a dying person",
  dying: "is dying",

  // Body and mind
  ill: "is ill or hurt",
  "in-treatment": "is having treatment or an operation, or waits for it or for results",
  "in-pain": "has pain that stays",
  recovered: "was ill and is well, or better",
  disabled: "lives with a disability",
  "other-ill": "somebody close is ill",
  "other-dementia": "somebody close has dementia",
  "memory-failing": "is losing the own memory",
  dependent: "depends on the help of others",
  carer: "looks after somebody who is ill, old or disabled",
  depressed: "is depressed, numb or without hope",
  anxious: "is anxious, worries or panics",
  sleepless: "cannot sleep",
  exhausted: "is worn out",
  angry: "is angry",
  lonely: "is lonely",
  afraid: "is afraid of something to come",
  "worried-for-other": "worries about somebody they love",
  envious: "envies somebody, or compares",
  "hates-own-body": "dislikes the own body, or struggles with eating",

  // Wrong done, and habits
  guilty: "did something wrong and says so",
  ashamed: "is ashamed",
  failed: "has failed at something, and says so",
  proud: "thinks too much of themselves, and says so",
  unfaithful: "was unfaithful",
  betrayed: "a partner was unfaithful, or somebody broke a trust",
  abused: "was abused or beaten, now over",
  "abused-by-parent": "the abuser was a parent",
  "other-harmed": "somebody close was abused or harmed",
  "crime-victim": "was robbed, cheated or attacked by a stranger",
  survivor: "survived where others died",
  wronged: "somebody did them wrong that is hard to forgive",
  estranged: "has no contact with somebody of the family",
  addicted: "has an addiction now, or relapsed",
  sober: "is free of an addiction",
  relapsed: "was free of an addiction and has gone back to it",
  "other-addicted": "somebody close has an addiction",
  tempted: "is tempted by something",
  "secret-sin": "hides a habit that they think wrong",
  quarrelled: "has a quarrel with somebody",
  "family-strife": "there is quarrel or strain in the own family",
  "caught-between": "stands between two people who quarrel",
  temper: "loses their temper and frightens people",
  "parents-separating": "the parents separate or have separated",
  "in-prison": "is or was in prison",
  "other-in-prison": "somebody close is or was in prison",

  // Children and birth
  pregnant: "is pregnant, or the partner is",
  "pregnancy-unplanned": "the pregnancy was not planned",
  infertile: "wants a child and has none",
  "abortion-past": "had an abortion",
  "new-baby": "has a newborn",
  "child-troubled": "a child is in trouble or worries them",
  "child-left-home": "the children have left home",
  "child-left-faith": "a child no longer believes",

  // Work, money, change
  unemployed: "has lost a job or has none",
  overworked: "has too much work",
  "trouble-at-work": "has trouble at work",
  "shift-work": "works nights or shifts",
  "in-debt": "has debts or too little money",
  "business-failed": "a business or a harvest failed",
  "success-empty": "has success and finds it empty",
  retired: "is retired, or about to be",
  exam: "has an exam or an interview before them",
  deciding: "has a decision to make",
  "moving-home": "moves, or has moved",
  "new-start": "begins something new",
  waiting: "has waited long for something",
  migrant: "lives away from the home country",
  soldier: "serves or served as a soldier",
  rescuer: "does rescue work or emergency care",

  // Faith and church
  doubting: "doubts, or has lost faith",
  "angry-at-god": "is angry at God",
  "prayer-unanswered": "prayed, and it was not given",
  "prayer-answered": "prayed, and it was given",
  forsaken: "feels forsaken by God",
  "prayer-dry": "cannot pray, or feels nothing",
  "new-believer": "has just come to believe",
  "hurt-by-church": "was hurt by a church or its people",
  "leader-fell": "a leader they trusted did wrong",
  "left-church": "has left a church",
  "leads-church": "is a pastor, or leads or teaches in a church",
  "church-in-conflict": "their church quarrels or splits",
  "unsure-of-salvation": "is afraid not to be saved",
  gay: "is gay, lesbian, bisexual or transgender",
  "other-gay": "somebody close is",

  // The world
  "war-near": "lives in or fled from a war, or somebody close does",
  disaster: "a disaster or an act of violence struck the town or people",
  "treated-unjustly": "is treated unjustly",
  grateful: "is thankful for something",
  joyful: "is glad of something",
  "lent-kept": "keeps Lent",
  "parents-day": "it is Mother's or Father's Day",
} as const;

export type Fact = keyof typeof FACTS;
export const fact = z.enum(Object.keys(FACTS) as Fact[]);

/** Facts that are true whenever the first is. */
const IMPLIED: Partial<Record<Fact, readonly Fact[]>> = {
  widowed: ["bereaved"],
  "partner-died": ["widowed", "bereaved"],
  "parent-died": ["bereaved"],
  "child-died": ["bereaved", "parent"],
  "pregnancy-lost": ["bereaved"],
  "sibling-died": ["bereaved"],
  "friend-died": ["bereaved"],
  "relative-died": ["bereaved"],
  "died-by-suicide": ["bereaved"],
  "other-dying": ["other-ill", "worried-for-other"],
  "other-ill": ["worried-for-other"],
  "other-dementia": ["other-ill", "worried-for-other"],
  "other-addicted": ["worried-for-other"],
  "other-in-prison": ["worried-for-other"],
  "child-troubled": ["worried-for-other", "parent"],
  dying: ["ill"],
  "in-pain": ["ill"],
  "in-treatment": ["ill"],
  "memory-failing": ["ill"],
  unfaithful: ["guilty"],
  relapsed: ["addicted"],
  betrayed: ["wronged"],
  abused: ["wronged"],
  "abused-by-parent": ["abused", "wronged"],
  "crime-victim": ["wronged"],
  "hurt-by-church": ["wronged"],
  "treated-unjustly": ["wronged"],
  estranged: ["family-strife"],
  "parents-separating": ["has-parent", "family-strife"],
  "pregnancy-unplanned": ["pregnant"],
  "new-baby": ["parent"],
  "child-left-home": ["parent"],
  "child-left-faith": ["parent"],
  "business-failed": ["failed"],
  overworked: ["works"],
  "trouble-at-work": ["works"],
  "shift-work": ["works"],
  "leads-church": ["in-church"],
  "church-in-conflict": ["in-church"],
  "leader-fell": ["in-church"],
  "prayer-answered": ["grateful"],
};

/** Facts about somebody's circumstances. A topic mentions them on the way; it is seldom about them. */
const CIRCUMSTANCES: ReadonlySet<Fact> = new Set<Fact>([
  "married",
  "parent",
  "grandparent",
  "has-parent",
  "has-sibling",
  "works",
  "in-church",
  "died-recently",
  "died-long-ago",
]);
/** Facts about how somebody lives or what is before them. Heard wrongly, they puzzle more than they hurt. */
const SITUATIONS: ReadonlySet<Fact> = new Set<Fact>([
  "student",
  "teenager",
  "young-adult",
  "old",
  "retired",
  "unemployed",
  "trouble-at-work",
  "shift-work",
  "in-debt",
  "success-empty",
  "exam",
  "moving-home",
  "migrant",
  "soldier",
  "rescuer",
  "carer",
  "ill",
  "in-pain",
  "in-treatment",
  "other-ill",
  "quarrelled",
  "family-strife",
  "caught-between",
  "temper",
  "failed",
  "child-left-home",
  "leads-church",
  "new-believer",
  "prayer-unanswered",
  "lent-kept",
  "parents-day",
]);
export const isSituation = (one: Fact): boolean => SITUATIONS.has(one);

export const isTelling = (one: Fact): boolean => !CIRCUMSTANCES.has(one);

/** Those of the names that are facts. */
export const knownFacts = (names: readonly string[]): Fact[] => names.filter((name): name is Fact => Object.hasOwn(FACTS, name));

/** The facts, and all that are true with them. */
export function withImplied(facts: Iterable<Fact>): Set<Fact> {
  const all = new Set(facts);
  for (const one of all) for (const implied of IMPLIED[one] ?? []) all.add(implied);
  return all;
}

/** What a text takes as given: of each list at least one fact must have been said. */
export type Presumption = readonly (readonly Fact[])[];

/** A presumption as it is written: `["carer", "child-died|pregnancy-lost"]`. */
export const presumption = z.array(
  z
    .string()
    .transform((text) => text.split("|"))
    .pipe(z.array(fact).min(1)),
);

export const isLicensed = (presumes: Presumption, said: ReadonlySet<Fact>): boolean =>
  presumes.every((any) => any.some((one) => said.has(one)));
