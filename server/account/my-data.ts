import { z } from "zod";
import { BRAND } from "../../shared/brand.ts";
import { queryAsUser, type Claims } from "@lampstand/database";
import type { FunctionContext } from "../endpoints/context.ts";
import type { ArchiveFile } from "./archive.ts";
import { privilegedData } from "./my-data.privileged.ts";

const README = `Your data at ${BRAND.product}

profile.json           your account, your profile, what you agreed to, your trial days, since when you have a podcast feed
sessions.json          where you are signed in
activity.json          the log of your account: sign-ins, changes, with their internet addresses; kept for a limited time
subscription.json      your subscriptions as we keep them, your invoices and purchases as the payment provider has them
minutes.json           your minutes: what payments gave (seconds, US cents), what sermons used
generations.json       what you asked for, sermon by sermon, with texts that became no sermon; and which parts of texts were noted
                       so as not to repeat them
links.json             the links by which you gave sermons away, and how often each was played
contact-messages.json  what you wrote to us from your address, and our answers
avatar.*               your picture
listening.json         where you stopped in your sermons, and which you heard to the end
collections.json       your collections, with the ids of their sermons in order
sermons/NNN-title.*    your sermons, the oldest first: .json (everything kept), .md (the text), .mp3 (the recording),
                       .words.json (when each word is spoken), .webp (the picture)

Times are in UTC (ISO 8601), texts in UTF-8. Of your payment card we know the brand and the last four digits; the rest is known
to the payment provider alone. Passwords and the secrets of second factors are not part of this file.
`;

const DELETED = "Deleted while your data was being collected.\n";

const sermonRow = z.object({
  id: z.uuid(),
  title: z.string(),
  created_at: z.date(),
  audio: z.string().nullable(),
  timings: z.string().nullable(),
  image: z.string().nullable(),
});
const avatarRow = z.object({ name: z.string(), type: z.string().nullable(), updated_at: z.date() });

const EXTENSIONS: Record<string, string> = { "image/webp": "webp", "image/png": "png", "image/jpeg": "jpg" };

