import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { signToken } from "../../packages/supabase-server/gateway/tokens.ts";
import { personId } from "../../scripts/scale-rows.ts";
import type { TestApp } from "./start-app.ts";

interface SeededPerson {
  id: string;
  session: string;
  email: string;
  client: SupabaseClient;
  token: string;
  /** Not in the trash; those with files first. */
  sermons: { id: string; audio_url: string | null; created_at: string }[];
  collection: string;
}

/** Signs in one of the people whom `scripts/scale-rows.ts` has made. */
export async function signInSeeded(app: TestApp, number: number): Promise<SeededPerson> {
  const person = await app.database.query<{ id: string; session: string; email: string; collection: string }>(
    `select u.id, u.email, (select s.id from auth.sessions s where s.user_id = u.id limit 1) as session,
       (select c.id from public.collections c where c.user_id = u.id limit 1) as collection from auth.users u where u.id = ${personId(number)}`,
  );
  const [{ id, session, email, collection } = { id: "", session: "", email: "", collection: "" }] = person.rows;
  const sermons = await app.database.query<SeededPerson["sermons"][number]>(
    `select id, audio_url, created_at::text from public.sermons
     where user_id = $1 and deleted_at is null order by audio_url is null, sermons.created_at desc limit 60`,
    [id],
  );
  const now = Math.floor(Date.now() / 1000);
  const token = await signToken(
    { role: "authenticated", aud: "authenticated", sub: id, email, session_id: session, aal: "aal2", iat: now, exp: now + 3600 },
    app.keys,
  );
  const client = createClient(app.url, app.keys.anonKey, { accessToken: async () => token });
  return { id, session, email, client, token, sermons: sermons.rows, collection };
}

const CARD = "id,title,written_title,audio_url,image_url,created_at,is_favourite";
const SERMON = "id,title,content,audio_url,image_url,created_at";
const GENERATION =
  "id,state,prompt,minutes,voice,reading,rewrite_of,created_at,growing_recordings(key),generation_steps(kind,status,error_code,draft,content:output->>content,path:output->>path,voice:output->>voice,partial:output->>partial)";

type Step = [what: string, work: () => PromiseLike<unknown>];

function library({ client, id, sermons, collection }: SeededPerson): Step[] {
  const [first] = sermons;
  const last = sermons.at(-1);
  const ids = sermons.slice(0, 50).map((sermon) => sermon.id);
  const cards = () => client.from("sermons").select(CARD).eq("user_id", id);
  const newest = (rows: ReturnType<typeof cards>) =>
    rows.order("created_at", { ascending: false }).order("id", { ascending: false }).limit(24);
  const find = (given: object) => client.rpc("search_sermons", { p_words: "", p_limit: 24, ...given });
  const behind = `created_at.lt."${last?.created_at}",id.lt.${last?.id}`;
  return [
    ["library", () => newest(cards())],
    ["library: next page", () => newest(cards().filter("created_at", "lte", last?.created_at).or(behind))],
    ["library: oldest", () => cards().order("created_at").order("id").limit(24)],
    ["library: favourites", () => newest(cards().eq("is_favourite", true))],
    ["library: theme, length, voice", () => newest(cards().eq("theme", "grief").eq("minutes", 5).eq("voice", "John"))],
    ["library: a voice that no sermon has", () => newest(cards().eq("voice", "Emma"))],
    ["library: choices", () => client.rpc("library_choices")],
    ["search: a common word", () => find({ p_words: "word1" })],
    ["search: a word that is half typed", () => find({ p_words: "topic 12" })],
    ["search: a word that nothing has", () => find({ p_words: "zebra" })],
    ["search: a passage", () => find({ p_passage: "Romans 8" })],
    ["search: heard", () => find({ p_heard: true })],
    ["search: not heard, by date", () => find({ p_heard: false, p_sort: "oldest" })],
    ["collection", () => find({ p_collection: collection })],
    [
      "collection: all of its sermons",
      () =>
        client
          .from("collection_sermons")
          .select("sermon_id")
          .eq("collection_id", collection)
          .order("added_at")
          .order("sermon_id")
          .range(0, 499),
    ],
    ["collections", () => client.rpc("list_collections", { p_ids: ids })],
    [
      "collection: add",
      () =>
        client.from("collection_sermons").upsert(
          ids.slice(0, 5).map((sermon) => ({ collection_id: collection, sermon_id: sermon })),
          { onConflict: "collection_id,sermon_id", ignoreDuplicates: true },
        ),
    ],
    [
      "collection: take out",
      () => client.from("collection_sermons").delete().eq("collection_id", collection).in("sermon_id", ids.slice(0, 2)),
    ],
    ["collection: rename", () => client.from("collections").update({ name: "Lent" }).eq("id", collection)],
    ["favourite", () => client.from("sermons").update({ is_favourite: true }).eq("id", first?.id)],
    ["kept on this device: rows", () => client.from("sermons").select(CARD).in("id", ids)],
    [
      "kept on this device: places",
      () => client.from("sermon_positions").select("sermon_id,seconds,heard,updated_at").in("sermon_id", ids),
    ],
    [
      "continue listening",
      () =>
        client
          .from("sermon_positions")
          .select("sermon_id,seconds,sermons!inner(title,written_title)")
          .gt("seconds", 0)
          .order("updated_at", { ascending: false })
          .limit(1)
          .maybeSingle(),
    ],
    [
      "which recordings exist",
      () =>
        client.storage.from("sermon-audio").createSignedUrls(
          sermons.flatMap((sermon) => sermon.audio_url ?? []),
          3600,
        ),
    ],
  ];
}

