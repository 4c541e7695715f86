import { seededRandom } from "../shared/seeded-random.ts";

// What a day of asking for sermons needs, computed from measured costs. `npm run scale` prints and draws it; docs/scale.md explains it.

/** One kind of sermon. `cpuSeconds`: text, recording and picture by the built-in vendors, on one core. `bytes`: recording and picture. */
interface Cost {
  cpuSeconds: number;
  bytes: number;
}

/** Measured on one machine (docs/scale.md, "What a sermon costs"). */
export const COSTS = {
  short: { cpuSeconds: 7, bytes: 1_930_000 },
  long: { cpuSeconds: 12.2, bytes: 3_680_000 },
} satisfies Record<string, Cost>;

/** Assumed, for nobody has measured them yet: change them to what your own installation's metrics say. */
export const HABITS = {
  sermonsPerMonth: 8,
  shareOfLong: 0.3,
  /** The busiest day of a week beside an average one. */
  busiestDay: 1.5,
  /** How the sermons of a day spread over its 24 hours, in parts: most are asked for late in the evening. */
  hours: [4, 2, 1, 1, 1, 2, 4, 5, 4, 3, 3, 3, 3, 3, 3, 3, 4, 5, 6, 8, 11, 14, 13, 8],
  playsPerSermon: 3,
  /** Pages of the app that a member opens in a month, and the calls of each. */
  pagesPerMonth: 60,
  callsPerPage: 6,
};

export interface Arrival {
  /** Seconds since midnight. */
  at: number;
  cpuSeconds: number;
}

const DAYS = 30;

/** The sermons that so many members ask for on the busiest day of a week, in order. The same `seed` gives the same day. */
export function busiestDay(members: number, seed: string): Arrival[] {
  const random = seededRandom(seed);
  const parts = HABITS.hours.reduce((sum, part) => sum + part, 0);
  const aDay = ((members * HABITS.sermonsPerMonth) / DAYS) * HABITS.busiestDay;
  const arrivals: Arrival[] = [];
  for (const [hour, part] of HABITS.hours.entries()) {
    const aSecond = (aDay * part) / parts / 3600;
    for (let at = hour * 3600; ;) {
      at += -Math.log(1 - random()) / aSecond;
      if (at >= (hour + 1) * 3600) break;
      const { cpuSeconds } = random() < HABITS.shareOfLong ? COSTS.long : COSTS.short;
      arrivals.push({ at, cpuSeconds });
    }
  }
  return arrivals;
}

/** How long each waits for its turn, in seconds, when `cores` cores serve them one after the other. */
export function waits(arrivals: readonly Arrival[], cores: number): number[] {
  // When each core is free again: a binary heap, the earliest first.
  const free = new Float64Array(cores);
  return arrivals.map(({ at, cpuSeconds }) => {
    const starts = Math.max(at, free[0] ?? 0);
    let place = 0;
    const ends = starts + cpuSeconds;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= cores) break;
      if (child + 1 < cores && (free[child + 1] ?? 0) < (free[child] ?? 0)) child++;
      if ((free[child] ?? 0) >= ends) break;
      free[place] = free[child] ?? 0;
      place = child;
    }
    free[place] = ends;
    return starts - at;
  });
}

/** The value that a `share` (0 to 1) of all stay at or below. Nothing of nothing is 0. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.max(Math.ceil(values.length * share) - 1, 0)] ?? 0;
}

/** The fewest cores with which 99 of 100 wait at most `seconds` on that day. */
export function coresFor(arrivals: readonly Arrival[], seconds: number): number {
  const enough = (cores: number): boolean => percentile(waits(arrivals, cores), 0.99) <= seconds;
  let most = 1;
  while (!enough(most)) most *= 2;
  let least = Math.floor(most / 2) + 1;
  while (least < most) {
    const middle = Math.floor((least + most) / 2);
    if (enough(middle)) most = middle;
    else least = middle + 1;
  }
  return most;
}

export interface Needs {
  members: number;
  sermonsADay: number;
  cores: number;
  /** Terabytes of files that a year adds. */
  filesPerYear: number;
  /** Gigabytes of rows that a year adds. */
  rowsPerYear: number;
  /** Terabytes a month that listening sends. */
  sentPerMonth: number;
  /** Calls a second in the busiest hour. */
  calls: number;
}

/** What so many members need. `rowBytes`: of one sermon with all its rows and indexes. */
export function needs(members: number, rowBytes: number): Needs {
  const arrivals = busiestDay(members, "scale");
  const sermonsPerMonth = members * HABITS.sermonsPerMonth;
  const bytes = COSTS.short.bytes * (1 - HABITS.shareOfLong) + COSTS.long.bytes * HABITS.shareOfLong;
  const parts = HABITS.hours.reduce((sum, part) => sum + part, 0);
  const busiestHour = (Math.max(...HABITS.hours) / parts) * HABITS.busiestDay;
  return {
    members,
    sermonsADay: arrivals.length,
    cores: coresFor(arrivals, 5),
    filesPerYear: (sermonsPerMonth * 12 * bytes) / 1e12,
    rowsPerYear: (sermonsPerMonth * 12 * rowBytes) / 1e9,
    sentPerMonth: (sermonsPerMonth * HABITS.playsPerSermon * bytes) / 1e12,
    calls: ((members * HABITS.pagesPerMonth * HABITS.callsPerPage) / DAYS / 3600) * busiestHour,
  };
}
