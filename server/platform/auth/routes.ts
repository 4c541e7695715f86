import type { FastifyInstance, FastifyPluginAsync, FastifyRequest, HTTPMethods } from "fastify";
import { createUser, deleteUser, getUserById, getUsers } from "./admin-users.ts";
import { requireAdmin, requireUser } from "./caller.ts";
import * as errors from "./errors.ts";
import { withDefaults, type Auth, type AuthOptions } from "./options.ts";
import { otp } from "./otp.ts";
import { passwordChecker, type PasswordChecker } from "./passwords.ts";
import { limitAddresses } from "./rate-limit.ts";
import { readBodiesAsJson } from "./read-json.ts";
import { recover } from "./recover.ts";
import { renderError } from "./render-error.ts";
import { resend } from "./resend.ts";
import type { SessionAnswer } from "./sessions.ts";
import { HEALTH, SETTINGS } from "./settings.ts";
import { signOut } from "./sign-out.ts";
import { signUp } from "./sign-up.ts";
import { signInWithPassword } from "./token-password.ts";
import { exchangeCode } from "./token-pkce.ts";
import { refresh } from "./token-refresh.ts";
import { updateUser } from "./update-user.ts";
import { userAnswer } from "./users.ts";
import { verifyAndRedirect } from "./verify-redirect.ts";
import { verify } from "./verify.ts";

const BODY_LIMIT = 1024 * 1024;

/** Endpoints of the dialect that are switched off, with the refusal that upstream gives when they are. */
const SWITCHED_OFF: readonly [HTTPMethods, path: string, refusal: () => errors.AuthError][] = [
  ["GET", "/reauthenticate", errors.reauthenticationDisabled],
  ["POST", "/sso", errors.samlDisabled],
  ["GET", "/authorize", errors.providerDisabled],
  ["POST", "/factors", errors.totpEnrolDisabled],
  ["POST", "/factors/:id/challenge", errors.totpVerifyDisabled],
  ["POST", "/factors/:id/verify", errors.totpVerifyDisabled],
  ["GET", "/user/identities/authorize", errors.manualLinkingDisabled],
  ["DELETE", "/user/identities/:id", errors.manualLinkingDisabled],
  ["POST", "/invite", errors.mailedInvitesDisabled],
  ["POST", "/admin/generate_link", errors.mailedInvitesDisabled],
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
      throw errors.idTokenDisabled();
    case "web3":
      throw errors.web3Disabled();
    default:
      throw errors.unsupportedGrantType();
  }
}

/** No one needs to be signed in. */
function publicRoutes(app: FastifyInstance, auth: Auth, matches: PasswordChecker): void {
  app.get("/health", async () => HEALTH);
  app.get("/settings", async () => SETTINGS);
  // Tokens are signed with a shared secret, which has no public key.
  app.get("/.well-known/jwks.json", async (_request, reply) =>
    reply.header("cache-control", "public, max-age=600").send({ keys: [] }),
  );
  app.post("/signup", (request) => signUp(auth, request));
  app.post("/verify", (request) => verify(auth, request));
  // No HEAD beside it: a link scanner's HEAD would spend the link.
  app.get("/verify", { exposeHeadRoute: false }, (request, reply) => verifyAndRedirect(auth, request, reply));
  app.post("/resend", (request) => resend(auth, request));
  app.post("/recover", (request) => recover(auth, request));
  app.post("/otp", (request) => otp(auth, request));
  app.post("/token", (request) => token(auth, matches, request));
}

/** Each asks `requireUser` for the person. */
function personRoutes(app: FastifyInstance, auth: Auth, matches: PasswordChecker): void {
  app.get("/user", (request) => requireUser(auth, request).then(({ user }) => userAnswer(user)));
  app.put("/user", (request) => updateUser(auth, matches, request));
  app.post("/logout", (request, reply) => signOut(auth, request, reply));
}

/** Only with the service key. */
async function adminRoutes(app: FastifyInstance, auth: Auth): Promise<void> {
  app.addHook("onRequest", async (request) => requireAdmin(auth, request));
  app.get("/users", (request, reply) => getUsers(auth, request, reply));
  app.post("/users", (request) => createUser(auth, request));
  app.get("/users/:id", (request) => getUserById(auth, request));
  app.delete("/users/:id", (request) => deleteUser(auth, request));
}

/**
 * The auth room, to be mounted at `/auth/v1` behind the gateway. Mails are jobs of the task `auth-mail` (mail.job.ts).
 *
 * @example
 * await app.register(authRoutes({ db, keys, publicUrl }), { prefix: "/auth/v1" });
 */
export function authRoutes(options: AuthOptions): FastifyPluginAsync {
  const auth = withDefaults(options);
  const matches = passwordChecker(auth.passwordCost);
  return async (app) => {
    app.addHook("onRoute", (route) => {
      route.bodyLimit = BODY_LIMIT;
    });
    // Answers hold tokens and personal data.
    app.addHook("onRequest", async (_request, reply) => {
      reply.header("cache-control", "no-store");
    });
    readBodiesAsJson(app);
    app.setErrorHandler(renderError);
    app.setNotFoundHandler(async () => {
      throw errors.notFound();
    });
    await limitAddresses(app);
    publicRoutes(app, auth, matches);
    personRoutes(app, auth, matches);
    await app.register(async (admin) => adminRoutes(admin, auth), { prefix: "/admin" });
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
