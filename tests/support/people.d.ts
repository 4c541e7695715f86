import type pg from "pg";
/** An account in the middle of its trial, which began `hoursAgo` hours ago; nothing was generated yet. */
export declare function createTrialUser(
  owner: pg.Pool,
  options?: {
    hoursAgo?: number;
  },
): Promise<string>;
/** An account that has paid for the period that begins now, and has `minutes` in it. */
export declare function createSubscriber(
  owner: pg.Pool,
  options?: {
    minutes?: number;
  },
): Promise<string>;
