import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { PASSWORD, type Honest } from "./people.ts";
import type { Program } from "./program.ts";
import { record, timed, type SamplesByName } from "./samples.ts";

/** Timeout of one request; a generation has four times as long. */
const REQUEST_TIMEOUT_MS = 30_000;
/** Average pause between two requests of one client, unless it is told another. */
const PAUSE_MS = 250;

const session = z.object({ access_token: z.string(), refresh_token: z.string() });
const signed = z.object({ signedURL: z.string() });

/** A client that stays signed in from one phase to the next. */
export interface HonestClient {
  signIn(samples: SamplesByName): Promise<void>;
  /**
   * Sends the requests of an ordinary user until `until` (a time of `performance.now`). Once in that time it signs in and uploads a
   * picture, if `uploads`, and generates a sermon of five minutes, if `generates`. `pauseMs`: its average pause between two requests.
   */
  visit(until: number, does: { uploads: boolean; generates: boolean; pauseMs?: number }, samples: SamplesByName): Promise<void>;
}

export function honestClient({ url, keys }: Program, person: Honest, picture: Uint8Array<ArrayBuffer>): HonestClient {
  let tokens: z.infer<typeof session> | null = null;
  const ask = async (samples: SamplesByName, verb: string, path: string, init: RequestInit = {}) => {
    const headers = {
      apikey: keys.anonKey,
      authorization: `Bearer ${tokens?.access_token ?? keys.anonKey}`,
      "x-forwarded-for": person.address,
      ...(typeof init.body === "string" && { "content-type": "application/json" }),
      ...(init.headers as Record<string, string> | undefined),
    };
    const signal = AbortSignal.timeout(verb === "generate-sermon" ? 4 * REQUEST_TIMEOUT_MS : REQUEST_TIMEOUT_MS);
    const ending = await timed(() => fetch(`${url}${path}`, { ...init, headers, signal }));
    record(samples, verb, ending);
    return ending;
  };
  const post = (samples: SamplesByName, verb: string, path: string, body: object) =>
    ask(samples, verb, path, { method: "POST", body: JSON.stringify(body) });
  const takeSession = ({ status, text }: { status: number | null; text: string }): void => {
    if (status === 200) tokens = session.parse(JSON.parse(text));
  };

  const signIn = async (samples: SamplesByName) =>
    takeSession(
      await post(samples, "sign-in", "/auth/v1/token?grant_type=password", { email: person.email, password: PASSWORD }),
    );
  const listen = async (samples: SamplesByName): Promise<void> => {
    const path = `/storage/v1/object/sign/sermon-audio/${person.audio}`;
    const { status, text } = await post(samples, "signed address", path, { expiresIn: 3600 });
    if (status !== 200) return;
    const { signedURL } = signed.parse(JSON.parse(text));
    await ask(samples, "range of a recording", `/storage/v1${signedURL}`, { headers: { range: "bytes=100000-363143" } });
  };
  const own = `user_id=eq.${person.id}`;
  const verbs: [weight: number, verb: (samples: SamplesByName) => Promise<unknown>][] = [
    [4, (s) => ask(s, "profile", `/rest/v1/profiles?select=*&id=eq.${person.id}`)],
    [4, (s) => ask(s, "library", `/rest/v1/sermons?select=id,title,image_url,created_at&${own}&order=created_at.desc`)],
    [4, (s) => ask(s, "sermon", `/rest/v1/sermons?select=*&id=eq.${person.sermon}`)],
    [3, listen],
    [2, (s) => ask(s, "contact page", "/contact")],
    [3, (s) => post(s, "check-subscription", "/functions/v1/check-subscription", {})],
    [
      2,
      async (s) => {
        const refresh_token = tokens?.refresh_token ?? "";
        takeSession(await post(s, "refresh", "/auth/v1/token?grant_type=refresh_token", { refresh_token }));
      },
    ],
  ];
  const all = verbs.reduce((sum, [weight]) => sum + weight, 0);
  const draw = () => {
    let left = Math.random() * all;
    return verbs.find(([weight]) => (left -= weight) < 0)?.[1] ?? listen;
  };

  const upload = (samples: SamplesByName) =>
    ask(samples, "avatar", `/storage/v1/object/avatars/${person.id}-${Date.now()}.jpg`, {
      method: "POST",
      headers: { "content-type": "image/jpeg" },
      body: picture,
    });
  const generate = (samples: SamplesByName) =>
    post(samples, "generate-sermon", "/functions/v1/generate-sermon", {
      prompt: "I lie awake worrying about my daughter",
      duration: "5",
      voice: "John",
    });

  return {
    signIn,
    async visit(until, { uploads, generates, pauseMs = PAUSE_MS }, samples) {
      const now = performance.now();
      const once = [...(uploads ? [signIn, upload] : []), ...(generates ? [generate] : [])].map((verb) => ({
        verb,
        at: now + Math.random() * 0.8 * (until - now),
      }));
      while (performance.now() < until) {
        await pause(Math.min(Math.random() * 2 * pauseMs, Math.max(until - performance.now(), 0)));
        // Not all of them at once at the end.
        if (performance.now() >= until) return;
        const due = once.findIndex(({ at }) => performance.now() >= at);
        await (once.splice(due, due < 0 ? 0 : 1)[0]?.verb ?? draw())(samples);
      }
    },
  };
}
