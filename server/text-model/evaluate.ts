/** Number of groups for cross-validation: each is held back once. */
export const GROUPS = 5;

/** Whether the item at this place of a list belongs to a group, 0 to `GROUPS - 1`. */
export const isInGroup = (index: number, group: number): boolean => index % GROUPS === group;

/** Judges each group by what was learned without it. */
export function crossValidate<T>(judge: (group: number) => T[]): T[] {
  return Array.from({ length: GROUPS }, (_, group) => judge(group)).flat();
}

/** What a text was taken for. */
export interface Judged {
  /** The labels that are correct, the best first. */
  right: readonly string[];
  /** The label that was decided on. */
  found: string;
  /** How likely each label was, 0 to 1, likeliest first; labels that were not weighed may be missing. */
  likely: ReadonlyMap<string, number>;
}

const isRight = ({ right, found }: Judged): boolean => right.includes(found);
const percent = (part: number, whole: number): string => (whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`);
const MOST_CONFUSIONS = 12;
/** The report names for each label the threshold that finds this share of its texts. */
const AIM = 0.9;

/** The highest probability from which a share (`AIM`) of a label's texts is found, and the precision there. */
function thresholdOf(label: string, judged: readonly Judged[]): [threshold: string, precision: string] {
  const likely = (these: readonly Judged[]) => these.map((one) => one.likely.get(label) ?? 0).toSorted((a, b) => b - a);
  const about = likely(judged.filter(({ right }) => right[0] === label));
  const threshold = about[Math.ceil(AIM * about.length) - 1] ?? 0;
  if (threshold === 0) return ["–", "–"];
  const taken = judged.filter((one) => (one.likely.get(label) ?? 0) >= threshold);
  return [threshold.toFixed(2), percent(taken.filter(({ right }) => right.includes(label)).length, taken.length)];
}

/** One line: how many are right at once and among the three likeliest. */
export function summary(title: string, judged: readonly Judged[]): string {
  const right = judged.filter(isRight).length;
  const nearly = judged.filter(
    (one) => isRight(one) || [...one.likely.keys()].slice(0, 3).some((label) => one.right.includes(label)),
  );
  return (
    `${title}: ${judged.length}, right ${right} (${percent(right, judged.length)}), ` +
    `or among the three likeliest ${nearly.length} (${percent(nearly.length, judged.length)})`
  );
}

/**
 * A report, the same for every model: how many are right at once and among the three likeliest; for each label how many texts it has
 * and how many were taken for it, precision, recall, and the threshold that nine in ten of its texts reach, with the precision that it would have;
 * and which labels were most often taken for another.
 */
export function report(title: string, judged: readonly Judged[]): string {
  const labels = [...new Set(judged.flatMap(({ right, found }) => [right[0] ?? "", found]))].toSorted();
  const rows = labels.map((label) => {
    const about = judged.filter(({ right }) => right[0] === label);
    const taken = judged.filter(({ found }) => found === label);
    const precision = percent(taken.filter(isRight).length, taken.length);
    const recall = percent(about.filter(isRight).length, about.length);
    const [threshold, precisionThere] = thresholdOf(label, judged);
    return [label, `${about.length}`, `${taken.length}`, precision, recall, threshold, precisionThere];
  });
  const head = ["label", "texts", "found", "precision", "recall", "90 % from", "precision"];
  const confusions = new Map<string, number>();
  for (const one of judged.filter((one) => !isRight(one))) {
    const confusion = `${one.right[0]} taken for ${one.found}`;
    confusions.set(confusion, (confusions.get(confusion) ?? 0) + 1);
  }
  return [
    summary(title, judged),
    ...[head, ...rows].map(([label = "", ...columns]) => `  ${label.padEnd(24)}${columns.map((c) => c.padStart(11)).join("")}`),
    ...[...confusions]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, MOST_CONFUSIONS)
      .map(([confusion, count]) => `  ${String(count).padStart(4)} ${confusion}`),
  ].join("\n");
}
