import { newId } from "./id.ts";
import type { TestClock } from "./wire.ts";

const THIRTY_DAYS = 30 * 86_400;

/** `createdAt` is real time, `frozenTime` the clock's own; both in Unix seconds. */
export function newTestClock(name: string | null, frozenTime: number, createdAt: number): TestClock {
  return {
    id: newId("clock"),
    object: "test_helpers.test_clock",
    created: createdAt,
    deletes_after: createdAt + THIRTY_DAYS,
    frozen_time: frozenTime,
    livemode: false,
    name,
    status: "ready",
    status_details: {},
  };
}
