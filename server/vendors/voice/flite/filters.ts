/** A second-order equaliser filter. `q` is the quality; gains apply at the peak or on the shelf. */
export type Filter =
  | { kind: "high-pass"; hz: number; q: number }
  | { kind: "peak" | "low-shelf" | "high-shelf"; hz: number; gainDb: number; q: number };

type Coefficients = [b0: number, b1: number, b2: number, a0: number, a1: number, a2: number];

/** R. Bristow-Johnson, Audio EQ Cookbook (W3C Note audio-eq-cookbook). */
function coefficients(filter: Filter, sampleHz: number): Coefficients {
  const w = (2 * Math.PI * filter.hz) / sampleHz;
  const c = Math.cos(w);
  const alpha = Math.sin(w) / (2 * filter.q);
  if (filter.kind === "high-pass") return [(1 + c) / 2, -(1 + c), (1 + c) / 2, 1 + alpha, -2 * c, 1 - alpha];
  const a = 10 ** (filter.gainDb / 40);
  if (filter.kind === "peak") return [1 + alpha * a, -2 * c, 1 - alpha * a, 1 + alpha / a, -2 * c, 1 - alpha / a];
  const root = 2 * Math.sqrt(a) * alpha;
  // A high shelf is a low shelf with the cosine's sign reversed.
  const s = filter.kind === "low-shelf" ? 1 : -1;
  const [plus, minus] = [a + 1, a - 1];
  return [
    a * (plus - s * minus * c + root),
    s * 2 * a * (minus - s * plus * c),
    a * (plus - s * minus * c - root),
    plus + s * minus * c + root,
    -s * 2 * (minus + s * plus * c),
    plus + s * minus * c - root,
  ];
}

/** A stateful filter: returns the output for each input sample. */
export function createFilter(filter: Filter, sampleHz: number): (input: number) => number {
  const [b0, b1, b2, a0, a1, a2] = coefficients(filter, sampleHz);
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return (x) => {
    const y = (b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2) / a0;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    return y;
  };
}
