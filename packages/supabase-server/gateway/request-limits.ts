import { z } from "zod";

const limit = z.strictObject({
  /** So many in each `window`, which begins with the first. */
  max: z.number().int().positive(),
  /** Seconds. */
  window: z.number().positive(),
  /** So many under way at once; further ones wait for their turn. */
  atOnce: z.number().int().positive(),
  /** So many may wait; further ones are refused. */
  waiting: z.number().int().nonnegative(),
  /** Bytes of answers in each `window`; who has had them is refused until the next. Without it there is no such bound. */
  bytes: z.number().int().positive().optional(),
});
export type RequestLimit = z.infer<typeof limit>;

const MB = 1024 * 1024;

/**
 * How much one network, and one person, may ask of each room (docs/decisions/022-request-limits.md: what the app's screens ask for, and why
 * these are far above it). A visitor is whoever shows no valid token of a person; visitors of a network share its count.
 */
const DEFAULTS = {
  /** All rooms and people of one network together; of IPv6 its /48. */
  address: { max: 3000, window: 30, atOnce: 300, waiting: 0 },
  authVisitor: { max: 1000, window: 30, atOnce: 40, waiting: 100 },
  authPerson: { max: 300, window: 30, atOnce: 10, waiting: 50 },
  restVisitor: { max: 150, window: 30, atOnce: 4, waiting: 100, bytes: 4 * MB },
  restPerson: { max: 300, window: 30, atOnce: 6, waiting: 100, bytes: 16 * MB },
  // Public pictures and signed recordings carry no token, and a recording can be under way for as long as it is listened to.
  storageVisitor: { max: 1500, window: 30, atOnce: 128, waiting: 128 },
  storagePerson: { max: 300, window: 30, atOnce: 8, waiting: 100 },
  // Each function that visitors may call has a narrower limit of its own (auth/limits.ts, addressFunction); this is above all of them.
  functionsVisitor: { max: 150, window: 30, atOnce: 8, waiting: 50 },
  // Nobody waits behind event streams and calls that last as long as a step of a sermon.
  functionsPerson: { max: 120, window: 30, atOnce: 16, waiting: 0 },
} satisfies Record<string, RequestLimit>;

export type RequestLimitName = keyof typeof DEFAULTS;
export type RequestLimits = Record<RequestLimitName, RequestLimit | null>;

export const REQUEST_LIMIT_NAMES = Object.keys(DEFAULTS) as RequestLimitName[];

/** Overrides of the default limits, for operators and tests; null switches one off. */
export const requestLimitChanges = z.partialRecord(z.literal(REQUEST_LIMIT_NAMES), limit.partial().nullable());
export type RequestLimitChanges = z.infer<typeof requestLimitChanges>;

export function withDefaultRequestLimits(changes: RequestLimitChanges = {}): RequestLimits {
  const limits: RequestLimits = { ...DEFAULTS };
  for (const name of REQUEST_LIMIT_NAMES) {
    const change = changes[name];
    if (change !== undefined) limits[name] = change && ({ ...DEFAULTS[name], ...change } as RequestLimit);
  }
  return limits;
}
