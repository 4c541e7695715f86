/** What does the tasks: a thread (`Worker`), or a process (process-worker.ts). */
export interface PoolWorker {
  on(event: "message" | "error" | "messageerror" | "exit", listener: (value: unknown) => void): unknown;
  ref(): void;
  unref(): void;
  postMessage(task: unknown): void;
  terminate(): Promise<unknown>;
}

export interface WorkerPool<Task, Result> {
  /**
   * Runs a task on a worker, in the order of calls. Rejects with the worker's error, or with the signal's reason; a worker that
   * failed or was aborted is ended and replaced for the next task.
   */
  run(task: Task, signal: AbortSignal): Promise<Result>;
  /** Ends every worker; running and waiting tasks are rejected. */
  close(): Promise<void>;
}

interface Job<Task, Result> {
  task: Task;
  resolve(result: Result): void;
  reject(cause: unknown): void;
}

interface Slot<Task, Result> {
  worker: PoolWorker;
  job: Job<Task, Result> | undefined;
  idle: NodeJS.Timeout | undefined;
}

/**
 * A pool of at most `size` workers, started on demand and ended after `idleMs` without work. `start` creates a worker for its
 * first task; a worker answers each task with one message. `onEmpty` is called when the last worker has ended.
 */
export function createWorkerPool<Task, Result>(options: {
  size: number;
  idleMs: number;
  start: (first: Task) => PoolWorker;
  onEmpty: () => void;
}): WorkerPool<Task, Result> {
  const queue: Job<Task, Result>[] = [];
  const slots = new Set<Slot<Task, Result>>();
  let closed = false;

  function end(slot: Slot<Task, Result>, cause: unknown): void {
    if (!slots.delete(slot)) return;
    clearTimeout(slot.idle);
    slot.job?.reject(cause);
    void slot.worker.terminate();
    if (slots.size === 0) options.onEmpty();
    pump();
  }

  function open(first: Task): Slot<Task, Result> {
    const slot: Slot<Task, Result> = { worker: options.start(first), job: undefined, idle: undefined };
    slots.add(slot);
    slot.worker.on("message", (result) => {
      const { job } = slot;
      slot.job = undefined;
      // Idle threads do not keep the process alive.
      slot.worker.unref();
      slot.idle = setTimeout(() => end(slot, undefined), options.idleMs).unref();
      job?.resolve(result as Result);
      pump();
    });
    slot.worker.on("error", (cause) => end(slot, cause));
    slot.worker.on("messageerror", (cause) => end(slot, cause));
    slot.worker.on("exit", () => end(slot, new Error("the worker thread ended")));
    return slot;
  }

  function pump(): void {
    for (let job = queue[0]; job; job = queue[0]) {
      const slot = [...slots].find((slot) => !slot.job) ?? (slots.size < options.size ? open(job.task) : undefined);
      if (!slot) return;
      queue.shift();
      clearTimeout(slot.idle);
      slot.job = job;
      slot.worker.ref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      slot.worker.postMessage(job.task);
    }
  }

  return {
    run: (task, signal) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Error("the pool is closed"));
        if (signal.aborted) return reject(signal.reason);
        const onAbort = (): void => {
          const waiting = queue.indexOf(job);
          if (waiting >= 0) queue.splice(waiting, 1);
          else for (const slot of slots) if (slot.job === job) end(slot, signal.reason);
          job.reject(signal.reason);
        };
        const settled = (): void => signal.removeEventListener("abort", onAbort);
        const job: Job<Task, Result> = {
          task,
          resolve: (result) => (settled(), resolve(result)),
          reject: (cause) => (settled(), reject(cause)),
        };
        signal.addEventListener("abort", onAbort, { once: true });
        queue.push(job);
        pump();
      }),
    async close() {
      closed = true;
      const cause = new Error("the pool is closed");
      for (const job of queue.splice(0)) job.reject(cause);
      const workers = [...slots].map(({ worker }) => worker);
      for (const slot of slots) end(slot, cause);
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
