export interface Mail {
  /** The same for each attempt to send one mail, so that a mailbox recognises a duplicate (after a crash before the success was stored). */
  id?: string;
  to: string;
  /** The sender when left out. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
}

/** Sends one mail. Rejects when it was not accepted; the job is then retried. */
export interface MailTransport {
  send(mail: Mail): Promise<void>;
}
