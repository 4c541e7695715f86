import { expect, test } from "vitest";
import { assessTopic } from "./crisis-gate.ts";
import { expandChoices } from "./expand-choices.ts";

const POWER =
  "my husband|my wife|my boyfriend|my girlfriend|my ex|my dad|my mom|dad|my stepfather|my mother in law|my uncle|my older brother|my son|my pastor|our priest|the elder|my coach|my teacher|my boss|my caregiver|my foster mother|my roommate|he|she";

const DANGERS = {
  "dying wished for": [
    "i {want|just want|really wanna|need|am ready|am going|am planning|have decided|am about|would like} to {die|kill myself|end my life|take my own life|be dead|end it all|hang myself|shoot myself|jump off a bridge|not be alive anymore|never wake up again|stop existing|overdose|commit suicide}",
    "i {keep thinking about|can't stop thinking about|am thinking of|dream about|have thoughts of|am considering} {dying|killing myself|ending my life|taking my own life|suicide|hanging myself|shooting myself|jumping off a bridge|not being here anymore|ending it all|overdosing}",
    "{i wish i|if only i|i pray i|i hope i} {was dead|were dead|had died|had never been born|would die in my sleep|could just die|wouldn't wake up}",
    "{i don't|i do not|i no longer|i really dont} want to {live|be alive|exist|be here anymore|wake up tomorrow|keep living|go on living|be on this earth|live anymore}",
    "{i see|there is|i have|i can find} no {reason|point|purpose} {to live|in living|to go on living|to stay alive|to be here|in being alive|to keep living}",
    "{everyone|my family|my kids|the world|my husband|they all} {would be|will be|is} better off {without me|if i was dead|when i am gone|if i died|with me dead}",
    "i {am|have been|feel} {suicidal|suicidal again|so suicidal tonight}",
    "{please god|lord please|i beg god to|i pray god will} {take my life|kill me|let me die|end my life}",
    "i have {a gun|a loaded gun|a rope|a noose|enough pills|a bottle of pills|a razor blade|my dad's pistol} {ready|in my hand|next to me|here with me tonight}",
    "i {tried|attempted} to {kill myself|end my life|hang myself|overdose} {last night|yesterday|on monday|again|this week}",
    "{will god forgive me|will i go to hell|is it a sin|can i still go to heaven} if i {kill myself|take my own life|commit suicide|end it|die by suicide}",
    "i {cut|am cutting|burned|keep cutting|keep burning} {myself|my arms|my wrists|my thighs} {again|last night|every day|when it gets bad|and can't stop}",
    "{my son|my daughter|my husband|my wife|my best friend|my brother|my roommate|my student|my mother} {wants to die|is suicidal|says he wants to kill himself|is talking about suicide|is going to kill herself|threatens to kill himself|keeps cutting herself|wants to end his life}",
  ],
  "somebody is hurt at home": [
    `{${POWER}} {hits|beats|slaps|punches|kicks|chokes|rapes|molests|abuses|assaults|strangles} me`,
    `{${POWER}} {hit|beat|slapped|punched|kicked|choked|raped|molested|assaulted|strangled|threatened|touched} me {last night|yesterday|again|this morning|on saturday|and i am scared}`,
    `{${POWER}} {is|keeps} {hitting|beating|punching|choking|raping|molesting|abusing|threatening|hurting} {me|us|my kids|my little sister|my mother}`,
    `{my husband|dad|my boyfriend|my stepfather|he|my mom's boyfriend} {touches me at night|comes into my room at night|put his hands around my throat|pulled a knife on me|says he will kill me|threatens to kill us|won't let me leave the house|locks me in my room|forces me to have sex|put a gun to my head|broke my arm|pushed me down the stairs|gave me a black eye|throws things at me}`,
    "i {am being|was|keep getting} {beaten|abused|raped|molested|hit|assaulted} by {my husband|my wife|my father|my boyfriend|my boss|my pastor|my uncle|my coach|my stepdad} {this week|again|last night|every weekend}",
    "{should i|do i have to|does god want me to|must i} {stay with|go back to|submit to|obey|forgive} {my husband|him|my wife|her|my boyfriend} {when he hits me|even though she hits me|who beats me|after he choked me|if he beats the kids}",
    "i am {scared|afraid|terrified} {my husband|my boyfriend|my dad|my ex|he} {will|is going to|might} {kill|hurt|beat|shoot} {me|us|my kids}",
  ],
  "a body in danger": [
    "{my dad|my mother|my husband|my wife|my baby|my friend|grandma|he|she} {is not breathing|can't breathe|won't wake up|is unconscious|is having a heart attack|is having a stroke|collapsed|is turning blue|is having a seizure right now|is bleeding heavily|overdosed just now|can't move one side}",
    "i {am having|think i'm having} {a heart attack|chest pains|a stroke|an allergic reaction}",
    "i {took|swallowed} {too many pills|a whole bottle of pills|all my pills|30 tylenol|bleach|rat poison}",
    "{i|my husband|my mother|my wife|my son|my sister} {stopped|quit|refuses|has stopped|won't take|threw away} {taking insulin|insulin|the chemo|heart medication|dialysis|seizure meds|antipsychotics} because {god will heal|faith is enough|jesus is the healer|the prophet said so}",
    "{voices|demons|the voices in my head|angels} {tell me|are telling me|keep telling me|command me} to {stop eating|not sleep|hurt myself|kill myself|kill my wife|stop my meds}",
  ],
  "somebody else in danger": [
    "i {want to|am going to|am planning to|have decided to|need to|am about to|might} {kill|murder|shoot|stab|strangle|poison|hurt} {my wife|my husband|my boss|my ex|my father|him|her|my neighbor|my baby|my kids|someone|everyone at work}",
    "i {keep thinking about|fantasize about|have thoughts of|can't stop thinking about|dream of} {killing|shooting|stabbing|strangling|poisoning|hurting|drowning} {my wife|my husband|my boss|him|my baby|my children|someone|my neighbor}",
    "{god|the voices|a voice|the devil|an angel} {told me|tells me|wants me|is telling me|commanded me} to {kill|sacrifice|stab|burn|hurt} {my son|my wife|my mother|him|someone|my children}",
    "i {hit|beat|slapped|choked|punched|raped|molested|shook} my {wife|girlfriend|son|daughter|baby|kids|mother|stepdaughter} {last night|again|yesterday|and i can't stop|this morning}",
    "i am {going|planning|about|ready} to {shoot up|bomb|burn down|attack|blow up} {my school|the church|the mosque|my office|a hospital|his house}",
  ],
};

test.for(Object.entries(DANGERS))("%s is heard in every way of saying it", ([, patterns]) => {
  const topics = patterns.flatMap(expandChoices);
  const missed = topics.filter((topic) => assessTopic(topic).outcome !== "crisis");
  expect(missed.slice(0, 40), `${missed.length} of ${topics.length}`).toEqual([]);
});
