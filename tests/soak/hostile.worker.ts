import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { HostileClient, type Target } from "./hostile-client.ts";
import { attack, KINDS } from "./hostile-kinds.ts";
import type { Person } from "./people.ts";
import type { SamplesByName } from "./samples.ts";

// Real attackers run on other machines: these get a lower priority than the program under attack.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** Input of this worker thread. It posts "prepared", attacks at the message "attack", and posts its samples after "stop". */
export interface HostileOrders {
  target: Target;
  people: Person[];
  /** Parts of the names of kinds; empty for all. */
  only: string[];
}

const { target, people, only } = workerData as HostileOrders;
const samples: SamplesByName = {};
const stop = new AbortController();
const attackers = people.flatMap((person, i) => {
  const kind = KINDS[i % KINDS.length];
  if (!kind || (only.length > 0 && !only.some((name) => kind.name.includes(name)))) return [];
  return [{ kind, client: new HostileClient(target, person, kind.name, samples) }];
});
for (const { client, kind } of attackers) await kind.prepare?.(client);

let attacks: Promise<void>[] = [];
parentPort?.on("message", (order: "attack" | "stop") => {
  if (order === "attack") attacks = attackers.map(({ client, kind }) => attack(client, kind, stop.signal));
  else void end();
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread's port, not a window
parentPort?.postMessage("prepared");

async function end(): Promise<void> {
  stop.abort();
  // Raw connections are closed; pending requests are awaited, so that their answers are counted.
  for (const { client } of attackers) client.close();
  await Promise.all(attacks);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread's port, not a window
  parentPort?.postMessage(samples);
}
