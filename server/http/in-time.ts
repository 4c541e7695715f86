/** What `value` resolves with; `otherwise` if it rejects, or is not there after `ms` milliseconds. */
export async function inTime<T, U>(ms: number, value: Promise<T>, otherwise: U): Promise<T | U> {
  const late = Promise.withResolvers<U>();
  const timer = setTimeout(late.resolve, ms, otherwise);
  return Promise.race([value.catch(() => otherwise), late.promise]).finally(() => clearTimeout(timer));
}