function sermonPage({ client, sermons }: SeededPerson): Step[] {
  const [first] = sermons;
  const id = first?.id ?? "";
  const audio = first?.audio_url ?? "";
  return [
    ["sermon", () => client.from("sermons").select(SERMON).eq("id", id).maybeSingle()],
    ["sermon: its generation", () => client.from("generations").select(GENERATION).eq("id", id).maybeSingle()],
    [
      "sermon: whether it can be written anew",
      () =>
        client
          .from("generations")
          .select("prompt,reading,created_at")
          .eq("id", id)
          .eq("state", "finished")
          .is("rewrite_of", null)
          .is("rewritten_at", null)
          .maybeSingle(),
    ],
    [
      "sermon: what its picture shows",
      () => client.from("generation_steps").select("alt:output->>alt").eq("generation_id", id).eq("kind", "image").maybeSingle(),
    ],
    ["sermon: note", () => client.from("sermon_notes").select("note").eq("sermon_id", id).maybeSingle()],
    ["sermon: place", () => client.from("sermon_positions").select("seconds,heard,updated_at").eq("sermon_id", id).maybeSingle()],
    ["sermon: address of its recording", () => client.storage.from("sermon-audio").createSignedUrl(audio, 3600)],
    ["sermon: its words' times", () => client.storage.from("sermon-audio").download(audio.replace(".mp3", ".json"))],
    ["sermon: write the note", () => client.from("sermon_notes").upsert({ sermon_id: id, note: "a note" })],
    [
      "sermon: keep the place",
      () =>
        client.from("sermon_positions").upsert({ sermon_id: id, seconds: 12, heard: false }, { onConflict: "user_id,sermon_id" }),
    ],
    ["storage: a folder", () => client.storage.from("sermon-audio").list(audio.split("/").slice(0, 2).join("/"))],
    [
      "storage: a folder, by pages",
      () => client.storage.from("sermon-audio").listV2({ prefix: audio.split("/").slice(0, 2).join("/") }),
    ],
  ];
}

function otherScreens({ client, id, sermons }: SeededPerson): Step[] {
  const [, second, third] = sermons;
  const newest = (columns: string) =>
    client.from("generations").select(columns).eq("user_id", id).order("created_at", { ascending: false }).limit(1).maybeSingle();
  return [
    ["dashboard: generation that is followed", () => newest(GENERATION)],
    ["dashboard: newest generation", () => newest("state,prompt")],
    [
      "dashboard: recent topics",
      () => client.from("sermons").select("title").eq("user_id", id).order("created_at", { ascending: false }).limit(9),
    ],
    [
      "dashboard: consent",
      () => client.from("consents").select("version").eq("user_id", id).eq("kind", "remote_ai").maybeSingle(),
    ],
    ["profile", () => client.from("profiles").select("full_name, avatar_url").eq("id", id).maybeSingle()],
    ["profile: change", () => client.from("profiles").update({ full_name: "Somebody" }).eq("id", id)],
    ["plan: customer", () => client.from("customers").select("stripe_customer_id").eq("id", id).maybeSingle()],
    ["feed: whether there is one", () => client.from("podcast_feeds").select("created_at").eq("user_id", id).maybeSingle()],
    ["security: sessions", () => client.rpc("list_sessions")],
    ["administrator: role", () => client.rpc("has_role", { _user_id: id, _role: "admin" })],
    ["trash", () => client.rpc("list_trash").select("id,title,image_url,deleted_at").limit(200)],
    ["delete", () => client.rpc("trash_sermons", { p_ids: [second?.id, third?.id] })],
    ["undo", () => client.rpc("restore_sermons", { p_ids: [third?.id] })],
    ["delete for good", () => client.rpc("delete_trashed_sermons", { p_ids: [second?.id] })],
    ["insert a sermon", () => client.from("sermons").insert({ title: "mine", content: "# Mine\n\nA text." })],
    ["administrator: reset links", () => client.rpc("reset_link_is_open", { p_token_hash: "0".repeat(64) })],
  ];
}

