/** The URLs of an environment. */
interface Addresses {
  /** Whether the site is public and its URL http. */
  siteIsPlaintext: boolean;
  livePayments: boolean;
  smtpUrl: string | undefined;
  /** By the name of the setting. */
  databases: Readonly<Record<string, string | undefined>>;
  /** PGSSLMODE, which PostgreSQL clients read. */
  databaseSslMode: string | undefined;
  /** `key`: whether an API key is sent with the requests. */
  vendors: readonly { name: string; url: string | undefined; key: boolean }[];
}

/**
 * Options in the query of SMTP_URL that are harmless. Others turn encryption off (`ignoreTLS`, `secure`, `tls.rejectUnauthorized`) or write
 * mails to the output (`logger`); nodemailer gives them precedence over the options that the program sets.
 */
const SMTP_OPTIONS = new Set(["name", "authMethod", "localAddress"]);

export const smtpHost = (url: string): string => new URL(url).hostname;

/** One line for each setting that would send secrets unencrypted. `isPrivate`: whether a host may be reached without encryption. */
export function plaintextProblems(addresses: Addresses, isPrivate: (host: string) => boolean): string[] {
  const problems: string[] = [];
  if (addresses.livePayments && addresses.siteIsPlaintext)
    problems.push("PUBLIC_URL must be https: with a live STRIPE_SECRET_KEY, http would show people's sessions to the network");
  if (addresses.smtpUrl !== undefined && !isPrivate(smtpHost(addresses.smtpUrl))) {
    const options = [...new URL(addresses.smtpUrl).searchParams.keys()].filter((option) => !SMTP_OPTIONS.has(option));
    if (options.length > 0) problems.push(`SMTP_URL must do without ${options.join(", ")}: mails go out encrypted`);
  }
  for (const { name, url, key } of addresses.vendors)
    if (key && url !== undefined && isPlaintext(url, isPrivate))
      problems.push(`${name} must be https, or PLAINTEXT_HOSTS name its host: a key and people's words go there`);
  return problems;
}

/** One line for each setting that sends data unencrypted, which is allowed since a network can be private. */
export function plaintextWarnings(addresses: Addresses, isPrivate: (host: string) => boolean): string[] {
  const warnings: string[] = [];
  if (addresses.siteIsPlaintext) warnings.push("PUBLIC_URL is http: passwords and sessions cross the network in clear");
  for (const [name, url] of Object.entries(addresses.databases))
    if (url !== undefined && isPlaintextDatabase(url, addresses.databaseSslMode, isPrivate))
      warnings.push(`${name} has no sslmode (such as verify-full): all data cross the network in clear`);
  for (const { name, url, key } of addresses.vendors)
    if (!key && url !== undefined && isPlaintext(url, isPrivate))
      warnings.push(`${name} is http: people's words cross the network in clear`);
  return warnings;
}

function isPlaintext(url: string, isPrivate: (host: string) => boolean): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && !isPrivate(hostname);
}

function isPlaintextDatabase(
  url: string,
  sslModeOfEnvironment: string | undefined,
  isPrivate: (host: string) => boolean,
): boolean {
  const { hostname, searchParams } = new URL(url);
  const host = searchParams.get("host") ?? hostname;
  // A path is the directory of a Unix socket.
  if (host === "" || host.startsWith("/") || isPrivate(host)) return false;
  const mode = searchParams.get("sslmode") ?? searchParams.get("ssl") ?? sslModeOfEnvironment ?? "disable";
  return ["disable", "allow", "false", "0"].includes(mode);
}
