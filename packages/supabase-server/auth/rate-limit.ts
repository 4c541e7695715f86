import type { FastifyInstance, FastifyRequest } from "fastify";
import { bearerToken, verifyToken } from "../gateway/tokens.ts";
import * as errors from "./errors.ts";
import { PROJECT, take, type Charge, type Counter, type LimitName } from "./limits.ts";
import { countedNetwork as addressOf } from "./network.ts";
import type { Auth } from "./options.ts";

/** Who is counted, as far as the request names them. */
interface Caller {
  /** The mail address in the body; it need not exist. */
  mailbox: string | null;
  /** The verified token's person. */
  person: string | null;
}

type Rule = (request: FastifyRequest, caller: Caller) => [limit: LimitName, who: string | null][];

const text = (value: unknown, name: string): string | null => {
  const field = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : null;
  return typeof field === "string" && field ? field : null;
};

const mail: Rule = (request, { mailbox, person }) => [
  ["addressMail", addressOf(request)],
  ["addressMailHour", addressOf(request)],
  ["accountMail", mailbox ?? person],
];
const verify: Rule = (request, { mailbox }) => [
  ["addressVerify", addressOf(request)],
  ["accountVerify", mailbox],
];
const factor: Rule = (request, { person }) => [
  ["addressFactor", addressOf(request)],
  ["accountFactor", person],
];
const person: Rule = (request, { mailbox, person: who }) => [
  ["addressUser", addressOf(request)],
  ["accountUser", who],
  // Only a new address has mails sent.
  ["accountMail", mailbox],
  ["addressMailHour", mailbox && addressOf(request)],
];
const provider: Rule = (request) => [["addressProvider", addressOf(request)]];

/**
 * What each endpoint counts; passwords count in token-password.ts, where it is known whether they were right, and
 * the project's mails in mailed-token.ts, where one is sent. An endpoint that is
 * not here needs a key or a token, or only tells what everybody may know.
 */
export const RULES: Record<string, Rule> = {
  "POST /signup": mail,
  "POST /recover": mail,
  "POST /resend": mail,
  "POST /otp": mail,
  "GET /reauthenticate": mail,
  "POST /verify": verify,
  "GET /verify": verify,
  "POST /token": (request) => [
    [text(request.query, "grant_type") === "refresh_token" ? "addressRefresh" : "addressToken", addressOf(request)],
  ],
  "PUT /user": person,
  "POST /factors": factor,
  "POST /factors/:id/challenge": factor,
  "POST /factors/:id/verify": factor,
  "POST /sso": provider,
  "GET /authorize": provider,
  "GET /callback": provider,
  "POST /callback": provider,
  "GET /user/identities/authorize": provider,
};

/** Of an unverified token nobody may be counted: whoever knows an id could use up another's share. */
async function personOf(auth: Auth, request: FastifyRequest): Promise<string | null> {
  const token = bearerToken(request.headers.authorization);
  if (!token) return null;
  const claims = await verifyToken(token, auth.keys).catch(() => null);
  return claims?.sub ?? null;
}

const charge = (limit: LimitName, who: string | null): Charge[] => (who === null ? [] : [{ limit, who }]);

/** One after the other, the narrowest first: who has used up their own share takes nothing of what all share. Answers what had none left. */
async function takeInTurn(counter: Counter, charges: readonly Charge[]): Promise<LimitName | null> {
  for (const one of charges) {
    const [exceeded] = await take(counter, [one]);
    if (exceeded) return exceeded;
  }
  return null;
}

/**
 * Takes one from each for a request outside of auth; false: one had none left, and those behind it lost nothing. `what` is counted by
 * itself.
 */
export async function takeFor(
  counter: Counter,
  limits: readonly LimitName[],
  what: string,
  request: FastifyRequest,
): Promise<boolean> {
  const charges = limits.flatMap((limit) => charge(limit, limit.startsWith("address") ? addressOf(request) : PROJECT));
  return (
    (await takeInTurn(
      counter,
      charges.map(({ limit, who }) => ({ limit, who: `${what} ${who}` })),
    )) === null
  );
}

/** Bounds what addresses, accounts and the project may ask for, before a handler does any work. */
export function limitRequests(app: FastifyInstance, auth: Auth): void {
  const prefix = app.prefix.length;
  app.addHook("preHandler", async (request) => {
    const method = request.method === "HEAD" ? "GET" : request.method;
    const rule = RULES[`${method} ${request.routeOptions.url?.slice(prefix)}`];
    if (!rule) return;
    const mailbox = text(request.body, "email")?.trim().toLowerCase() ?? null;
    const charges = rule(request, { mailbox, person: await personOf(auth, request) });
    const exceeded = await takeInTurn(
      auth,
      charges.flatMap(([limit, who]) => charge(limit, who)),
    );
    if (exceeded === "accountMail") throw errors.overMailLimit();
    if (exceeded) throw errors.overRequestRateLimit();
  });
}
