import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest, HTTPMethods } from "fastify";
import { updateUserById } from "./admin-update-user.ts";
import { createUser, deleteUser, getUserById, getUsers } from "./admin-users.ts";
import { requireAdmin } from "./caller.ts";
import * as errors from "./errors.ts";
import { deleteFactorOfUser, getFactors } from "./factors/admin-factors.ts";
import { challengeFactor } from "./factors/challenge.ts";
import { enrolFactor } from "./factors/enrol.ts";
import { unenrolFactor } from "./factors/unenrol.ts";
import { verifyFactor } from "./factors/verify-factor.ts";
import { generateLink } from "./generate-link.ts";
import { getUser } from "./get-user.ts";
import { invite } from "./invite.ts";
import { authorize, authorizeLink } from "./oidc/authorize.ts";
import { callbackRoutes } from "./oidc/callback.ts";
import { signInWithIdToken } from "./oidc/token-id-token.ts";
import { unlinkIdentity } from "./oidc/unlink.ts";
import { withDefaults, type Auth, type AuthOptions } from "./options.ts";
import { otp } from "./otp.ts";
import { createPasswordChecker, type PasswordChecker } from "./passwords.ts";
import { limitRequests } from "./rate-limit.ts";
import { publicKeyRoutes } from "./public-keys.ts";
import { readBodiesAsJson } from "./read-json.ts";
import { reauthenticate } from "./reauthenticate.ts";
import { recover } from "./recover.ts";
import { renderError } from "./render-error.ts";
import { resend } from "./resend.ts";
import type { SessionAnswer } from "./sessions.ts";
import { HEALTH, settings } from "./settings.ts";
import { signOut } from "./sign-out.ts";
import { signUp } from "./sign-up.ts";
import { signInWithPassword } from "./token-password.ts";
import { exchangeCode } from "./token-pkce.ts";
import { refresh } from "./token-refresh.ts";
import { updateUser } from "./update-user.ts";
import { verifyAndRedirect } from "./verify-redirect.ts";
import { verify } from "./verify.ts";

const BODY_LIMIT = 1024 * 1024;

/** Disabled endpoints, with upstream's error for each. */
const SWITCHED_OFF: readonly [HTTPMethods, path: string, refusal: () => errors.AuthError][] = [
  ["POST", "/sso", errors.samlDisabled],
  ["GET", "/sso/saml/metadata", errors.samlDisabled],
  ["POST", "/sso/saml/acs", errors.samlDisabled],
];

async function token(auth: Auth, matches: PasswordChecker, request: FastifyRequest): Promise<SessionAnswer> {
  switch ((request.query as { grant_type?: unknown }).grant_type) {
    case "password":
      return signInWithPassword(auth, matches, request);
    case "refresh_token":
      return refresh(auth, request);
    case "pkce":
      return exchangeCode(auth, request);
    case "id_token":
      return signInWithIdToken(auth, request);
    case "web3":
      throw errors.web3Disabled();
    default:
      throw errors.unsupportedGrantType();
  }
}

/**
 * Delays the response to a multiple of `responseIntervalMs`, so that its time does not reveal whether a mail was written, and so whether
 * the address has an account.
 */
async function withUniformTiming<T>({ responseIntervalMs: pace }: Auth, work: Promise<T>): Promise<T> {
  const asked = performance.now();
  const answer = await work;
  if (pace > 0) await pause(pace - ((performance.now() - asked) % pace));
  return answer;
}

/** No one needs to be signed in. */
function publicRoutes(app: FastifyInstance, auth: Auth, matches: PasswordChecker): void {
  app.get("/health", async () => HEALTH);
  app.get("/settings", async () => settings(auth.providers.keys()));
  publicKeyRoutes(app, auth);
  app.post("/signup", (request) => signUp(auth, request));
  app.post("/verify", (request) => verify(auth, request));
  // No HEAD beside it: a link scanner's HEAD would spend the link.
  app.get("/verify", { exposeHeadRoute: false }, (request, reply) => verifyAndRedirect(auth, request, reply));
  app.post("/resend", (request) => withUniformTiming(auth, resend(auth, request)));
  app.post("/recover", (request) => withUniformTiming(auth, recover(auth, request)));
  app.post("/otp", (request) => withUniformTiming(auth, otp(auth, request)));
  app.post("/token", (request) => token(auth, matches, request));
  app.get("/authorize", { exposeHeadRoute: false }, (request, reply) => authorize(auth, request, reply));
}

/** Each handler calls `requireUser`. */
function personRoutes(app: FastifyInstance, auth: Auth, matches: PasswordChecker): void {
  app.get("/user", (request) => getUser(auth, request));
  app.put("/user", (request) => updateUser(auth, matches, request));
  app.get("/reauthenticate", (request) => reauthenticate(auth, request));
  app.post("/logout", (request, reply) => signOut(auth, request, reply));
  app.post("/factors", (request) => enrolFactor(auth, request));
  app.post("/factors/:id/challenge", (request) => challengeFactor(auth, request));
  app.post("/factors/:id/verify", (request) => verifyFactor(auth, request));
  app.delete("/factors/:id", (request) => unenrolFactor(auth, request));
  app.get("/user/identities/authorize", { exposeHeadRoute: false }, (request, reply) => authorizeLink(auth, request, reply));
  app.delete("/user/identities/:id", (request) => unlinkIdentity(auth, request));
}

/** Only with the service key. */
async function adminRoutes(app: FastifyInstance, auth: Auth): Promise<void> {
  app.addHook("onRequest", async (request) => requireAdmin(auth, request));
  app.get("/users", (request, reply) => getUsers(auth, request, reply));
  app.post("/users", (request) => createUser(auth, request));
  app.get("/users/:id", (request) => getUserById(auth, request));
  app.put("/users/:id", (request) => updateUserById(auth, request));
  app.delete("/users/:id", (request) => deleteUser(auth, request));
  app.post("/generate_link", (request) => generateLink(auth, request));
  app.get("/users/:id/factors", (request) => getFactors(auth, request));
  app.delete("/users/:id/factors/:factorId", (request) => deleteFactorOfUser(auth, request));
}

/**
 * The auth API, to be mounted at `/auth/v1` behind the gateway. Mails are jobs of the task `auth-mail` (mail.job.ts).
 *
 * @example
 * await app.register(authRoutes({ db, keys, publicUrl, productName }), { prefix: "/auth/v1" });
 */
export function authRoutes(options: AuthOptions): FastifyPluginAsync {
  const auth = withDefaults(options);
  const matches = createPasswordChecker(auth.passwordCost);
  return async (app) => {
    app.addHook("onRoute", (route) => {
      route.bodyLimit = BODY_LIMIT;
    });
    // Responses contain tokens and personal data.
    app.addHook("onRequest", async (_request, reply) => {
      reply.header("cache-control", "no-store");
    });
    readBodiesAsJson(app);
    app.setErrorHandler(renderError);
    app.setNotFoundHandler(async () => {
      throw errors.notFound();
    });
    limitRequests(app, auth);
    publicRoutes(app, auth, matches);
    await callbackRoutes(app, auth);
    personRoutes(app, auth, matches);
    await app.register(async (admin) => adminRoutes(admin, auth), { prefix: "/admin" });
    await app.register(async (admin) => {
      admin.addHook("onRequest", async (request) => requireAdmin(auth, request));
      admin.post("/invite", (request) => invite(auth, request));
    });
    for (const [method, url, refusal] of SWITCHED_OFF) {
      app.route({
        method,
        url,
        handler: async () => {
          throw refusal();
        },
      });
    }
  };
}
