import type { FastifyInstance, FastifyRequest } from "fastify";
import { bearerToken, verifyToken } from "../gateway/tokens.ts";
import * as errors from "./errors.ts";
import { PROJECT, consumeLimits, secondsToWait, type Charge, type Counter, type LimitName } from "./limits.ts";
import { countedNetwork as addressOf } from "./network.ts";
import type { Auth } from "./options.ts";

/** Whom a request is counted for. */
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
  // `mailbox` is set only for a change of address, which sends mails.
  ["accountMail", mailbox],
  ["addressMailHour", mailbox && addressOf(request)],
];
const provider: Rule = (request) => [["addressProvider", addressOf(request)]];

/**
 * The limits of each endpoint. Wrong passwords are counted in token-password.ts, the project's mails in mailed-token.ts. Endpoints that
 * are not listed need a key or a token, or return only public settings.
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

/** Verifies the token: otherwise anybody who knows a user's id could use up that user's limits. */
async function personOf(auth: Auth, request: FastifyRequest): Promise<string | null> {
  const token = bearerToken(request.headers.authorization);
  if (!token) return null;
  const claims = await verifyToken(token, auth.keys).catch(() => null);
  return claims?.sub ?? null;
}

const charge = (limit: LimitName, who: string | null): Charge[] => (who === null ? [] : [{ limit, who }]);

/** Consumes limits in order, narrowest first, and returns the first exceeded one; those after it are not consumed. */
async function consumeInOrder(counter: Counter, charges: readonly Charge[]): Promise<LimitName | null> {
  for (const one of charges) {
    const [exceeded] = await consumeLimits(counter, [one]);
    if (exceeded) return exceeded;
  }
  return null;
}

/**
 * Consumes limits for a request outside of /auth/v1, counted separately for each `what`. Returns 0, or the seconds until an exceeded one
 * has something left.
 */
export async function consumeRequestLimits(
  counter: Counter,
  limits: readonly LimitName[],
  what: string,
  request: FastifyRequest,
): Promise<number> {
  const charges = limits.flatMap((limit) => charge(limit, limit.startsWith("address") ? addressOf(request) : PROJECT));
  const exceeded = await consumeInOrder(
    counter,
    charges.map(({ limit, who }) => ({ limit, who: `${what} ${who}` })),
  );
  return exceeded ? secondsToWait(counter, exceeded) : 0;
}

/** Applies `RULES` before a handler does any work. */
export function limitRequests(app: FastifyInstance, auth: Auth): void {
  const prefix = app.prefix.length;
  app.addHook("preHandler", async (request) => {
    const method = request.method === "HEAD" ? "GET" : request.method;
    const rule = RULES[`${method} ${request.routeOptions.url?.slice(prefix)}`];
    if (!rule) return;
    const mailbox = text(request.body, "email")?.trim().toLowerCase() ?? null;
    const charges = rule(request, { mailbox, person: await personOf(auth, request) });
    const exceeded = await consumeInOrder(
      auth,
      charges.flatMap(([limit, who]) => charge(limit, who)),
    );
    if (!exceeded) return;
    const wait = secondsToWait(auth, exceeded);
    throw exceeded === "accountMail" ? errors.overMailLimit(wait) : errors.overRequestRateLimit(wait);
  });
}
