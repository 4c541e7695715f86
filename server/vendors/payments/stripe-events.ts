import { z } from "zod";
import { PaymentsError, type EventSubject, type ProviderEvent } from "./payments.ts";
import { idOf } from "./stripe-objects.ts";

const eventId = z.string().regex(/^[!-~]{1,255}$/);
const eventFacts = z.object({
  id: eventId,
  type: eventId,
  // To the end of the year 9999.
  created: z.int().min(0).max(253_402_300_799),
  data: z.object({
    object: z.object({
      object: z.string(),
      id: eventId.optional(),
      customer: z
        .union([eventId, z.object({ id: eventId })])
        .nullish()
        .catch(null),
    }),
  }),
});

/** The form of an event. A valid signature does not guarantee it. */
export function readEvent(event: unknown): ProviderEvent {
  const facts = eventFacts.safeParse(event);
  if (!facts.success) throw new PaymentsError("rejected", "stripe: an event that can't be read");
  const { id, type, created, data } = facts.data;
  const objectId = data.object.id ?? id;
  return { id, type, created, objectId, customerId: data.object.object === "customer" ? objectId : idOf(data.object.customer) };
}

/** What `objectId` of an event of this type names, where the event does not name the customer itself. https://docs.stripe.com/api/events/types */
export function subjectOf(type: string): EventSubject {
  if (type.startsWith("checkout.session.")) return "checkout";
  if (type.startsWith("charge.dispute.")) return "dispute";
  return type.startsWith("refund.") || type === "charge.refund.updated" ? "refund" : "customer";
}
