import { weakPassword } from "./errors.ts";

/** The person who sets the password. */
export interface PasswordOwner {
  email: string | null;
  /** From the user metadata, so of any type. */
  name: unknown;
  productName: string;
}

let loading: Promise<ReadonlySet<string>> | undefined;

/** About 18,000 passwords of eight characters or more. Loaded on first use: it takes a quarter of a second. */
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

/** The person's name and address and the product's name, which an attacker tries first. Words of one or two letters are ignored. */
function ownWords({ email, name, productName }: PasswordOwner): string[] {
  const words = [productName, email ?? "", (email ?? "").split("@")[0] ?? "", typeof name === "string" ? name : ""];
  return words.map(core).filter(({ length }) => length > 2);
}

/**
 * Refuses passwords on lists of common ones (in any case), and the person's name or address with only digits and punctuation added
 * (NIST SP 800-63B, 5.1.1.2). The lists are local. Throws `weak_password` with upstream's reason `pwned`.
 */
export async function refuseCommonPassword(password: string, owner: PasswordOwner): Promise<void> {
  if ((await commonPasswords()).has(normalised(password)))
    throw weakPassword("This password is on lists of common passwords. Choose another.", ["pwned"]);
  if (ownWords(owner).includes(core(password)))
    throw weakPassword("This password is your name, your address or ours. Choose another.", ["pwned"]);
}
