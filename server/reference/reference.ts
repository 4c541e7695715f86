import { ENDPOINTS } from "../../shared/endpoints/all.ts";
import type { Endpoint, EndpointCaller } from "../../shared/endpoints/endpoint.ts";
import { describeSchema, type FormReference } from "./describe-schema.ts";
import { NOTES, type EndpointNotes } from "./notes.ts";

/** What the reference says of one function, made from its definition and its notes. */
export interface FunctionReference extends EndpointNotes {
  name: string;
  who: string;
  body: FormReference[];
  /** Empty where every answer is a stream. */
  answer: FormReference[];
  streams: string | undefined;
  limits: string;
}

const WHO: Record<EndpointCaller, string> = {
  visitor: "Anyone, with the public key.",
  "visitor-or-member": "Anyone, with the public key; a token that is sent has to be of a living session.",
  member: "Somebody signed in.",
  "member-with-fresh-proof": "Somebody signed in who has proved of late who they are.",
};

const VISITORS: Record<string, string> = {
  addressFunction: "60 calls in 5 minutes from one network, at most 30 at once",
  addressMessage: "10 messages in 10 minutes from one network",
  projectMessage: "300 messages in an hour from everybody",
};
const MEMBERS = "120 calls of all functions in 30 seconds for each person";

export function describeFunctions(): FunctionReference[] {
  return Object.entries(NOTES).map(([key, notes]) => {
    const endpoint: Endpoint = ENDPOINTS[key as keyof typeof ENDPOINTS];
    const limits = endpoint.limits?.map((limit) => VISITORS[limit]).join("; ") ?? MEMBERS;
    const described = {
      name: endpoint.name,
      who: [WHO[endpoint.caller], notes.caller].filter(Boolean).join(" "),
      body: describeSchema(endpoint.body, "input"),
      answer: endpoint.answer ? describeSchema(endpoint.answer, "output") : [],
      streams: endpoint.streams,
      limits,
    };
    return Object.assign(described, notes);
  });
}

/** The example as it is typed with the official client. */
export function exampleCode({ name, example, streams, answer }: FunctionReference): string {
  const body = JSON.stringify(example.body, null, 1)
    .replaceAll(/\s*\n\s*/g, " ")
    .replaceAll(/"(\w+)":/g, "$1:");
  const reads = answer.length === 0 && streams ? " // data: a Blob" : "";
  return `const { data, error } = await supabase.functions.invoke("${name}", { body: ${body} });${reads}`;
}
