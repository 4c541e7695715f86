import { z } from "zod";
import { deleteTestClock } from "../engine/deletion.ts";
import { moveTo } from "../engine/time.ts";
import { SandboxError } from "../error.ts";
import { newTestClock } from "../objects/test-clock.ts";
import { endpoint, find, listPage, type Endpoint } from "./endpoint.ts";
import { paging, text, timestamp } from "./parameters.ts";

const PATH = "/test_helpers/test_clocks";

export const testClocks: Endpoint[] = [
  endpoint(
    "POST",
    PATH,
    z.strictObject({ frozen_time: timestamp, name: text.max(300).optional() }),
    async ({ ledger: real }, params) => {
      const clock = newTestClock(params.name ?? null, params.frozen_time, real.now);
      await real.query("insert into timelines (id, frozen_at) values ($1, $2)", [clock.id, params.frozen_time]);
      await real.put(clock);
      await (await real.on(clock.id)).emit("test_helpers.test_clock.created", clock);
      return clock;
    },
  ),
  endpoint("GET", `${PATH}/:id`, z.strictObject({}), ({ ledger }, _params, id) => find(ledger, "test_helpers.test_clock", id)),
  endpoint("GET", PATH, z.strictObject(paging), ({ ledger }, params) =>
    listPage(ledger, "test_helpers.test_clock", PATH, params),
  ),
  endpoint("POST", `${PATH}/:id/advance`, z.strictObject({ frozen_time: timestamp }), async ({ ledger, seller }, params, id) => {
    const clock = await find(ledger, "test_helpers.test_clock", id);
    if (params.frozen_time <= clock.frozen_time) {
      throw new SandboxError(400, "The test clock can only be advanced to a time after its present one.", {
        param: "frozen_time",
      });
    }
    await moveTo(ledger, seller, id, params.frozen_time);
    return ledger.get("test_helpers.test_clock", id);
  }),
  endpoint("DELETE", `${PATH}/:id`, z.strictObject({}), async ({ ledger }, _params, id) =>
    deleteTestClock(await ledger.on(id), await find(ledger, "test_helpers.test_clock", id)),
  ),
];
