import { BASE_MINUTES, PRICE_CENTS_PER_MINUTE, PRICE_LABEL, TRIAL_DAYS, TRIAL_SERMONS } from "../../../shared/constants.ts";
import { VOICES } from "../../../shared/voices.ts";

export interface HelpTopic {
  question: string;
  /** Paragraphs. */
  answer: readonly string[];
  /** Link to the page where it is done. */
  place?: { to: string; label: string };
}

const MINUTE_PRICE = `$${(PRICE_CENTS_PER_MINUTE / 100).toFixed(2)}`;

/** The most frequent support questions first. */
export const HELP_TOPICS: readonly HelpTopic[] = [
  {
    question: "The recording does not play",
    answer: [
      "Check that the sound of your device is on, and on an iPhone that the switch at its side is not set to silent. Then reload the page: the address of a recording lasts an hour and is renewed when the page opens.",
      "If the page says that the audio is unavailable, the recording failed or is still being made. Wait a minute, or use Try again under the text. The text can be read all the same, and a trial day or minutes are not taken twice.",
    ],
    place: { to: "/my-sermons", label: "My Sermons" },
  },
  {
    question: "Where is the sermon I started?",
    answer: [
      "A sermon is finished even if you close the page. Open the dashboard: one that is still being made is shown there. A finished one is in My Sermons.",
      "If writing failed, nothing was counted, and you can start again with the same words.",
    ],
    place: { to: "/my-sermons", label: "My Sermons" },
  },
  {
    question: "How does the free trial work?",
    answer: [
      `It lasts ${TRIAL_DAYS} days and has ${TRIAL_SERMONS} sermons of five minutes: one in each 24 hours, counted from the moment the trial began. A day that you do not use does not carry over.`,
      `If you do not cancel before it ends, the subscription begins at ${PRICE_LABEL}. There is one trial for each person.`,
    ],
    place: { to: "/subscription-billing", label: "Subscription & Billing" },
  },
  {
    question: "How do I cancel?",
    answer: [
      "Choose Cancel Subscription under Subscription & Billing and confirm. You keep access until the end of the period that is paid, or of the trial, and nothing is charged after that. Until then you can change your mind on the same page.",
      "Your sermons stay in your library after a subscription has ended.",
    ],
    place: { to: "/subscription-billing", label: "Subscription & Billing" },
  },
  {
    question: "How are minutes counted?",
    answer: [
      `Premium has ${BASE_MINUTES} minutes of recordings each month. A sermon takes as many as its recording is long, never more than the length you chose; one that fails takes none. What is left of a month does not carry over.`,
      `More minutes cost ${MINUTE_PRICE} each, and stay until you use them. The button is on the dashboard, under the minutes that are left.`,
    ],
    place: { to: "/dashboard", label: "Dashboard" },
  },
  {
    question: "How do I change my card, or get an invoice?",
    answer: [
      "Subscription & Billing lists your invoices, and Update payment method opens the page of our payment provider. Card numbers never reach us.",
    ],
    place: { to: "/subscription-billing", label: "Subscription & Billing" },
  },
  {
    question: "Which voices are there?",
    answer: [
      `Six: ${VOICES.join(", ")}. Choose one on the dashboard before you generate. If the one you chose cannot be used, ${VOICES[0]} reads in its place, and a message tells you so.`,
    ],
    place: { to: "/dashboard", label: "Dashboard" },
  },
  {
    question: "Which Bible is quoted?",
    answer: [
      "The World English Bible, or the King James Version if you choose it on your profile. Passages are printed word for word, and a tap on a reference opens the chapter around it. The choice counts from the next sermon on.",
    ],
    place: { to: "/profile", label: "Profile" },
  },
  {
    question: "How do I download or share a sermon?",
    answer: [
      "On the page of a sermon, Download saves the recording as an MP3 file, and Save as text saves the words. What was written for you is yours to read aloud, adapt and pass on.",
      "Post, Share and Email pass on the address of the page. A sermon is private, so that address opens for you alone: to let somebody else hear it, send them the file.",
    ],
    place: { to: "/my-sermons", label: "My Sermons" },
  },
  {
    question: "Who can see what I write?",
    answer: [
      "You. A sermon belongs to one account, and the database itself refuses it to every other, administrators of this site included. What you write stands in no log.",
      "If a service elsewhere writes or speaks for us, you are told which before anything is sent to it, and asked whether you agree. You can take that back under Security.",
    ],
    place: { to: "/security", label: "Security" },
  },
  {
    question: "How do I delete a sermon, or my account?",
    answer: [
      "Delete stands on the card of a sermon and on its page; its recording and picture go with it, usually within a minute.",
      "Under Security you can download everything that is kept about you, and delete the account with all of it. The subscription ends first. Neither can be undone.",
    ],
    place: { to: "/security", label: "Security" },
  },
  {
    question: "I cannot sign in, or lost my authenticator app",
    answer: [
      "A forgotten password is set anew with Forgot Password on the sign-in page. If the email does not come, look into the spam folder and check that it is the address you signed up with.",
      "Without your authenticator app nobody can sign in for you. Write to us from the address of your account, and we will find out together that it is you.",
    ],
  },
];

/** The topics that contain all of these words. */
export function searchTopics(words: string): readonly HelpTopic[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return HELP_TOPICS.filter(({ question, answer }) => {
    const text = [question, ...answer].join(" ").toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
