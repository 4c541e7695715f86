/** What holds for every function: a paragraph each, with code in backticks. */
export const INTRODUCTION = [
  "Each function is called with `POST /functions/v1/<name>` and a JSON body, with the public key in the header `apikey` and the token of whoever is signed in as `Authorization: Bearer <token>`. The official client, `@supabase/supabase-js`, sends both by itself.",
  "Fields that are not listed are ignored. A `userId` in a body is only compared with the token's. Times are ISO 8601 in UTC with milliseconds, such as `2026-11-26T09:30:00.000Z`.",
  "A refusal is `{code, message}`: the code is for programs, the message for the person. A wrong body also has `field`, the path of the field that is meant. Every 429 has the header `Retry-After`, in seconds. A wrong `apikey` is refused with 401 and the message `Invalid API key`, before any function is asked.",
  "In the examples, `{name}` stands for what an earlier answer gave.",
];
