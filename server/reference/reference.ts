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

/** The example as it is typed: with the official client, or with fetch for a file, which that client would read as text. */
export function exampleCode({ name, example, answer }: FunctionReference): string {
  const body = JSON.stringify(example.body, null, 1)
    .replaceAll(/\s*\n\s*/g, " ")
    .replaceAll(/"(\w+)":/g, "$1:");
  if (answer.length > 0) return `const { data, error } = await supabase.functions.invoke("${name}", { body: ${body} });`;
  return `const response = await fetch(url + "/functions/v1/${name}", {
  method: "POST",
  headers: { apikey, authorization: "Bearer " + token, "content-type": "application/json" },
  body: JSON.stringify(${body}),
});
const file = await response.blob();`;
}
