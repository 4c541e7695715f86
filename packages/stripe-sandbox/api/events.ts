import { z } from "zod";
import { SandboxError } from "../error.ts";
import { endpoint, find, listPage, type Endpoint } from "./endpoint.ts";
import { boolean, paging, text } from "./parameters.ts";

export const events: Endpoint[] = [
  endpoint("GET", "/events/:id", z.strictObject({}), ({ ledger }, _params, id) => find(ledger, "event", id)),
  endpoint(
    "GET",
    "/events",
    z.strictObject({
      ...paging,
      delivery_success: boolean.optional(),
      type: text.optional(),
      types: z.array(text).max(20).optional(),
    }),
    ({ ledger }, { delivery_success: delivered, type, types, ...page }) => {
      if (type !== undefined && types !== undefined)
        throw new SandboxError(400, "You may only specify one of these parameters: type, types.");
      const where = delivered === undefined ? {} : { pending_webhooks: delivered ? 0 : 1 };
      return listPage(ledger, "event", "/events", { ...page, types: types ?? (type === undefined ? undefined : [type]) }, where);
    },
  ),
];
