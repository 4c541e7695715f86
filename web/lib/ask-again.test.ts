import { createClient } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import { isUnreached } from "./ask-again.ts";

const client = (fetch: typeof globalThis.fetch) =>
  createClient("http://localhost", "anon", { db: { retry: false }, global: { fetch } });

/** What each of the client's ways to ask throws or returns as an error. */
async function errorsOf(fetch: typeof globalThis.fetch): Promise<unknown[]> {
  const asking = client(fetch);
  const answers = await Promise.all([
    asking.from("sermons").select("id").maybeSingle(),
    asking.functions.invoke("check-subscription"),
    asking.storage.from("sermon-audio").createSignedUrl("a.mp3", 60),
    asking.auth.signInWithPassword({ email: "ruth@example.com", password: "a password" }),
  ]);
  return answers.map(({ error }) => error);
}

test.each(["Failed to fetch", "NetworkError when attempting to fetch resource.", "Load failed"])(
  "what got no answer may be asked again, whichever part of the client asked (%s)",
  async (message) => {
    const errors = await errorsOf(() => Promise.reject(new TypeError(message)));
    expect(errors.map(isUnreached)).toEqual([true, true, true, true]);
  },
);

test("what was answered is not asked again", async () => {
  const errors = await errorsOf(async () => Response.json({ code: "42501", message: "no" }, { status: 403 }));
  expect(errors.map(isUnreached)).toEqual([false, false, false, false]);
  expect(isUnreached({ code: "", message: "AbortError: it was cancelled" })).toBe(false);
});
