import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { retryAfterOf } from "@lampstand/database";
import { errors, FunctionError } from "./errors.ts";
import type { ENDPOINTS } from "../../shared/endpoints/all.ts";
import type { FunctionContext } from "./context.ts";
import type { Implementation } from "./implement.ts";
import { deleteAccount } from "../account/delete-account.ts";
import { downloadMyData } from "../account/download-my-data.ts";
import { billingOverview } from "../billing/billing-overview.ts";
import { cancelSubscription } from "../billing/cancel-subscription.ts";
import { checkSubscription } from "../billing/check-subscription.privileged.ts";
import { completeSignUp } from "../billing/complete-sign-up.ts";
import { createCheckoutSession } from "../billing/create-checkout-session.privileged.ts";
import { createCustomerPortalSession } from "../billing/create-customer-portal-session.ts";
import { purchaseAdditionalMinutes } from "../billing/purchase-additional-minutes.privileged.ts";
import { resumeSubscription } from "../billing/resume-subscription.ts";
import { handleContactSubmission } from "../contact/handle-contact-submission.ts";
import { handleEmail } from "../contact/handle-email.ts";
import { changeSermonLink } from "../giving/change-sermon-link.ts";
import { closeSermonLink } from "../giving/close-sermon-link.ts";
import { listLinkReports } from "../giving/list-link-reports.ts";
import { listSermonLinks } from "../giving/list-sermon-links.ts";
import { makeSermonLink } from "../giving/make-sermon-link.ts";
import { revokeSermonLink } from "../giving/revoke-sermon-link.ts";
import { openPodcastFeed } from "../podcast/open-podcast-feed.ts";
import { exportBook } from "../exports/export-book.ts";
import { exportSermon } from "../exports/export-sermon.ts";
import { generateImage } from "../sermons/generate-image.ts";
import { generateSermon } from "../sermons/generate-sermon.ts";
import { generateVoice } from "../sermons/generate-voice.ts";
import { readTopic } from "../sermons/read-topic.ts";
import { rewriteSermon } from "../sermons/rewrite-sermon.ts";

/** One handler for each endpoint (docs/product.md#functions). */
const IMPLEMENTATIONS: { [K in keyof typeof ENDPOINTS]: Implementation<(typeof ENDPOINTS)[K]> } = {
  billingOverview,
  cancelSubscription,
  changeSermonLink,
  checkSubscription,
  closeSermonLink,
  completeSignUp,
  createCheckoutSession,
  createCustomerPortalSession,
  deleteAccount,
  downloadMyData,
  exportBook,
  exportSermon,
  generateImage,
  generateSermon,
  generateVoice,
  handleContactSubmission,
  handleEmail,
  listLinkReports,
  listSermonLinks,
  makeSermonLink,
  openPodcastFeed,
  purchaseAdditionalMinutes,
  readTopic,
  resumeSubscription,
  revokeSermonLink,
  rewriteSermon,
};

/** An OPTIONS with the headers of a preflight is answered by the gateway. */
const OTHER_METHODS = ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"];

async function refuseMethod(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.header("allow", "POST, OPTIONS");
  if (request.method === "OPTIONS") return reply.code(204).send();
  throw errors.methodNotAllowed();
}

/** Mounted at /functions/v1. Every refusal has the body `{code, message}`, and `field` where one field of the body is meant. */
export function functionRoutes(context: FunctionContext): FastifyPluginAsync {
  return async (app) => {
    // Answers are a person's own; a function that has a better rule sets it.
    app.addHook("onRequest", async (_request, reply) => {
      reply.header("cache-control", "no-store");
    });
    app.setErrorHandler((error, request, reply) => {
      const refusal = asFunctionError(error);
      const log = { code: refusal.code, function: request.routeOptions.url };
      if (refusal.status >= 500) context.log.error({ ...log, err: error }, refusal.logMessage);
      else context.log.info(log, refusal.logMessage);
      // The gateway's own refusal has set it.
      if (refusal.retryAfter !== undefined && !reply.hasHeader("retry-after")) reply.header("retry-after", refusal.retryAfter);
      const { status, code, message, field } = refusal;
      return reply.status(status).send({ code, message, ...(field !== undefined && { field }) });
    });
    app.setNotFoundHandler(() => {
      throw errors.unknownFunction();
    });
    for (const { endpoint, answer } of Object.values<Implementation>(IMPLEMENTATIONS)) {
      const { name, limits = [] } = endpoint;
      const onRequest = async (request: FastifyRequest): Promise<void> => {
        const wait = await context.secondsOverLimits(limits, name, request);
        if (wait > 0) throw errors.tooManyRequests(wait);
      };
      app.post(`/${name}`, { onRequest }, (request, reply) => answer(context, request, reply));
      app.route({ method: OTHER_METHODS, url: `/${name}`, handler: refuseMethod });
    }
  };
}

function asFunctionError(error: unknown): FunctionError {
  if (error instanceof FunctionError) return error;
  const retryAfter = retryAfterOf(error);
  if (retryAfter !== null) return errors.busy(retryAfter);
  const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
  // Fastify's own refusals: a body that is not JSON, too large, or of another type.
  if (status >= 400 && status < 500) return new FunctionError(status, "bad_request", "The request could not be read.");
  return new FunctionError(500, "unexpected_failure", "Something went wrong on our side. Please try again.");
}
