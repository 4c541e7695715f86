/** As much of an AbortSignal as waiting needs: this room has the types of neither the browser nor Node. */
interface Signal {
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: "abort", listener: () => void, options: { once: true }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

export interface Turns {
  /** Does the work when its turn has come. Rejects as the work does; while it waits, with the signal's reason. */
  take<T>(work: () => Promise<T>, signal?: Signal): Promise<T>;
  /** How many wait for theirs. */
  waiting(): number;
  /** Whether nobody works or waits. */
  idle(): boolean;
}

/** Lets so many do their work at a time; the others wait for their turn, first come first served. */
export function createTurns(places: number): Turns {
  const queue = new Set<() => void>();
  let free = places;
  const turn = (signal: Signal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        queue.delete(begin);
        reject(signal?.reason);
      };
      const begin = (): void => {
        queue.delete(begin);
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      queue.add(begin);
      signal?.addEventListener("abort", leave, { once: true });
    });
  return {
    async take(work, signal) {
      signal?.throwIfAborted();
      if (free > 0) free--;
      else await turn(signal);
      try {
        return await work();
      } finally {
        // A place goes on to who waited longest.
        const [next] = queue;
        if (next) next();
        else free++;
      }
    },
    waiting: () => queue.size,
    idle: () => free === places,
  };
}
