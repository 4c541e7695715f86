import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { busiestDay, coresFor, needs, percentile, waits, type Needs } from "./scale-model.ts";

// `npm run scale`: prints what each number of members needs, and draws docs/scale.svg, which docs/scale.md shows.

const TIERS = [100, 1000, 10_000, 100_000, 1_000_000];
/** One sermon with all its rows and indexes (docs/scale.md, "What a sermon costs"). */
const ROW_BYTES = 40_000;
/** The members whose day the right half of the picture shows. */
const DAY_OF = 100_000;

const number = (value: number): string => value.toLocaleString("en-US", { maximumSignificantDigits: 2 });
const exact = (value: number): string => value.toLocaleString("en-US");

const COLUMNS: [title: string, value: (tier: Needs) => string][] = [
  ["members", ({ members }) => exact(members)],
  ["sermons on the busiest day", ({ sermonsADay }) => exact(sermonsADay)],
  ["cores for sermons", ({ cores }) => exact(cores)],
  ["calls a second", ({ calls }) => number(calls)],
  ["files a year", ({ filesPerYear }) => `${number(filesPerYear)} TB`],
  ["rows a year", ({ rowsPerYear }) => `${number(rowsPerYear)} GB`],
  ["sent a month", ({ sentPerMonth }) => `${number(sentPerMonth)} TB`],
];

const tiers = TIERS.map((members) => needs(members, ROW_BYTES));
const lines = [COLUMNS.map(([title]) => title), ...tiers.map((tier) => COLUMNS.map(([, value]) => value(tier)))];
const widths = COLUMNS.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)));
for (const line of lines) console.log(line.map((cell, i) => cell.padStart(widths[i] ?? 0)).join("  "));

const WIDTH = 360;
const HEIGHT = 220;
const INK = "#3d3a36";
const COLOURS = ["#b4432f", "#a8801f", "#2f6f62"];

const text = (x: number, y: number, words: string, anchor = "middle", colour = INK): string =>
  `<text x="${x.toFixed(0)}" y="${y.toFixed(0)}" text-anchor="${anchor}" fill="${colour}">${words}</text>`;
const line = (points: readonly (readonly [number, number])[], colour: string): string =>
  `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ")}"/>`;
const frame = `<path d="M0 0V${HEIGHT}H${WIDTH}" fill="none" stroke="${INK}"/>`;

/** Cores against members, each step of an axis ten times the one before. */
function coresChart(): string {
  const x = (members: number): number => ((Math.log10(members) - 2) / 4) * WIDTH;
  const y = (cores: number): number => HEIGHT - (Math.log10(cores) / 2.2) * HEIGHT;
  return [
    frame,
    text(WIDTH / 2, -14, "Cores with which 99 of 100 wait at most 5 s"),
    line(
      tiers.map((tier) => [x(tier.members), y(tier.cores)]),
      COLOURS[2] ?? INK,
    ),
    ...tiers.map((tier) => text(x(tier.members), y(tier.cores) - 8, exact(tier.cores))),
    ...tiers.map((tier) => text(x(tier.members), HEIGHT + 18, exact(tier.members))),
    text(WIDTH / 2, HEIGHT + 36, "members"),
  ].join("");
}

/** How long 99 of 100 wait in each hour, with the cores that are enough, and with fewer. */
function dayChart(): string {
  const day = busiestDay(DAY_OF, "scale");
  const enough = coresFor(day, 5);
  const x = (hour: number): number => ((hour + 0.5) / 24) * WIDTH;
  // From a tenth of a second to about three hours; who does not wait is drawn at the bottom.
  const y = (seconds: number): number => HEIGHT - (Math.log10(Math.max(seconds, 0.1) * 10) / 5) * HEIGHT;
  const curves = [enough - 3, enough - 1, enough].map((cores, i) => {
    const waited = waits(day, cores);
    const hours = Array.from({ length: 24 }, (_, hour) =>
      percentile(
        waited.filter((_wait, n) => Math.floor((day[n]?.at ?? 0) / 3600) === hour),
        0.99,
      ),
    );
    const colour = COLOURS[i] ?? INK;
    return (
      line(
        hours.map((seconds, hour) => [x(hour), y(seconds)]),
        colour,
      ) + text(8, 16 + i * 16, `${cores} cores`, "start", colour)
    );
  });
  return [
    frame,
    text(WIDTH / 2, -14, `99 of 100 wait at most, by hour, ${exact(DAY_OF)} members`),
    ...curves,
    ...[0, 6, 12, 18].map((hour) => text(x(hour), HEIGHT + 18, `${hour}:00`)),
    ...(
      [
        ["1 s", 1],
        ["1 min", 60],
        ["1 h", 3600],
      ] as const
    ).map(([words, seconds]) => text(-6, y(seconds) + 4, words, "end")),
  ].join("");
}

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 320" font-family="sans-serif" font-size="12">
<rect width="900" height="320" fill="#fffdf8"/>
<g transform="translate(40 50)">${coresChart()}</g>
<g transform="translate(500 50)">${dayChart()}</g>
</svg>
`;
await writeFile(join(import.meta.dirname, "..", "docs", "scale.svg"), svg);
