import type { FastifyPluginAsync } from "fastify";
import { PaymentsError } from "../vendors/payments/payments.ts";
import type { FunctionContext } from "../endpoints/context.ts";
import { storeEvent } from "./stripe-event.privileged.ts";

/** `POST /webhooks/stripe`: verifies the signature, stores the event's id once, and answers. The job `stripe-event` does the work. */
export function stripeWebhook(context: FunctionContext): FastifyPluginAsync {
  return async (app) => {
    // The signature covers the raw bytes of the body.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));

    app.post("/webhooks/stripe", async (request, reply) => {
      const signature = request.headers[context.payments.signatureHeader];
      if (typeof signature !== "string" || !Buffer.isBuffer(request.body)) {
        return reply.code(400).send({ code: "bad_signature", message: "A signed event is expected." });
      }
      let event;
      try {
        event = context.payments.readWebhook(request.body, signature);
      } catch (error) {
        if (!(error instanceof PaymentsError)) throw error;
        context.log.warn({ code: error.code }, "a webhook was refused");
        const message = error.code === "bad_signature" ? "The signature does not verify." : "The event can't be read.";
        return reply.code(400).send({ code: error.code, message });
      }
      await storeEvent(context.db, event);
      return { received: true };
    });
  };
}
