import { weakPassword } from "./errors.ts";

/** Whose password it shall be. */
export interface PasswordOwner {
  email: string | null;
  /** From their user data: anything. */
  name: unknown;
  productName: string;
}

let loading: Promise<ReadonlySet<string>> | undefined;

/** Some 18,000 of the lists' passwords have eight characters or more. Read when first asked for: it takes a quarter of a second. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"].filter(({ length }) => length >= 8)),
  );
  return loading;
}

const normalised = (text: string): string => text.normalize("NFKC").toLowerCase();
/** Letters and digits alone, without the digits at the end. */
const core = (text: string): string =>
  normalised(text)
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .replace(/\p{N}+$/u, "");

/** What everybody would try first for this person; two letters are nobody's name yet. */
function ownWords({ email, name, productName }: PasswordOwner): string[] {
  const words = [productName, email ?? "", (email ?? "").split("@")[0] ?? "", typeof name === "string" ? name : ""];
  return words.map(core).filter(({ length }) => length > 2);
}

/**
 * Refuses what stands on lists of common passwords as it is, in whatever case, and the person's name or address with nothing but digits
 * and marks added (NIST SP 800-63B, 5.1.1.2). The lists are on this machine. Throws `weak_password` with upstream's reason `pwned`.
 */
export async function refuseCommonPassword(password: string, owner: PasswordOwner): Promise<void> {
  if ((await commonPasswords()).has(normalised(password)))
    throw weakPassword("This password is on lists of common passwords. Choose another.", ["pwned"]);
  if (ownWords(owner).includes(core(password)))
    throw weakPassword("This password is your name, your address or ours. Choose another.", ["pwned"]);
}
