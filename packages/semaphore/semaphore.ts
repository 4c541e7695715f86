/** The part of AbortSignal that is used here: this package is compiled without the types of the browser and of Node. */
interface Signal {
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: "abort", listener: () => void, options: { once: true }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

export interface Semaphore {
  /** Runs `work` as soon as a permit is free, and returns its result. An abort while it waits rejects with the signal's reason. */
  run<T>(work: () => Promise<T>, signal?: Signal): Promise<T>;
  /** How many calls wait for a permit. */
  waiting(): number;
  /** True while nothing runs or waits. */
  idle(): boolean;
}

/** Runs at most `permits` pieces of work at a time; further ones wait, first come first served. */
export function createSemaphore(permits: number): Semaphore {
  const queue = new Set<() => void>();
  let free = permits;
  const acquire = (signal: Signal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const abort = (): void => {
        queue.delete(begin);
        reject(signal?.reason);
      };
      const begin = (): void => {
        queue.delete(begin);
        signal?.removeEventListener("abort", abort);
        resolve();
      };
      queue.add(begin);
      signal?.addEventListener("abort", abort, { once: true });
    });
  return {
    async run(work, signal) {
      signal?.throwIfAborted();
      if (free > 0) free--;
      else await acquire(signal);
      try {
        return await work();
      } finally {
        // The permit passes to the call that has waited longest.
        const [next] = queue;
        if (next) next();
        else free++;
      }
    },
    waiting: () => queue.size,
    idle: () => free === permits,
  };
}
