const last = new Map<string, Promise<unknown>>();

/**
 * Runs `work` after every earlier `work` of the same key in this process has ended. The database's lock does the same among processes,
 * but whoever waits there holds a connection: a hundred requests about one user would take everybody's.
 */
export async function oneAtATime<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = last.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  last.set(key, mine);
  try {
    return await mine;
  } finally {
    if (last.get(key) === mine) last.delete(key);
  }
}
