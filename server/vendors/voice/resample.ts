/** Half the length of the windowed sinc, in input samples, and how finely its position is stepped (3 divides it: 16 -> 24 kHz is exact). */
const HALF = 16;
const PHASES = 384;
/** The pass band ends a little below the lower of the two Nyquist frequencies. */
const PASS_BAND = 0.97;

function kernel(cut: number): Float32Array {
  const table = new Float32Array((PHASES + 1) * 2 * HALF);
  for (let phase = 0; phase <= PHASES; phase++)
    for (let tap = 0; tap < 2 * HALF; tap++) {
      const x = tap - HALF + 1 - phase / PHASES;
      const window = Math.abs(x) < HALF ? 0.5 + 0.5 * Math.cos((Math.PI * x) / HALF) : 0;
      table[phase * 2 * HALF + tap] = window * (x === 0 ? cut : Math.sin(Math.PI * x * cut) / (Math.PI * x));
    }
  return table;
}

/** Takes one output sample every `step` input samples (band-limited), so 2/3 makes 24 kHz of 16 kHz. 16-bit in, -1 to 1 out. */
export function createResampler(step: number): (input: Int16Array) => Float32Array {
  const table = kernel(Math.min(1, 1 / step) * PASS_BAND);
  return (input) => {
    const output = new Float32Array(Math.floor(input.length / step));
    for (let i = 0; i < output.length; i++) {
      const position = i * step;
      const base = Math.floor(position);
      const row = Math.round((position - base) * PHASES) * 2 * HALF;
      const first = base - HALF + 1;
      let sum = 0;
      for (let tap = Math.max(0, -first); tap < 2 * HALF && first + tap < input.length; tap++) {
        sum += (input[first + tap] ?? 0) * (table[row + tap] ?? 0);
      }
      output[i] = sum / 32_768;
    }
    return output;
  };
}
