import { begin, observed, type Attributes } from "@lampstand/telemetry";
import type { Vendors } from "../choose-vendors.ts";
import type { Illustrator } from "../vendors/image/image.ts";
import type { Mailer } from "../vendors/mail/mail.ts";
import type { ObjectStore } from "../vendors/files/files.ts";
import type { Payments } from "../vendors/payments/payments.ts";
import type { Voice } from "../vendors/voice/voice.ts";
import type { VendorUsage, Writer } from "../vendors/writer/writer.ts";

/** Told of a vendor's call: how much was used, never what was said. */
interface Used {
  inputTokens?: number;
  outputTokens?: number;
  characters?: number;
  audioSeconds?: number;
  cents?: number;
}

const defined = (used: Used): Attributes => Object.fromEntries(Object.entries(used).filter(([, value]) => value > 0));
const total = (calls: readonly VendorUsage[], field: keyof VendorUsage): number =>
  calls.reduce((sum, usage) => sum + usage[field], 0);

/** Each call of a vendor is told as one operation: whose, which, how long, how it ended, how much was used. */
export const observeVendors = (vendors: Vendors): Vendors => ({
  ...vendors,
  writer: observeWriter(vendors.writer),
  voice: observeVoice(vendors.voice),
  illustrator: observeIllustrator(vendors.illustrator),
  mailer: observeCalls<Mailer>("mail", vendors.mailer, ["send"]),
  store: observeCalls<ObjectStore>("files", vendors.store, ["put", "get", "delete"]),
  payments: observeCalls<Payments>("payments", vendors.payments, PAYMENT_CALLS),
});

const call = (vendor: string, action: string) =>
  ({ kind: "vendor", name: `${vendor} ${action}`, attributes: { vendor, action } }) as const;

/** Those that ask the provider; the others compute. */
const PAYMENT_CALLS = [
  "createCustomer",
  "isCustomerDeleted",
  "forgetCards",
  "createSubscriptionCheckout",
  "createPaymentCheckout",
  "retrieveCheckout",
  "listOpenCheckouts",
  "listPurchases",
  "expireCheckout",
  "retrieveSubscription",
  "listSubscriptions",
  "cancelSubscription",
  "scheduleCancellation",
  "undoCancellation",
  "endTrialNow",
  "retrieveInvoice",
  "voidInvoice",
  "listInvoices",
  "listRefunds",
  "retrieveRefund",
  "listDisputes",
  "retrieveDispute",
  "createPortalSession",
] as const satisfies readonly (keyof Payments)[];

/** `target` with these of its methods observed. */
function observeCalls<T extends object>(vendor: string, target: T, actions: readonly (keyof T & string)[]): T {
  const seen = new Map<string | symbol, unknown>(
    actions.map((action) => [
      action,
      (...given: unknown[]) =>
        observed(call(vendor, action), async () => (target[action] as (...given: unknown[]) => Promise<unknown>)(...given)),
    ]),
  );
  return new Proxy(target, {
    get: (_target, name) => {
      if (seen.has(name)) return seen.get(name);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

function observeWriter(writer: Writer): Writer {
  return {
    ...writer,
    write: async function* (request, signal) {
      const told = begin(call("writer", "write"));
      const calls: VendorUsage[] = [];
      let characters = 0;
      let error: unknown = new DOMException("nobody reads on", "AbortError");
      try {
        for await (const event of writer.write(request, signal)) {
          if (event.type === "usage") calls.push(event.usage);
          if (event.type === "done") {
            characters = event.written.content.length;
            // Whoever has it reads no further.
            error = undefined;
          }
          yield event;
        }
        error = undefined;
      } catch (thrown) {
        error = thrown;
        throw thrown;
      } finally {
        const inputTokens = total(calls, "inputTokens");
        const outputTokens = total(calls, "outputTokens");
        told.end(error, defined({ characters, inputTokens, outputTokens, cents: total(calls, "cents") }));
      }
    },
  };
}

function observeVoice(voice: Voice): Voice {
  return {
    ...voice,
    speak: (request, signal) =>
      observed(call("voice", "speak"), async (note) => {
        const calls: VendorUsage[] = [];
        const used = (): Used => ({ characters: total(calls, "inputTokens"), cents: total(calls, "cents") });
        const onUsage = (usage: VendorUsage): void => {
          calls.push(usage);
          note(defined(used()));
          request.onUsage?.(usage);
        };
        const spoken = await voice.speak({ ...request, onUsage }, signal);
        note(defined({ ...used(), audioSeconds: spoken.seconds }));
        return spoken;
      }),
  };
}

function observeIllustrator(illustrator: Illustrator): Illustrator {
  return {
    ...illustrator,
    draw: (request, signal) =>
      observed(call("image", "draw"), async (note) => {
        const picture = await illustrator.draw(request, signal);
        if (picture.usage) note(defined(picture.usage));
        return picture;
      }),
  };
}
