/** One way to fill a slot: its number of spoken words and its cost. */
export interface Option<T> {
  words: number;
  cost: number;
  value: T;
}

/** Of the options with the same number of words the cheapest. */
function cheapest<T>(slot: readonly Option<T>[]): Option<T>[] {
  const found = new Map<number, Option<T>>();
  for (const option of slot) if (option.cost < (found.get(option.words)?.cost ?? Infinity)) found.set(option.words, option);
  return [...found.values()];
}

/**
 * Takes one option from each slot so that the total of words is within [min, max] and the total cost is minimal (a
 * multiple-choice knapsack, solved exactly). Null if there is no solution.
 */
export function solveKnapsack<T>(slots: readonly (readonly Option<T>[])[], min: number, max: number): T[] | null {
  interface State {
    cost: number;
    option: Option<T> | null;
    before: State | null;
  }
  let states = new Map<number, State>([[0, { cost: 0, option: null, before: null }]]);
  for (const slot of slots) {
    const next = new Map<number, State>();
    const options = cheapest(slot);
    for (const [total, before] of states)
      for (const option of options) {
        const sum = total + option.words;
        if (sum > max) continue;
        const cost = before.cost + option.cost;
        const known = next.get(sum);
        if (!known || cost < known.cost) next.set(sum, { cost, option, before });
      }
    states = next;
  }
  let best: State | null = null;
  for (const [total, state] of states) if (total >= min && (!best || state.cost < best.cost)) best = state;
  if (!best) return null;
  const chosen: T[] = [];
  for (let state: State | null = best; state?.option; state = state.before) chosen.unshift(state.option.value);
  return chosen;
}
