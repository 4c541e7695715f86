import Fastify from "fastify";
import { listen } from "@lampstand/database";
import type { FunctionContext } from "../../server/endpoints/context.ts";
import { functionRoutes } from "../../server/endpoints/routes.ts";
import { GENERATION_CHANNEL } from "../../server/sermons/generation.ts";
import { runGeneration, type GenerationVendors } from "../../server/sermons/run-generation.privileged.ts";
import { startQueue } from "../../server/jobs/queue.ts";
import type { TestDatabase } from "./database.ts";

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

export interface TestGenerations {
  /** Asks a server function as `userId`. */
  ask(name: string, userId: string, body: object): Promise<Answer>;
  close(): Promise<void>;
}

/** The generation functions over HTTP, and the queue with the runner, with the given vendors. */
export async function startGenerations(database: TestDatabase, vendors: GenerationVendors): Promise<TestGenerations> {
  const { db, ownerUrl } = database;
  const notifications = await listen(ownerUrl, [GENERATION_CHANNEL], () => {});
  const stopping = new AbortController();
  // What these functions do not use is left out.
  const used: Partial<FunctionContext> = {
    db,
    notifications,
    prepareVoice: () => vendors.voice.prepare?.(),
    log: { info: () => {}, warn: () => {}, error: () => {} },
    stopping: stopping.signal,
    secondsOverLimits: async () => 0,
    callerOf: async (request) => ({ role: "authenticated", sub: String(request.headers["x-user"]) }),
  };
  const server = Fastify();
  await server.register(functionRoutes(used as FunctionContext));
  const queue = await startQueue({
    pool: db.owner,
    handlers: { "run-generation": runGeneration(vendors) },
    concurrency: 4,
    drainSeconds: 5,
    onError: () => {},
    onEnd: () => {},
  });
  return {
    ask: async (name, userId, body) => {
      const { statusCode, body: answered } = await server.inject({
        method: "POST",
        url: `/${name}`,
        headers: { "x-user": userId },
        payload: body,
      });
      return { status: statusCode, body: JSON.parse(answered) as Answer["body"] };
    },
    close: async () => {
      stopping.abort();
      await server.close();
      await queue.stop();
      await notifications.close();
    },
  };
}
