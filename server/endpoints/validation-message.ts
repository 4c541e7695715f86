import type { z } from "zod";

/** What each field of a body holds, in words that fit after "Please give". */
const FIELDS: Record<string, string> = {
  action: "an action: notify_admin or reply_to_submission",
  again: "whether to try again",
  audience: "whom the sermon is for",
  confirmed: "whether you were asked a second time",
  confirmation: "the email address of your account",
  dedication: "a dedication in one line",
  data: "the data of the action",
  duration: "a length in minutes",
  facts: "names of facts that are so",
  email: "an email address",
  endsAt: "the moment of the end, such as 2026-12-24T18:00:00Z",
  endTrial: "whether the trial ends",
  format: "a format",
  formSource: "the form that the message comes from",
  generationId: "the id of a sermon's generation",
  "generationId or prompt": "the sermon's generationId, or its prompt",
  "generationId or text": "the sermon's generationId, or its text",
  idempotencyKey: "an idempotency key",
  largePrint: "whether the letters are large",
  linkId: "the id of a link",
  message: "a message",
  minutes: "a number of minutes",
  name: "a name",
  nobodyInDanger: "whether nobody is in danger",
  paper: "a size of paper",
  prompt: "a topic",
  reason: "a reason",
  reading: "a reading, such as grief.self",
  referralCode: "a referral code",
  sermonId: "the id of a sermon",
  sermonIds: "ids of sermons",
  session_id: "the id of the checkout",
  showsTopic: "whether the topic is shown",
  stripeCustomerId: "the id of the customer",
  subject: "a subject",
  submission_id: "the id of the message",
  text: "the text of the sermon",
  theme: "a theme, such as grief",
  title: "a title",
  to_email: "the address of the recipient",
  userId: "the id of the user",
  user_id: "the id of the user",
  voice: "a voice",
  website: "nothing in the field that people don't see",
};

const KINDS: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "an object",
  array: "a list",
};

type Issue = z.core.$ZodIssue;

/** What is wrong with a body, for the person who sent it; the value itself is never repeated. `field` is for programs. */
export function validationMessage(issue: Issue, body: unknown): { message: string; field?: string } {
  const [first] = issue.path;
  if (first === undefined) return { message: "Please send the fields as a JSON object." };
  const path = issue.path.join(".");
  const field = path.split(" ")[0] ?? path;
  const what = FIELDS[String(issue.path.findLast((key) => typeof key === "string"))] ?? `a right value for ${path}`;
  return { message: `Please ${request(issue, what, valueAt(body, issue.path))}.`, field };
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined),
    body,
  );
}

function request(issue: Issue, what: string, value: unknown): string {
  const isMissing = value === undefined || value === null || (typeof value === "string" && value.trim() === "");
  if (issue.code === "invalid_value") return `choose ${what}: ${either(issue.values.map(String))}`;
  if (isMissing || issue.code === "invalid_union") return `give ${what}`;
  if (issue.code === "invalid_type") return `give ${what} as ${KINDS[issue.expected] ?? issue.expected}`;
  if (issue.code === "too_big" && issue.origin === "array") return `give ${what}, ${count(issue.maximum)} at most`;
  if (issue.code === "too_small" && issue.origin === "array") return `give ${what}, ${count(issue.minimum)} at least`;
  if (issue.code === "too_big")
    return issue.origin === "string"
      ? `give ${what} of at most ${count(issue.maximum)} characters`
      : `give ${what} of at most ${count(issue.maximum)}`;
  if (issue.code === "too_small")
    return issue.origin === "string"
      ? `give ${what} of at least ${count(issue.minimum)} characters`
      : `give ${what} of at least ${count(issue.minimum)}`;
  if (issue.code === "invalid_format") {
    if (issue.format === "uuid" || issue.format === "guid") return `give ${what} as a UUID`;
    if (issue.format === "email") return `give ${what}, such as name@example.org`;
    return `give ${what}`;
  }
  return `give ${what} without line breaks and control characters`;
}

const count = (limit: number | bigint): string => limit.toLocaleString("en");
const either = (values: string[]): string =>
  values.length < 2 ? values.join("") : `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
