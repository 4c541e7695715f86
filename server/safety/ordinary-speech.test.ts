import { expect, test } from "vitest";
import { assessTopic } from "./crisis-gate.ts";
import { expandChoices } from "./expand-choices.ts";

/** What people bring on ordinary days, with the words of danger in it. */
const ORDINARY = [
  "{this job|my commute|the heat|my knees|my back|this diet|her cooking|the exam|my boss} is killing me",
  "i {could|would} kill for {a nap|a coffee|a good night's sleep|five minutes of quiet}",
  "i am {dead tired|dying to see my grandchildren|dying of laughter|scared to death of flying|bored to death|worried sick|sick to death of politics}",
  "{dying|learning to die|how to die} to {self|myself|sin|my pride|the world}",
  "{my mother|my father|my husband|my wife|my son|my daughter|my best friend|my dog} {died|passed away|is dying of cancer|died in his sleep|died last year|is in hospice|had a stroke last year|had a heart attack in june}",
  "{afraid|scared|not afraid} {of dying|to die|of death|of getting old|of losing my wife|of the dark}",
  "{samson|david|saul|jael|cain|herod|judas|elijah|jonah|stephen} {and forgiveness|and what god did|and the power of prayer|for children}",
  "{samson killed himself with the philistines|judas hanged himself|saul fell on his sword|cain killed abel|elijah asked god to let him die|jonah wanted to die|herod killed the children|stephen was stoned to death}",
  "{forgiving|praying for|loving} {my abusive father who died years ago|the man who killed my son|the driver who hit my daughter|those who hurt me|my ex-husband|my enemies|the one who broke my heart}",
  "{my husband|my wife|my boss|my dad|my friend} {hurt my feelings|hurt me with his words|yelled at me|broke my heart|left me|lied to me|lets me down|beats me at chess|forgot my birthday|works too much}",
  "{i|my kids|my wife} {hit rock bottom|hit a wall|beat cancer|beat the odds|got hit hard by inflation|was hit by a car and survived}",
  "{my son|my toddler|my grandson} {hits other kids at preschool|bites at daycare|hit his head last year|got hurt at football|has a fever|won't sleep|throws tantrums}",
  "{take my life and let it be|lord take me as i am|god took my fear away|let go and let god|end this drought lord|when will this pain end}",
  "i {can't go on pretending|want to quit my job|want to give up on dating|want to disappear for a week of silence|don't want to live in this town|don't want to be here at this job|feel empty|feel numb|feel worthless since i lost my job}",
  "{quitting|i quit|i stopped} {smoking|drinking|gossiping|social media|sugar|my job|going to church}",
  "{chemo starts monday|my medication makes me tired|grateful for my doctors|waiting for test results|surgery on thursday|my insulin is expensive|learning to live with diabetes}",
  "{shooting|hunting|killing time|a shot in the arm|cutting back on spending|cutting the grass|jumping for joy|hanging on by a thread|at the end of my rope|drowning in debt|burned out|choked up}",
  "{the voices of doubt in my head|hearing god's voice|god told me to call my brother|the spirit tells me to wait|the devil made me do it}",
  "{my brother|my cousin|my friend|our neighbor's son} {took his own life|died by suicide|killed himself|hanged himself} {last year|in march|and i miss him|and the church is silent}",
  "{sermon on|what does the bible say about|how do we talk about|a bible study on} {suicide|abuse|domestic violence|murder|death|anger|self harm}",
  "i {was abused as a child|was raped twenty years ago|tried to kill myself in 1999|used to cut myself|was beaten by my father when i was little} {and god healed me|and i am thankful now|and i want to help others}",
];

test("ordinary speech is answered with a sermon", () => {
  const topics = ORDINARY.flatMap(expandChoices);
  const stopped = topics.filter((topic) => !assessTopic(topic).outcome.startsWith("proceed"));
  expect(topics.length).toBeGreaterThan(300);
  // At most three in a hundred (what is bound by "now" to a danger long past is looked at twice).
  expect(stopped.length / topics.length, stopped.join("\n")).toBeLessThanOrEqual(0.03);
});
