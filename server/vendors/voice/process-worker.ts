import { fork } from "node:child_process";
import type { PoolWorker } from "./worker-pool.ts";

/**
 * A process as a worker of a pool, for programs that are not safe in a thread: native code that can't be ended in the middle of its work
 * without ending everything else. It gets nothing of this process's environment.
 */
export function startProcess(file: URL): PoolWorker {
  // Windows starts no program without it.
  const { SystemRoot } = process.env;
  const child = fork(file, {
    serialization: "advanced",
    env: SystemRoot === undefined ? {} : { SystemRoot },
    execArgv: [],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const gone = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  return {
    on: (event, listener) => child.on(event, listener),
    ref: () => {
      child.ref();
      child.channel?.ref();
    },
    unref: () => {
      child.unref();
      child.channel?.unref();
    },
    postMessage: (task) => {
      // If the process is gone, its "exit" tells the pool.
      if (child.connected) child.send(task as object, () => {});
    },
    terminate: () => {
      // Whoever waits for its end must not be left behind by the end of this process.
      child.ref();
      child.kill("SIGKILL");
      return gone;
    },
  };
}
