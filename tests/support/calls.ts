import { request as rawRequest } from "node:http";
import type { SupabaseClient } from "@supabase/supabase-js";
import { signUpAndPay } from "./sign-up.ts";
import type { TestApp } from "./start-app.ts";

/** A signed-in user with the access token, for requests without the client library. */
export interface Person {
  client: SupabaseClient;
  id: string;
  token: string;
  email: string;
}

/** Signs a new person up and in. */
export async function signUpPerson(app: TestApp, email: string): Promise<Person> {
  const client = await signUpAndPay(app, email);
  const { session } = (await client.auth.getSession()).data;
  return { client, email, id: session?.user.id ?? "", token: session?.access_token ?? "" };
}

export interface Answer {
  status: number;
  body: { code?: string; sermon?: string; generationId?: string; audioFileName?: string; fileName?: string };
}

/** A server function, called with exactly this body. */
export async function callFunction(app: TestApp, name: string, token: string | null, body: unknown): Promise<Answer> {
  const response = await fetch(`${app.url}/functions/v1/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token !== null && { authorization: `Bearer ${token}` }) },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Answer["body"] };
}

export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** A request that `fetch` would not send: any Host, a path that is not normalised. Auth and rest are asked with the public key. */
export async function raw(
  app: TestApp,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
  method = body === undefined ? "GET" : "POST",
): Promise<RawAnswer> {
  const { port } = new URL(app.url);
  return new Promise((resolve, reject) => {
    const asked = rawRequest(
      {
        host: "127.0.0.1",
        port,
        path,
        method,
        headers: {
          host: `localhost:${port}`,
          ...(/^\/(auth|rest)\/v1/.test(path) && { apikey: app.keys.anonKey }),
          ...headers,
        },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => (text += part));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
      },
    );
    asked.on("error", reject).end(body);
  });
}

/** Reads the first `chunks` events of the streamed text (all by default), then closes the connection. */
export async function streamText(
  app: TestApp,
  token: string,
  topic: string,
  chunks = Infinity,
): Promise<{ event: string; data: Record<string, unknown> }[]> {
  const leaving = new AbortController();
  const response = await fetch(`${app.url}/functions/v1/generate-sermon`, {
    method: "POST",
    signal: leaving.signal,
    headers: { "content-type": "application/json", accept: "text/event-stream", authorization: `Bearer ${token}` },
    body: JSON.stringify({ prompt: topic, duration: "5", voice: "John" }),
  });
  let text = "";
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    if (text.split("\n\n").length > chunks) break;
  }
  leaving.abort();
  const whole = text.split("\n\n").slice(0, -1);
  return whole.map((each) => {
    const [, event = "", data = "{}"] = /^event: (.*)\ndata: (.*)$/.exec(each) ?? [];
    return { event, data: JSON.parse(data) as Record<string, unknown> };
  });
}
