export interface Mail {
  /** The same at each try of one mail, so that a mailbox that gets it twice can tell: who dies between the server's yes and noting it sends again. */
  id?: string;
  to: string;
  /** Where an answer goes; to the sender when left out. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
}

/** Hands one mail to the transport. Rejects when the transport did not accept it; the job that sends it is then tried again. */
export interface MailTransport {
  send(mail: Mail): Promise<void>;
}
