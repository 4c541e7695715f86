import { type SupabaseClient } from "@supabase/supabase-js";
import pg from "pg";
import { Stripe } from "stripe";
import type { Keys } from "../../packages/supabase-server/gateway/tokens.ts";
export interface TestApp {
  url: string;
  keys: Keys;
  ownerUrl: string;
  /** One connection to it, for what a test reads and changes past the app. */
  database: pg.Pool;
  dataDir: string;
  /** The official SDK, speaking to the app's payments sandbox. */
  stripe: Stripe;
  /** The official client as a visitor has it: its session lives in memory. */
  visitor(): SupabaseClient;
  /** The official client with the service key. */
  service(): SupabaseClient;
  /** Stops the program and starts another build of it at the same address, with the same data: what an update is. */
  update(build: string): Promise<void>;
  close(): Promise<void>;
}
export declare const WIDE_API_LIMITS: string;
export declare const BUILD: string;
/** A whole app on a free port, serving requests and running jobs, with the given database and the embedded vendors. */
export declare function startAppOn(
  ownerUrl: string,
  env?: Record<string, string>,
  {
    refusalDelay,
  }?: {
    refusalDelay?: number;
  },
): Promise<TestApp>;
