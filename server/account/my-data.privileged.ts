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

  async minutes({ db }: FunctionContext, userId: string): Promise<unknown> {
    const { rows } = await asService(db, (tx) =>
      tx.query<{ data: unknown }>("select billing.minutes_data($1) as data", [userId]),
    );
    return rows[0]?.data;
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
