import { asService } from "@lampstand/database/as-service";
import type { FunctionContext } from "../endpoints/context.ts";

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** The user's data that row-level security does not let them read. Pass only the id of the signed-in user. */
export const privilegedData = {
  /** The account in the auth service: e-mail addresses, providers, second factors without their secrets. */
  async account({ supabase }: FunctionContext, userId: string): Promise<unknown> {
    const { data, error } = await supabase.auth.admin.getUserById(userId);
    if (error) throw error;
    return data.user;
  },

  /** Every sermon with the files that storage has, the oldest first. Row-level security would leave out those in the trash. */
  async sermons({ db }: FunctionContext, userId: string): Promise<unknown[]> {
    const { rows } = await asService(db, (tx) =>
      tx.query(
        `select s.id, left(s.title, 200) as title, s.created_at, audio.name as audio, timings.name as timings, image.name as image
         from public.sermons s
         left join storage.objects audio on audio.bucket_id = 'sermon-audio' and audio.name = s.audio_url
         left join storage.objects timings on timings.bucket_id = 'sermon-audio'
           and timings.name = regexp_replace(s.audio_url, '\\.mp3$', '.json')
         left join storage.objects image on image.bucket_id = 'sermon-images' and image.name = s.image_url
         where s.user_id = $1 order by s.created_at, s.id`,
        [userId],
      ),
    );
    return rows;
  },

  /** Everything that is kept of one sermon; null if it was deleted meanwhile. */
  async sermon({ db }: FunctionContext, userId: string, id: string): Promise<unknown> {
    const { rows } = await asService(db, (tx) =>
      tx.query(
        `select s.*, n.note from public.sermons s left join public.sermon_notes n on n.sermon_id = s.id
         where s.id = $1 and s.user_id = $2`,
        [id, userId],
      ),
    );
    return rows[0] ?? null;
  },

  /** What was asked for, also of sermons in the trash, with texts that became no sermon. */
  async generations({ db }: FunctionContext, userId: string): Promise<unknown> {
    const { rows } = await asService(db, (tx) =>
      tx.query(
        `select id, prompt as topic, minutes, voice, reading, rewrite_of, rewritten_at, region, state, crisis_kind, created_at, finished_at, case when saved_at is null then
           (select coalesce(output ->> 'content', draft) from public.generation_steps where generation_id = id and kind = 'text') end as unsaved
         from public.generations where user_id = $1 order by created_at, id`,
        [userId],
      ),
    );
    return rows;
  },

  async minutes({ db }: FunctionContext, userId: string): Promise<unknown> {
    const { rows } = await asService(db, (tx) =>
      tx.query<{ data: unknown }>("select billing.minutes_data($1) as data", [userId]),
    );
    return rows[0]?.data;
  },

  /** Their ids in order, also of sermons in the trash. */
  async collections({ db }: FunctionContext, userId: string): Promise<unknown> {
    const { rows } = await asService(db, (tx) =>
      tx.query(
        `select c.name, c.created_at, array(select m.sermon_id from public.collection_sermons m
           where m.collection_id = c.id order by m.added_at, m.sermon_id) as sermons
         from public.collections c where c.user_id = $1 order by c.created_at, c.id`,
        [userId],
      ),
    );
    return rows;
  },

  /** Messages from the contact form with the account's confirmed e-mail address, and the replies. */
  async contactMessages({ db }: FunctionContext, userId: string): Promise<unknown> {
    const { rows } = await asService(db, (tx) =>
      tx.query(
        `select created_at, form_source, name, email, message, status, responded_at, email_history
         from public.contact_submissions where lower(trim(email)) = lower(billing.account_email($1)) order by created_at, id`,
        [userId],
      ),
    );
    return rows;
  },

  /** Keys of the texts that the writer used in earlier sermons, which it does not repeat. */
  async writerMemory({ db }: FunctionContext, userId: string): Promise<unknown> {
    const { rows } = await asService(db, (tx) =>
      tx.query("select at, key from public.writer_memory where user_id = $1 order by at, key", [userId]),
    );
    return rows;
  },

  async activity({ db }: FunctionContext, userId: string): Promise<unknown> {
    const { rows } = await asService(db, (tx) =>
      tx.query(
        `select created_at, action, host(ip) as ip, user_agent, traits from public.audit_log()
         where subject_id = $1 order by id desc limit 10000`,
        [userId],
      ),
    );
    return rows;
  },

  /** Invoices and purchases, from the payment provider; amounts in cents. Throws `PaymentsError`. */
  async payments({ payments }: FunctionContext, customerId: string): Promise<unknown> {
    const [invoices, purchases] = await Promise.all([payments.listInvoices(customerId), payments.listPurchases(customerId)]);
    return {
      invoices: invoices.map(({ number, status, amountPaid, amountDue, currency, created, hostedUrl }) => ({
        date: iso(created),
        number,
        status,
        amountPaid,
        amountDue,
        currency,
        url: hostedUrl,
      })),
      purchasesOfMinutes: purchases.map(({ created, quantity, amountTotal, currency, paymentStatus }) => ({
        date: iso(created),
        minutes: quantity,
        amount: amountTotal,
        currency,
        status: paymentStatus,
      })),
    };
  },
};