function administrator({ client }: SeededPerson): Step[] {
  const table = () => client.from("contact_submissions");
  return [
    [
      "administrator: messages",
      () => client.rpc("get_contact_submissions").order("created_at", { ascending: false }).order("id").range(0, 24),
    ],
    [
      "administrator: new messages",
      () =>
        client
          .rpc("get_contact_submissions")
          .eq("status", "new")
          .order("created_at", { ascending: false })
          .order("id")
          .range(0, 24),
    ],
    [
      "administrator: the one that waits longest",
      () => table().select("created_at").eq("status", "new").order("created_at").limit(1),
    ],
    ["administrator: reports", () => client.functions.invoke("list-link-reports", { body: {} })],
  ];
}

function functions({ sermons, token }: SeededPerson, app: TestApp): Step[] {
  const sermon = sermons[5]?.id;
  const call = (name: string, body: object) => async () => {
    const answer = await fetch(`${app.url}/functions/v1/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    await answer.arrayBuffer();
    return answer;
  };
  return [
    ["function: check-subscription", call("check-subscription", {})],
    ["function: billing-overview", call("billing-overview", {})],
    ["function: list-sermon-links", call("list-sermon-links", { sermonId: sermon })],
    ["function: make-sermon-link", call("make-sermon-link", { sermonId: sermon, confirmed: true })],
    ["function: export-sermon", call("export-sermon", { sermonId: sermon, format: "docx" })],
    ["function: export-book", call("export-book", { sermonIds: sermons.slice(6, 16).map((each) => each.id) })],
    ["function: read-topic", call("read-topic", { prompt: "finding rest" })],
    ["function: generate-sermon", call("generate-sermon", { prompt: "finding rest", duration: "5", voice: "John" })],
    ["function: download-my-data", call("download-my-data", {})],
    [
      "auth: the account",
      async () => fetch(`${app.url}/auth/v1/user`, { headers: { apikey: app.keys.anonKey, authorization: `Bearer ${token}` } }),
    ],
    [
      "auth: a wrong password",
      () => app.visitor().auth.signInWithPassword({ email: "person9@scale.invalid", password: "not the password" }),
    ],
    ["auth: a forgotten password", () => app.visitor().auth.resetPasswordForEmail("person8@scale.invalid")],
    [
      "auth: a sign-up",
      () => app.visitor().auth.signUp({ email: "somebody.new@example.com", password: "correct horse battery" }),
    ],
  ];
}

function visitors(app: TestApp, { secret, given }: Opened, sermon: string | undefined): Step[] {
  const open = (path: string) => async () => fetch(`${app.url}${path}`);
  return [
    ["feed", open(`/podcast/${secret}/feed.xml`)],
    ["feed: an episode", open(`/podcast/${secret}/${sermon}.vtt`)],
    ["given sermon", open(new URL(given).pathname)],
  ];
}

interface Opened {
  /** Of the person's feed. */
  secret: string;
  /** Address of a sermon that they gave away. */
  given: string;
}

/** Every query of every screen, as the web app sends it, by one person; and what visitors open. */
export function stepsOf(app: TestApp, person: SeededPerson, { admin, ...opened }: Opened & { admin: SeededPerson }): Step[] {
  return [
    ...library(person),
    ...sermonPage(person),
    ...visitors(app, opened, person.sermons[0]?.id),
    ...otherScreens(person),
    ...administrator(admin),
    ...functions(person, app),
  ];
}

/** Jobs that run by a schedule. */
export const SCHEDULED = [
  "resume-generations",
  "delete-media",
  "sweep-growing-recordings",
  "sweep-trash",
  "resume-deletions",
  "billing-mails",
  "reconcile-billing",
  "sweep-auth",
  "sweep-unreferenced-bytes",
];
