import { letterHtml } from "../letter.ts";
import type { Mail } from "./mailer.ts";
import { tokenLife, type TokenType } from "./mailed-token.ts";

interface Letter {
  subject: string;
  greeting: string;
  lines: string[];
  /** Null when the mail has no link, only the code. */
  button: string | null;
  /** What to do when the mail was not asked for. */
  closing: string;
}

export interface LetterData {
  /** Unused for a reauthentication. */
  link: string;
  /** Six digits. */
  code: string;
  /** The requested new address of the account. */
  newEmail: string | null;
}

function linkInHtml(button: string, link: string): string {
  const href = letterHtml.escape(link);
  return `${letterHtml.button(button, link)}
<p style="margin:0 0 16px;font-size:15px">If the button does not work, copy this address into your browser:<br><a href="${href}" style="color:#4a5227;word-break:break-all">${href}</a></p>
`;
}

function write(product: string, letter: Letter, life: string, { link, code }: LetterData): Omit<Mail, "to"> {
  const { subject, greeting, lines, button } = letter;
  const closing = [`The ${button ? "link and the code work" : "code works"} once, for ${life}.`, letter.closing];
  const asked = button ? "If you are asked for a code, it is:" : "Your code is:";
  const text =
    [greeting, ...lines, ...(button ? [`${button}:\n${link}`] : []), `${asked}\n${code}`, ...closing, `— ${product}`].join(
      "\n\n",
    ) + "\n";
  const html = letterHtml.page(
    product,
    subject,
    `${[greeting, ...lines].map((line) => letterHtml.paragraph(line)).join("\n")}
${button ? linkInHtml(button, link) : ""}<p style="margin:0 0 16px">${letterHtml.escape(asked)} <strong style="font-size:20px;letter-spacing:.15em;white-space:nowrap">${letterHtml.escape(code)}</strong></p>
${closing.map((line) => letterHtml.paragraph(line)).join("\n")}`,
  );
  return { subject, text, html };
}

/** A mail of text only, without link or code. */
export const plainLetter = (product: string, subject: string, lines: readonly string[]): Omit<Mail, "to"> => ({
  subject,
  text: [...lines, `— ${product}`].join("\n\n") + "\n",
  html: letterHtml.page(product, subject, lines.map((line) => letterHtml.paragraph(line)).join("\n")),
});

// No text that a stranger could have typed: anybody can sign up with somebody else's address, and must not send them a message that way.
// Only the owner's mailbox sees the new address of an e-mail change.
const LETTERS: Record<TokenType, (product: string, data: LetterData) => Letter> = {
  signup: (product) => ({
    subject: `Confirm your email address for ${product}`,
    greeting: "Welcome,",
    lines: [`Thank you for signing up with ${product}. One step is left: confirm that this address is yours.`],
    button: "Confirm my email address",
    closing: `If you have not just signed up with ${product}, please do not use them: somebody may have typed your address. Without them, nothing happens.`,
  }),
  invite: (product) => ({
    subject: `You are invited to ${product}`,
    greeting: "Welcome,",
    lines: [`You have been invited to ${product}. An account for this address is waiting for you.`],
    button: "Accept the invitation",
    closing: "If you would rather not, you need not do anything.",
  }),
  magiclink: (product) => ({
    subject: `Sign in to ${product}`,
    greeting: "Hello,",
    lines: [`Here is your way into ${product}, without a password.`],
    button: "Sign in",
    closing: "If it was not you who asked, you can leave this email alone. Please give the code to nobody, not even to us.",
  }),
  recovery: (product) => ({
    subject: `Set a new password for ${product}`,
    greeting: "Hello,",
    lines: [`You asked for a new password for your ${product} account. Here is the way to set one.`],
    button: "Set a new password",
    closing: "If it was not you who asked, you can leave this email alone: your password stays as it is.",
  }),
  email_change_current: (product, { newEmail }) => ({
    subject: `Confirm that your ${product} account moves to another address`,
    greeting: "Hello,",
    lines: [
      `Your ${product} account is about to move to the address ${newEmail ?? ""}.`,
      "Please confirm it here and in the email that we have sent there. Until both are done, nothing changes.",
    ],
    button: "Confirm the change",
    closing:
      "If it was not you who asked for this, do not confirm it, and set a new password: somebody may know your present one.",
  }),
  email_change_new: (product) => ({
    subject: `Confirm your new email address for ${product}`,
    greeting: "Hello,",
    lines: [
      `A ${product} account is about to move to this address.`,
      "Please confirm it here and in the email that we have sent to the present address. Until both are done, nothing changes.",
    ],
    button: "Confirm my new address",
    closing: "If it was not you who asked, you can leave this email alone. Without it, nothing happens.",
  }),
  reauthentication: (product) => ({
    subject: `Your code to confirm that it is you, from ${product}`,
    greeting: "Hello,",
    lines: [`You are about to change something important in your ${product} account.`],
    button: null,
    closing: "If it was not you, please set a new password. Give the code to nobody, not even to us.",
  }),
};

/** The mail for a one-time token. */
export const writeLetter = (product: string, type: TokenType, data: LetterData): Omit<Mail, "to"> =>
  write(product, LETTERS[type](product, data), tokenLife(type), data);
