/** How one request ended. */
export interface Ending {
  /** Null: no answer came. */
  status: number | null;
  /** Milliseconds to the last byte of the answer. */
  ms: number;
  /** The error code in the body; "" without one. */
  code: string;
  /** A deliberate 503: with an error code and a Retry-After header. */
  refusedLoad: boolean;
}

/** How the requests of one name ended. Plain data, because the worker thread posts it. */
export interface Samples {
  ms: number[];
  /** Number of requests by ending: a status, a 5xx with its code, NO_ANSWER, or DELIBERATE. */
  endings: Record<string, number>;
  /** When requests were answered with 5xx or not at all, as `performance.now()` of the thread that sent them. */
  failedAt: number[];
}
export type SamplesByName = Record<string, Samples>;

export const DELIBERATE = "503, deliberate";
export const NO_ANSWER = "no answer";

export function record(samples: SamplesByName, name: string, { status, ms, code, refusedLoad }: Ending): void {
  const own = (samples[name] ??= { ms: [], endings: {}, failedAt: [] });
  own.ms.push(ms);
  if (status === null || status >= 500) own.failedAt.push(performance.now());
  const plain = status === null ? NO_ANSWER : status >= 500 && code ? `${status} ${code}` : String(status);
  const ending = refusedLoad ? DELIBERATE : plain;
  own.endings[ending] = (own.endings[ending] ?? 0) + 1;
}

/** Quantile `q` by nearest rank; NaN without values. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * q) - 1)] ?? NaN;
}

/** How many requests ended in a way that `isCounted` picks. */
export function countEndings(samples: SamplesByName, isCounted: (ending: string) => boolean): number {
  return Object.values(samples)
    .flatMap(({ endings }) => Object.entries(endings))
    .reduce((sum, [ending, times]) => sum + (isCounted(ending) ? times : 0), 0);
}

export const isServerFault = (ending: string): boolean => ending.startsWith("5") && ending !== DELIBERATE;

/** Measures one request; never rejects. Reads the body to its end, and keeps about the first megabyte of a text. */
export async function timed(request: () => Promise<Response>): Promise<Ending & { text: string; headers: Headers }> {
  const began = performance.now();
  const end = (): number => performance.now() - began;
  try {
    const answer = await request();
    const isText = /json|html|text/.test(answer.headers.get("content-type") ?? "");
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? [])
      // The end of a huge text is not needed.
      if (isText && text.length < 1_000_000) text += decoder.decode(chunk, { stream: true });
    const code = /"(?:code|error_code|error)"\s*:\s*"([^"]{1,60})"/.exec(text)?.[1] ?? "";
    const refusedLoad = answer.status === 503 && answer.headers.has("retry-after") && code !== "";
    return { status: answer.status, ms: end(), code, refusedLoad, text, headers: answer.headers };
  } catch {
    return { status: null, ms: end(), code: "", refusedLoad: false, text: "", headers: new Headers() };
  }
}
