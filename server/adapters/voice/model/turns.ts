/** Lets so many do their work at a time; the others wait for their turn, first come first served. Rejects with the signal's reason. */
export function createTurns(places: number): <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T> {
  const waiting = new Set<() => void>();
  let free = places;
  const turn = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.delete(begin);
        reject(signal.reason);
      };
      const begin = (): void => {
        waiting.delete(begin);
        signal.removeEventListener("abort", leave);
        resolve();
      };
      waiting.add(begin);
      signal.addEventListener("abort", leave, { once: true });
    });
  return async (work, signal) => {
    signal.throwIfAborted();
    if (free > 0) free--;
    else await turn(signal);
    try {
      return await work();
    } finally {
      const [next] = waiting;
      if (next) next();
      else free++;
    }
  };
}