/** Queries as the user, under row-level security. */
async function queryOwn(context: FunctionContext, caller: Claims, text: string, values: unknown[] = []): Promise<unknown[]> {
  return (await queryAsUser(context.db, { claims: caller }, { text, values }, { readOnly: true })).rows;
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** A file name that is valid on every system: ASCII letters, digits and hyphens. */
function slug(title: string): string {
  const plain = title.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return (
    plain
      .replaceAll(/[^a-z0-9]+/g, "-")
      .slice(0, 60)
      .replaceAll(/^-+|-+$/g, "") || "sermon"
  );
}

async function download({ supabase }: FunctionContext, bucket: string, path: string): Promise<Uint8Array | string> {
  const { data, error } = await supabase.storage.from(bucket).download(path);
  if (data) return new Uint8Array(await data.arrayBuffer());
  if (error.statusCode === "404") return DELETED;
  throw error;
}

/** The files of every sermon, also of those in the trash: its row, its text, and those of recording, timings and picture that storage has. */
async function sermonFiles(context: FunctionContext, userId: string): Promise<ArchiveFile[]> {
  const rows = await privilegedData.sermons(context, userId);
  const files: ArchiveFile[] = [];
  for (const [i, sermon] of z.array(sermonRow).parse(rows).entries()) {
    const name = `sermons/${String(i + 1).padStart(3, "0")}-${slug(sermon.title)}`;
    const at = sermon.created_at;
    const row = (): Promise<unknown> => privilegedData.sermon(context, userId, sermon.id);
    const text = async (): Promise<string> => {
      const content = z
        .object({ content: z.string() })
        .nullable()
        .parse(await row())?.content;
      return content === undefined ? DELETED : `${content}\n`;
    };
    files.push(
      { name: `${name}.json`, at, compress: true, read: async () => json(await row()) },
      { name: `${name}.md`, at, compress: true, read: text },
    );
    for (const [extension, bucket, path] of [
      [".mp3", "sermon-audio", sermon.audio],
      [".words.json", "sermon-audio", sermon.timings],
      [".webp", "sermon-images", sermon.image],
    ] as const)
      if (path !== null) files.push({ name: name + extension, at, compress: false, read: () => download(context, bucket, path) });
  }
  return files;
}

async function avatarFiles(context: FunctionContext, caller: Claims): Promise<ArchiveFile[]> {
  const rows = await queryOwn(
    context,
    caller,
    "select name, metadata ->> 'mimetype' as type, updated_at from storage.objects where bucket_id = 'avatars' and owner_id = $1 order by name",
    [caller.sub],
  );
  return z
    .array(avatarRow)
    .parse(rows)
    .map(({ name, type, updated_at: at }, i) => ({
      name: `avatar${i === 0 ? "" : `-${i + 1}`}.${EXTENSIONS[type ?? ""] ?? "bin"}`,
      at,
      compress: false,
      read: () => download(context, "avatars", name),
    }));
}

/**
 * Everything that is stored about the caller, as the files of an archive. The session and the payment provider are checked here, before
 * the response begins: throws the database's error when the session has ended (SQLSTATE 42501), or `PaymentsError`.
 */
export async function myData(context: FunctionContext, caller: Claims & { sub: string }, at: Date): Promise<ArchiveFile[]> {
  const userId = caller.sub;
  const mine = (text: string): Promise<unknown[]> => queryOwn(context, caller, text, [userId]);
  const sessions = await queryOwn(context, caller, "select * from public.list_sessions()");
  const customers = z
    .array(z.object({ stripe_customer_id: z.string() }))
    .parse(await mine("select stripe_customer_id from public.customers where id = $1"));
  const customer = customers[0]?.stripe_customer_id ?? null;
  const payments = customer && (await privilegedData.payments(context, customer));

  const facts: [name: string, read: () => Promise<unknown>][] = [
    [
      "profile",
      async () => ({
        account: await privilegedData.account(context, userId),
        profile: (await mine("select * from public.profiles where id = $1"))[0],
        roles: await mine("select role, granted_at from public.user_roles where user_id = $1"),
        consents: await mine("select kind, version, at from public.consents where user_id = $1 order by kind"),
        podcastFeed: await mine("select created_at from public.podcast_feeds where user_id = $1"),
        trialDays: await mine("select day, delivered_at from public.trial_uses where user_id = $1 order by day"),
      }),
    ],
    ["sessions", async () => sessions],
    ["activity", () => privilegedData.activity(context, userId)],
    [
      "subscription",
      async () => ({
        customer,
        subscriptions: await mine("select * from public.subscriptions where user_id = $1 order by period_start, id"),
        payments,
      }),
    ],
    ["minutes", () => privilegedData.minutes(context, userId)],
    [
      "generations",
      async () => ({
        askedFor: await privilegedData.generations(context, userId),
        noted: await privilegedData.writerMemory(context, userId),
      }),
    ],
    [
      "links",
      () =>
        mine(
          `select id, sermon_id, giver_name, dedication, shows_topic, ends_at, plays, created_at, revoked_at, closed_at, closed_reason
           from public.sermon_links where user_id = $1 order by created_at, id`,
        ),
    ],
    [
      "listening",
      () =>
        mine("select sermon_id, seconds, heard, updated_at from public.sermon_positions where user_id = $1 order by updated_at"),
    ],
    ["collections", () => privilegedData.collections(context, userId)],
    ["contact-messages", () => privilegedData.contactMessages(context, userId)],
  ];
  return [
    { name: "README.txt", at, compress: true, read: async () => README },
    ...facts.map(([name, read]) => ({ name: `${name}.json`, at, compress: true, read: async () => json(await read()) })),
    ...(await avatarFiles(context, caller)),
    ...(await sermonFiles(context, userId)),
  ];
}
