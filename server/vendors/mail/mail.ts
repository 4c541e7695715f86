import type { MailTransport } from "@lampstand/supabase-server";

export type { Mail } from "@lampstand/supabase-server";

/** Port: sends one mail. Rejects when the transport did not accept it; callers retry in a job. */
export interface Mailer extends MailTransport {
  readonly engine: string;
  close(): Promise<void>;
}
