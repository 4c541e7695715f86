export type Actor = "anon" | "owner" | "other" | "admin" | "service";
export const OPERATIONS = ["select", "insert", "update", "delete"] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Ids that the seeded rows are made of. */
export interface People {
  owner: string;
  other: string;
  admin: string;
  /** A generation and the sermon of the same id. */
  generation: string;
  spare: string;
}

export interface TableRules {
  /** Makes the row that belongs to `owner`. */
  seed(people: People): string;
  /** One statement for each operation, aimed at that row; the insert adds a row in `owner`'s name. */
  statements(people: People): Record<Operation, string>;
  /** Who reaches the row, beside service_role, which reaches everything but `notService`. */
  allow: Partial<Record<Operation, Actor[]>>;
  notService?: Operation[];
}

const mine: Actor[] = ["owner"];

const uuid = (value: string): string => `'${value}'::uuid`;

/** select, update and delete by a condition, with the table's own insert. */
function by(table: string, where: string, set: string, insert: string): Record<Operation, string> {
  return {
    select: `select from ${table} where ${where}`,
    insert,
    update: `update ${table} set ${set} where ${where}`,
    delete: `delete from ${table} where ${where}`,
  };
}

export const TABLES: Record<string, TableRules> = {
  "auth.audit_log_entries": {
    seed: (p) => `insert into auth.audit_log_entries (action, actor_id) values ('login', ${uuid(p.owner)})`,
    statements: (p) =>
      by(
        "auth.audit_log_entries",
        `actor_id = ${uuid(p.owner)}`,
        "action = 'logout'",
        `insert into auth.audit_log_entries (action, actor_id) values ('login', ${uuid(p.owner)})`,
      ),
    allow: {},
    notService: ["insert", "update", "delete"],
  },
  "public.profiles": {
    seed: (p) => `update public.profiles set full_name = 'Ruth' where id = ${uuid(p.owner)}`,
    statements: (p) =>
      by(
        "public.profiles",
        `id = ${uuid(p.owner)}`,
        "full_name = 'Naomi'",
        `insert into public.profiles (id) values (${uuid(p.owner)}) on conflict (id) do update set full_name = 'x'`,
      ),
    allow: { select: mine, update: mine },
  },
  "public.user_roles": {
    seed: (p) => `insert into public.user_roles (user_id, role) values (${uuid(p.admin)}, 'admin')`,
    statements: (p) =>
      by(
        "public.user_roles",
        `user_id = ${uuid(p.admin)}`,
        "granted_at = now()",
        `insert into public.user_roles (user_id, role) values (${uuid(p.owner)}, 'admin')`,
      ),
    allow: { select: ["admin"] },
  },
  "public.contact_submissions": {
    seed: (p) =>
      `insert into public.contact_submissions (id, name, email, message) values (${uuid(p.spare)}, 'Ruth', 'ruth@example.com', 'Hello')`,
    statements: (p) =>
      by(
        "public.contact_submissions",
        `id = ${uuid(p.spare)}`,
        "status = 'resolved'",
        "insert into public.contact_submissions (name, email, message) values ('x', 'x@example.com', 'x')",
      ),
    allow: { select: ["admin"], update: ["admin"] },
  },
  "public.contact_mails": {
    seed: (p) => `insert into public.contact_mails (submission_id, kind) values (${uuid(p.spare)}, 'notice')`,
    statements: (p) =>
      by(
        "public.contact_mails",
        `submission_id = ${uuid(p.spare)}`,
        "sent_at = now()",
        `insert into public.contact_mails (submission_id, kind, subject, message) values (${uuid(p.spare)}, 'reply', 'x', 'x')`,
      ),
    allow: { select: ["admin"] },
  },
  "public.health_check": {
    seed: () => "select 1",
    statements: () =>
      by(
        "public.health_check",
        "id = 1",
        "status = 'down'",
        "insert into public.health_check (id, status) values (1, 'x') on conflict (id) do update set status = 'x'",
      ),
    allow: { select: ["anon", "owner", "other", "admin"] },
  },
  "public.customers": {
    seed: (p) => `insert into public.customers (id, stripe_customer_id) values (${uuid(p.owner)}, 'cus_owner')`,
    statements: (p) =>
      by(
        "public.customers",
        `id = ${uuid(p.owner)}`,
        "stripe_customer_id = 'cus_x'",
        `insert into public.customers (id, stripe_customer_id) values (${uuid(p.other)}, 'cus_other')`,
      ),
    allow: { select: mine },
  },
  "public.subscriptions": {
    seed: (p) =>
      `insert into public.subscriptions (id, user_id, status, price_id, period_start, period_end) values ('sub_1', ${uuid(p.owner)}, 'active', 'price_1', now(), now() + interval '1 month')`,
    statements: (p) =>
      by(
        "public.subscriptions",
        "id = 'sub_1'",
        "status = 'canceled'",
        `insert into public.subscriptions (id, user_id, status, price_id, period_start, period_end) values ('sub_2', ${uuid(p.owner)}, 'active', 'p', now(), now())`,
      ),
    allow: { select: mine },
  },
  "public.sermons": {
    seed: (p) =>
      `insert into public.sermons (id, user_id, title, content) values (${uuid(p.generation)}, ${uuid(p.owner)}, 'Rest', 'Come.')`,
    statements: (p) =>
      by(
        "public.sermons",
        `id = ${uuid(p.generation)}`,
        "title = 'Peace'",
        `insert into public.sermons (user_id, title, content) values (${uuid(p.owner)}, 't', 'c')`,
      ),
    allow: { select: mine, insert: mine, update: mine, delete: mine },
  },
  "public.sermon_links": {
    seed: (p) =>
      `insert into public.sermon_links (id, user_id, sermon_id) values (${uuid(p.spare)}, ${uuid(p.owner)}, ${uuid(p.generation)})`,
    statements: (p) =>
      by(
        "public.sermon_links",
        `id = ${uuid(p.spare)}`,
        "plays = 1000",
        `insert into public.sermon_links (user_id, sermon_id) values (${uuid(p.owner)}, ${uuid(p.generation)})`,
      ),
    // The server alone writes them: what is shown to everybody is read by the gate first.
    allow: { select: mine },
  },
  "public.sermon_link_reports": {
    seed: (p) => `insert into public.sermon_link_reports (link_id, reason) values (${uuid(p.spare)}, 'other')`,
    statements: (p) =>
      by(
        "public.sermon_link_reports",
        `link_id = ${uuid(p.spare)}`,
        "reason = 'hateful'",
        `insert into public.sermon_link_reports (link_id, reason) values (${uuid(p.spare)}, 'private')`,
      ),
    allow: { select: ["admin"] },
  },
  "public.sermon_positions": {
    seed: (p) =>
      `insert into public.sermon_positions (user_id, sermon_id, seconds) values (${uuid(p.owner)}, ${uuid(p.generation)}, 30)`,
    statements: (p) =>
      by(
        "public.sermon_positions",
        `sermon_id = ${uuid(p.generation)}`,
        "seconds = 60",
        `insert into public.sermon_positions (user_id, sermon_id, seconds) values (${uuid(p.owner)}, ${uuid(p.generation)}, 40)
         on conflict (user_id, sermon_id) do update set seconds = excluded.seconds`,
      ),
    allow: { select: mine, insert: mine, update: mine, delete: mine },
  },
  "public.collections": {
    seed: (p) =>
      `insert into public.collections (id, user_id, name) values (${uuid(p.spare)}, ${uuid(p.owner)}, 'Lent'),
         (${uuid(p.generation)}, ${uuid(p.owner)}, 'Advent')`,
    statements: (p) =>
      by(
        "public.collections",
        `id = ${uuid(p.spare)}`,
        "name = 'Easter'",
        `insert into public.collections (user_id, name) values (${uuid(p.owner)}, 'Easter')`,
      ),
    allow: { select: mine, insert: mine, update: mine, delete: mine },
  },
  "public.collection_sermons": {
    seed: (p) =>
      `insert into public.collection_sermons (collection_id, sermon_id, user_id) values (${uuid(p.spare)}, ${uuid(p.generation)}, ${uuid(p.owner)})`,
    statements: (p) =>
      by(
        "public.collection_sermons",
        `collection_id = ${uuid(p.spare)}`,
        "added_at = now()",
        `insert into public.collection_sermons (collection_id, sermon_id, user_id) values (${uuid(p.generation)}, ${uuid(p.generation)}, ${uuid(p.owner)})`,
      ),
    allow: { select: mine, insert: mine, update: mine, delete: mine },
  },
  "public.sermon_words": {
    // Made by a trigger with the sermon.
    seed: () => "select",
    statements: (p) =>
      by(
        "public.sermon_words",
        `sermon_id = ${uuid(p.generation)}`,
        "words = ''",
        `insert into public.sermon_words (sermon_id, words) values (${uuid(p.generation)}, '') on conflict (sermon_id) do update set words = ''`,
      ),
    allow: {},
  },
  "public.sermon_notes": {
    seed: (p) =>
      `insert into public.sermon_notes (sermon_id, user_id, note) values (${uuid(p.generation)}, ${uuid(p.owner)}, 'For Sunday.')`,
    statements: (p) =>
      by(
        "public.sermon_notes",
        `sermon_id = ${uuid(p.generation)}`,
        "note = 'For Monday.'",
        `insert into public.sermon_notes (sermon_id, user_id, note) values (${uuid(p.generation)}, ${uuid(p.owner)}, 'x') on conflict (sermon_id) do update set note = 'x'`,
      ),
    allow: { select: mine, insert: mine, update: mine, delete: mine },
  },
  "public.media_deletions": {
    seed: (p) => `insert into public.media_deletions (user_id, bucket, path) values (${uuid(p.owner)}, 'sermon-audio', 'x')`,
    statements: (p) =>
      by(
        "public.media_deletions",
        `user_id = ${uuid(p.owner)}`,
        "path = 'y'",
        `insert into public.media_deletions (user_id, bucket, path) values (${uuid(p.owner)}, 'b', 'z')`,
      ),
    allow: {},
  },
  "public.generations": {
    seed: (p) =>
      `insert into public.generations (id, user_id, prompt, prompt_sha256, minutes, voice) values (${uuid(p.generation)}, ${uuid(p.owner)}, 'rest', 'x', 5, 'John')`,
    statements: (p) =>
      by(
        "public.generations",
        `id = ${uuid(p.generation)}`,
        "voice = 'Sarah'",
        `insert into public.generations (user_id, prompt, prompt_sha256, minutes, voice, state) values (${uuid(p.owner)}, 'x', 'x', 5, 'John', 'failed')`,
      ),
    allow: { select: mine },
  },
  "public.generation_steps": {
    seed: (p) => `insert into public.generation_steps (generation_id, kind) values (${uuid(p.generation)}, 'text')`,
    statements: (p) =>
      by(
        "public.generation_steps",
        `generation_id = ${uuid(p.generation)}`,
        "status = 'error'",
        `insert into public.generation_steps (generation_id, kind) values (${uuid(p.generation)}, 'voice')`,
      ),
    allow: { select: mine },
  },
  "public.growing_recordings": {
    seed: (p) =>
      `insert into public.growing_recordings (generation_id, attempt, seconds, bytes) values (${uuid(p.generation)}, 1, 300, 9)`,
    statements: (p) =>
      by(
        "public.growing_recordings",
        `generation_id = ${uuid(p.generation)}`,
        "seconds = 301",
        `insert into public.growing_recordings (generation_id, attempt, seconds, bytes) values (${uuid(p.generation)}, 1, 300, 9)
         on conflict (generation_id) do update set seconds = 302`,
      ),
    allow: { select: mine },
  },
  "public.growing_recording_parts": {
    seed: (p) =>
      `insert into public.growing_recording_parts (generation_id, number, starts_at, sound, sentences) values (${uuid(p.generation)}, 0, 0, 'x', '[]')`,
    statements: (p) =>
      by(
        "public.growing_recording_parts",
        `generation_id = ${uuid(p.generation)}`,
        "sentences = '[]'",
        `insert into public.growing_recording_parts (generation_id, number, starts_at, sound, sentences) values (${uuid(p.generation)}, 1, 1, 'x', '[]')`,
      ),
    allow: { select: mine },
  },
  "public.trial_uses": {
    seed: (p) =>
      `insert into public.trial_uses (user_id, day, generation_id) values (${uuid(p.owner)}, 0, ${uuid(p.generation)})`,
    statements: (p) =>
      by(
        "public.trial_uses",
        `user_id = ${uuid(p.owner)}`,
        "delivered_at = now()",
        `insert into public.trial_uses (user_id, day, generation_id) values (${uuid(p.owner)}, 1, ${uuid(p.spare)})`,
      ),
    allow: { select: mine },
  },
  "public.vendor_starts": {
    seed: (p) =>
      `insert into public.vendor_starts (vendor, engine, user_id, generation_id) values ('writer', 'x', ${uuid(p.owner)}, ${uuid(p.generation)})`,
    statements: (p) =>
      by(
        "public.vendor_starts",
        `user_id = ${uuid(p.owner)}`,
        "engine = 'y'",
        `insert into public.vendor_starts (vendor, engine, user_id, generation_id) values ('voice', 'x', ${uuid(p.owner)}, ${uuid(p.generation)})`,
      ),
    allow: {},
  },
  "public.consents": {
    seed: (p) => `insert into public.consents (user_id, kind, version) values (${uuid(p.owner)}, 'remote_ai', '1')`,
    statements: (p) =>
      by(
        "public.consents",
        `user_id = ${uuid(p.owner)}`,
        "version = '2'",
        `insert into public.consents (user_id, kind, version) values (${uuid(p.owner)}, 'remote_ai', '3')
         on conflict (user_id, kind) do update set version = excluded.version`,
      ),
    allow: { select: mine, insert: mine, update: mine, delete: mine },
  },
  "public.podcast_feeds": {
    seed: (p) =>
      `insert into public.podcast_feeds (user_id, secret_sha256) values (${uuid(p.owner)}, sha256('${p.spare}'::bytea))`,
    statements: (p) =>
      by(
        "public.podcast_feeds",
        `user_id = ${uuid(p.owner)}`,
        "secret_sha256 = sha256('x'::bytea)",
        `insert into public.podcast_feeds (user_id, secret_sha256) values (${uuid(p.other)}, sha256('y'::bytea))`,
      ),
    // Only the server makes addresses, and nobody reads their digests.
    allow: { select: mine, delete: mine },
  },
  "public.writer_memory": {
    seed: (p) => `insert into public.writer_memory (user_id, key) values (${uuid(p.owner)}, 'a')`,
    statements: (p) =>
      by(
        "public.writer_memory",
        `user_id = ${uuid(p.owner)}`,
        "at = now()",
        `insert into public.writer_memory (user_id, key) values (${uuid(p.owner)}, 'b')`,
      ),
    allow: {},
  },
  "public.missed_readings": {
    seed: () => "insert into public.missed_readings (theme) values ('grief')",
    statements: () =>
      by(
        "public.missed_readings",
        "theme = 'grief'",
        "count = count + 1",
        "insert into public.missed_readings (theme) values ('anxiety')",
      ),
    allow: {},
  },
  "public.account_deletions": {
    seed: (p) => `insert into public.account_deletions (user_id, email) values (${uuid(p.owner)}, 'ruth@example.com')`,
    statements: (p) =>
      by(
        "public.account_deletions",
        `user_id = ${uuid(p.owner)}`,
        "attempts = 1",
        `insert into public.account_deletions (user_id, email) values (${uuid(p.other)}, 'naomi@example.com')`,
      ),
    allow: {},
  },
  "public.data_downloads": {
    seed: (p) => `insert into public.data_downloads (user_id, running_until) values (${uuid(p.owner)}, now())`,
    statements: (p) =>
      by(
        "public.data_downloads",
        `user_id = ${uuid(p.owner)}`,
        "begun = 0",
        `insert into public.data_downloads (user_id, running_until) values (${uuid(p.other)}, now())`,
      ),
    allow: {},
  },
  "storage.buckets": {
    seed: () => "select 1",
    statements: () =>
      by("storage.buckets", "id = 'avatars'", "public = true", "insert into storage.buckets (id, name) values ('x', 'x')"),
    allow: {},
  },
  "storage.objects": {
    seed: (p) =>
      `insert into storage.objects (bucket_id, name, owner_id) values ('sermon-audio', '${p.owner}/${p.generation}/a.mp3', null)`,
    statements: (p) =>
      by(
        "storage.objects",
        `name = '${p.owner}/${p.generation}/a.mp3'`,
        "metadata = '{}'",
        `insert into storage.objects (bucket_id, name, owner_id) values ('sermon-audio', '${p.owner}/${p.generation}/b.mp3', '${p.owner}')`,
      ),
    // Their own media can be seen; only the server writes them.
    allow: { select: mine },
  },
  "billing.open_checkouts": {
    seed: (p) => `insert into billing.open_checkouts (user_id, session_id, terms) values (${uuid(p.owner)}, 'cs_1', '{}')`,
    statements: (p) =>
      by(
        "billing.open_checkouts",
        `user_id = ${uuid(p.owner)}`,
        "opened = 2",
        `insert into billing.open_checkouts (user_id, session_id, terms) values (${uuid(p.other)}, 'cs_2', '{}')`,
      ),
    allow: {},
  },
  "billing.stripe_events": {
    seed: () => "insert into billing.stripe_events (id, type, object_id, created_at) values ('evt_1', 'x', 'y', now())",
    statements: () =>
      by(
        "billing.stripe_events",
        "id = 'evt_1'",
        "attempts = 1",
        "insert into billing.stripe_events (id, type, object_id, created_at) values ('evt_2', 'x', 'y', now())",
      ),
    allow: {},
  },
  "billing.mails": {
    seed: (p) => `insert into public.subscriptions (id, user_id, status, price_id, period_start, period_end)
      values ('sub_mail', ${uuid(p.owner)}, 'active', 'price', now(), now() + interval '1 month');
      insert into billing.mails (user_id, kind, subscription_id, about) values (${uuid(p.owner)}, 'cancelled', 'sub_mail', now())`,
    statements: (p) =>
      by(
        "billing.mails",
        `user_id = ${uuid(p.owner)}`,
        "sent_at = now()",
        `insert into billing.mails (user_id, kind, subscription_id, about) values (${uuid(p.owner)}, 'renewal_failed', 'sub_mail', now())`,
      ),
    allow: {},
  },
  "billing.orphaned_customers": {
    seed: () => "insert into billing.orphaned_customers (stripe_customer_id) values ('cus_orphan')",
    statements: () =>
      by(
        "billing.orphaned_customers",
        "stripe_customer_id = 'cus_orphan'",
        "since = now()",
        "insert into billing.orphaned_customers (stripe_customer_id) values ('cus_other')",
      ),
    allow: {},
  },
};

/** Tables that no request role reaches, service_role included: only functions and the platform do. */
export const CLOSED_TABLES: string[] = [
  "auth.rate_limits",
  "auth.flow_state",
  "auth.identities",
  "auth.mail_requests",
  "auth.mfa_challenges",
  "auth.mfa_factors",
  "auth.notices",
  "auth.oidc_flows",
  "auth.one_time_tokens",
  "auth.session_limits",
  "auth.sessions",
  "auth.sign_up_attempts",
  "auth.users",
  "auth.wrong_codes",
  "billing.disputes",
  "billing.minute_ledger",
  "billing.quota_accounts",
  "billing.quota_periods",
  "billing.referrals",
  "billing.trial_claims",
  "billing.usage_reservations",
  "lampstand.migrations",
  "storage.unreferenced_bytes",
];
