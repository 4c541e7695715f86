import type pg from "pg";

interface Sizes {
  people: number;
  sermons: number;
  /** Words of a text; a real one has about 700. */
  words: number;
  /** One sermon in so many has files and the steps of its generation. */
  filesOfOneIn: number;
}

/** The library of the first person: as large as one gets, or a tenth of a small seed. The second has ten sermons. */
const LARGE_LIBRARY = 10_000;
const SMALL_LIBRARY = 10;

/** Ids follow from their numbers, so that whoever measures knows them. */
const id = (what: string): string => `overlay(overlay(md5(${what}) placing '4' from 13) placing '8' from 17)::uuid`;
export const personId = (number: number | string): string => id(`'person ' || ${number}`);
const sermonId = (number: number | string): string => id(`'sermon ' || ${number}`);

interface Rows {
  table: string;
  insert: string;
}

/** What is inserted, in the order of its foreign keys. Sermons of all people follow each other by date, as they would have been made. */
function rowsOf({ people, sermons, words, filesOfOneIn }: Sizes): Rows[] {
  const large = Math.min(LARGE_LIBRARY, Math.floor(sermons / 10));
  const every = Math.floor(sermons / large);
  const ownerNumber = `case when n % ${every} = 0 then 1 when n % ${Math.floor(sermons / SMALL_LIBRARY)} = 1 then 2
    else 3 + n % ${people - 2} end`;
  const owner = personId(`(${ownerNumber})`);
  const age = `(${sermons} - n) * interval '5 years' / ${sermons}`;
  const path = `${owner} || '/' || ${sermonId("n")} || '/' || md5('file ' || n)`;
  const files = `n % ${filesOfOneIn} = 0`;
  const each = `generate_series(1, ${sermons}) n`;
  const eachPerson = `generate_series(1, ${people}) n`;
  return [
    {
      table: "auth.users",
      insert: `(id, email, encrypted_password, email_confirmed_at, created_at)
        select ${personId("n")}, 'person' || n || '@scale.invalid', '$2b$11$' || md5(n::text), now(), now() - (${people} - n) * interval '1 minute'
        from ${eachPerson}`,
    },
    {
      table: "public.profiles",
      insert: `(id, email, full_name, trial_start_date) select ${personId("n")}, 'person' || n || '@scale.invalid', 'Person ' || n, now() - n * interval '1 minute' from ${eachPerson}`,
    },
    {
      table: "auth.identities",
      insert: `(user_id, provider, provider_id, identity_data)
        select ${personId("n")}, 'email', ${personId("n")}, jsonb_build_object('sub', ${personId("n")}, 'email', 'person' || n || '@scale.invalid') from ${eachPerson}`,
    },
    {
      table: "auth.sessions",
      insert: `(user_id, amr, created_at) select ${personId("n")}, jsonb_build_array(jsonb_build_object('method', 'password', 'timestamp', extract(epoch from now())::bigint)), now() - k * interval '1 day' from ${eachPerson}, generate_series(1, 2) k`,
    },
    {
      table: "auth.mfa_factors",
      insert: `(user_id, factor_type, status, secret) select ${personId("n")}, 'totp', 'verified', 'sealed' from ${eachPerson} where n % 20 = 0`,
    },
    {
      table: "auth.audit_log_entries",
      insert: `(action, actor_id, subject_id, created_at)
        select 'login', ${personId("n")}, ${personId("n")}, now() - k * interval '1 day' from generate_series(5, 1, -1) k, ${eachPerson}`,
    },
    {
      table: "auth.one_time_tokens",
      insert: `(user_id, token_type, redirect_to, expires_at, email)
        select ${personId("n")}, 'recovery', '/', now() + interval '1 hour', 'person' || n || '@scale.invalid' from ${eachPerson} where n % 10 = 0`,
    },
    {
      table: "public.customers",
      insert: `(id, stripe_customer_id, synced_at, checked_at) select ${personId("n")}, 'cus_' || n, now(), now() - n * interval '1 second' from ${eachPerson}`,
    },
    {
      table: "public.subscriptions",
      insert: `(id, user_id, status, price_id, period_start, period_end)
        select 'sub_' || n, ${personId("n")}, case when n % 4 = 0 then 'canceled' else 'active' end, 'price', now() - interval '10 days',
          now() + interval '20 days' from ${eachPerson}`,
    },
    {
      table: "billing.quota_accounts",
      insert: `(user_id, extra_s) select ${personId("n")}, 0 from ${eachPerson}`,
    },
    {
      table: "billing.quota_periods",
      insert: `(user_id, period_start, period_end, base_s)
        select ${personId("n")}, now() - k * interval '30 days' + interval '20 days', now() - k * interval '30 days' + interval '50 days', 9000
        from ${eachPerson}, generate_series(1, 3) k`,
    },
    {
      table: "billing.minute_ledger",
      insert: `(source_key, user_id, payment, cents, base_s, extra_s, at)
        select 'invoice ' || n || ' ' || k, ${personId("n")}, 'pi_' || n || '_' || k, 1499, 9000, 0, now() - k * interval '30 days'
        from ${eachPerson}, generate_series(1, 3) k`,
    },
    {
      table: "billing.trial_claims",
      insert: `(kind, key_hash, subscription_id) select 'user', sha256(('person ' || n)::bytea), 'sub_' || n from ${eachPerson}`,
    },
    {
      table: "billing.referrals",
      insert: `(user_id, code) select ${personId("n")}, 'code' || n % 100 from ${eachPerson} where n % 10 = 0`,
    },
    {
      table: "billing.stripe_events",
      insert: `(id, type, object_id, customer_id, created_at, received_at, processed_at)
        select 'evt_' || n || '_' || k, 'invoice.paid', 'in_' || n, 'cus_' || n, now() - k * interval '1 day', now() - k * interval '1 day', now()
        from ${eachPerson}, generate_series(1, 5) k`,
    },
    {
      table: "billing.mails",
      insert: `(user_id, kind, subscription_id, about, sent_at) select ${personId("n")}, 'first_charge', 'sub_' || n, now(), now() from ${eachPerson}`,
    },
    {
      table: "public.trial_uses",
      insert: `(user_id, day, generation_id, delivered_at) select ${personId("n")}, 0, ${id("'trial ' || n")}, now() from ${eachPerson}`,
    },
    {
      table: "public.sermons",
      insert: `(id, user_id, title, content, audio_url, image_url, created_at, deleted_at, is_favourite, minutes, voice, theme)
        with texts as materialized (
          select array_agg(text order by k) as texts from (
            select k, string_agg('word' || (4000 * random() ^ 3)::int, ' ') as text
            from generate_series(1, 500) k, generate_series(1, ${words}) w group by k
          ) texts
        )
        select ${sermonId("n")}, ${owner}, 'topic ' || n % 1000, '# Title ' || n || E'\\n\\n' || texts.texts[1 + n % 500] || ' number' || n,
          case when ${files} then ${path} || '.mp3' end, case when ${files} then ${path} || '.webp' end, now() - ${age},
          case when n % 50 = 7 then now() - (n % 29) * interval '1 day' end, n % 10 = 3, case when n % 2 = 0 then 5 else 10 end,
          (array['John', 'Sarah', 'Michael'])[1 + n % 3], (array['grief', 'hope', 'anger', 'doubt'])[1 + n % 4]
        from ${each}, texts`,
    },
    {
      table: "public.sermon_words",
      insert: `(sermon_id, words)
        select id, array_to_tsvector(array[public.owner_word(user_id)]) || setweight(to_tsvector('pg_catalog.english', title), 'A')
          || setweight(to_tsvector('pg_catalog.english', coalesce(written_title, '')), 'B')
          || setweight(to_tsvector('pg_catalog.english', content), 'C') from public.sermons`,
    },
    {
      table: "public.generations",
      insert: `(id, user_id, prompt, prompt_sha256, minutes, voice, state, text_sha256, saved_at, created_at, finished_at, idempotency_key)
        select ${sermonId("n")}, ${owner}, 'topic ' || n % 1000, md5((n % 1000)::text), 5, 'John', 'finished', md5('text ' || n), now() - ${age},
          now() - ${age}, now() - ${age}, ${id("'key ' || n")} from ${each}`,
    },
    {
      table: "public.generation_steps",
      insert: `(generation_id, kind, status, attempt, output, started_at, finished_at)
        select ${sermonId("n")}, kind, 'completed', 1, '{"alt": "a picture"}', now() - ${age}, now() - ${age}
        from ${each}, unnest(array['text', 'voice', 'image', 'save']) kind where ${files}`,
    },
    {
      table: "storage.objects",
      insert: `(bucket_id, name, version, metadata)
        select bucket, ${path} || extension, md5('version ' || n), '{"size": 1000, "contentLength": 1000, "mimetype": "audio/mpeg", "eTag": "\\"0\\"", "cacheControl": "max-age=3600",
          "lastModified": "2026-01-01T00:00:00Z", "httpStatusCode": 200}'
        from ${each}, (values ('sermon-audio', '.mp3'), ('sermon-audio', '.json'), ('sermon-images', '.webp')) as kinds (bucket, extension) where ${files}`,
    },
    {
      table: "storage.unreferenced_bytes",
      insert: `(key, since) select 'avatars/' || n, now() from ${eachPerson}`,
    },
    {
      table: "public.media_deletions",
      insert: `(user_id, bucket, path, at) select ${personId("n")}, 'avatars', n::text, now() + interval '1 day' from ${eachPerson}`,
    },
    {
      table: "public.vendor_starts",
      insert: `(vendor, engine, user_id, generation_id, at) select 'writer', 'composer', ${owner}, ${sermonId("n")}, now() - ${age} from ${each} where n % 3 = 0`,
    },
    {
      table: "public.writer_memory",
      insert: `(user_id, key, at) select ${personId("n")}, 'key ' || k, now() - interval '1 day' from ${eachPerson}, generate_series(1, 10) k`,
    },
    {
      table: "billing.usage_reservations",
      insert: `(generation_id, voicing, user_id, period_start, from_base_s, from_extra_s, state, expires_at, reserved_at)
        select ${sermonId("n")}, 1, ${owner}, q.period_start, 300, 0, 'committed', now(), now() - ${age}
        from ${each} join billing.quota_periods q on q.user_id = ${owner} and q.period_end > now() where n % 20 = 0`,
    },
    {
      table: "public.sermon_positions",
      insert: `(user_id, sermon_id, seconds, heard, updated_at)
        select ${owner}, ${sermonId("n")}, n % 300, n % 2 = 0, now() - ${age} from ${each} where n % 5 = 0`,
    },
    {
      table: "public.sermon_notes",
      insert: `(sermon_id, user_id, note) select ${sermonId("n")}, ${owner}, 'a note' from ${each} where n % 20 = 1`,
    },
    {
      table: "public.collections",
      insert: `(id, user_id, name) select ${id("'collection ' || n || ' ' || k")}, ${personId("n")}, 'Collection ' || k from ${eachPerson}, generate_series(1, 2) k`,
    },
    {
      table: "public.collection_sermons",
      insert: `(collection_id, sermon_id, user_id)
        select ${id(`'collection ' || (${ownerNumber}) || ' ' || 1 + n % 2`)}, ${sermonId("n")}, ${owner} from ${each} where n % 5 = 0`,
    },
    {
      table: "public.sermon_links",
      insert: `(id, user_id, sermon_id, created_at) select ${id("'link ' || n")}, ${owner}, ${sermonId("n")}, now() - ${age} from ${each} where n % 30 = 0`,
    },
    {
      table: "public.sermon_link_reports",
      insert: `(link_id, reason, created_at) select ${id("'link ' || n")}, 'other', now() - ${age} from ${each} where n % 300 = 0`,
    },
    {
      table: "public.podcast_feeds",
      insert: `(user_id, secret_sha256) select ${personId("n")}, sha256(('feed ' || n)::bytea) from ${eachPerson} where n % 5 = 1`,
    },
    {
      table: "public.contact_submissions",
      insert: `(id, name, email, message, created_at, status)
        select ${id("'message ' || n")}, 'Person ' || n, 'person' || n || '@scale.invalid', 'a message', now() - n * interval '1 minute',
          case when n % 3 = 0 then 'new' else 'resolved' end from ${eachPerson}`,
    },
    {
      table: "public.contact_mails",
      insert: `(submission_id, kind, sent_at) select ${id("'message ' || n")}, 'notice', now() from ${eachPerson}`,
    },
    {
      table: "public.missed_readings",
      insert: `(day, theme, count) select current_date - n, 'grief', 1 from generate_series(1, 365) n`,
    },
  ];
}

/** The table's indexes that no constraint needs: made anew behind the rows, they take a tenth of the time. */
async function indexesOf(client: pg.ClientBase, table: string): Promise<{ drop: string; create: string }[]> {
  const { rows } = await client.query<{ drop: string; create: string }>(
    `select format('drop index %s', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as create from pg_index i
     where i.indrelid = $1::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [table],
  );
  return rows;
}

/**
 * Fills an empty, migrated database. Triggers are off meanwhile, since they write what the rows here already are; constraints are not.
 * Takes the owner's connection.
 */
export async function seedScale(client: pg.ClientBase, sizes: Sizes, onTable: (table: string) => void = () => {}): Promise<void> {
  for (const { table, insert } of rowsOf(sizes)) {
    onTable(table);
    await client.query("begin");
    const indexes = await indexesOf(client, table);
    await client.query(`alter table ${table} disable trigger user`);
    for (const { drop } of indexes) await client.query(drop);
    await client.query(`insert into ${table} ${insert}`);
    await client.query("set constraints all immediate");
    for (const { create } of indexes) await client.query(create);
    await client.query(`alter table ${table} enable trigger user`);
    await client.query("commit");
  }
  onTable("analyze");
  await client.query("vacuum analyze");
}
