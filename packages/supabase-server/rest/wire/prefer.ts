import { badPreferences } from "../errors.ts";

/** The `Prefer` header (RFC 7240; docs/dialect.md#preferences); null for what it does not contain. */
export interface Preferences {
  return: "minimal" | "headers-only" | "representation" | null;
  count: "exact" | "planned" | "estimated" | null;
  resolution: "merge-duplicates" | "ignore-duplicates" | null;
  missing: "default" | "null" | null;
  handling: "strict" | "lenient" | null;
  /** `rollback` is a dry run of a write. */
  tx: "commit" | "rollback" | null;
  /** Only with `handling=strict`; otherwise null. */
  maxAffected: number | null;
}

const CHOICES = {
  resolution: ["merge-duplicates", "ignore-duplicates"],
  missing: ["default", "null"],
  return: ["minimal", "headers-only", "representation"],
  count: ["exact", "planned", "estimated"],
  handling: ["strict", "lenient"],
  tx: ["commit", "rollback"],
} as const;

function choose<T extends string>(given: readonly string[], name: string, values: readonly T[]): T | null {
  for (const preference of given) for (const value of values) if (preference === `${name}=${value}`) return value;
  return null;
}

function isKnown(preference: string): boolean {
  if (/^max-affected=\d+$/.test(preference)) return true;
  return Object.entries(CHOICES).some(([name, values]) => values.some((value) => preference === `${name}=${value}`));
}

/** Parses `Prefer`; of contradicting preferences the first wins. Throws PGRST122 for an unknown one with `handling=strict`. */
export function parsePrefer(header: string | undefined): Preferences {
  const given = (header ?? "")
    .split(",")
    .map((preference) => preference.trim())
    .filter((preference) => preference !== "");
  const handling = choose(given, "handling", CHOICES.handling);
  const invalid = given.filter((preference) => !isKnown(preference));
  if (handling === "strict" && invalid.length > 0) throw badPreferences(invalid);
  const affected = given.map((preference) => /^max-affected=(\d+)$/.exec(preference)?.[1]).find((count) => count !== undefined);
  return {
    return: choose(given, "return", CHOICES.return),
    count: choose(given, "count", CHOICES.count),
    resolution: choose(given, "resolution", CHOICES.resolution),
    missing: choose(given, "missing", CHOICES.missing),
    handling,
    tx: choose(given, "tx", CHOICES.tx),
    maxAffected: handling === "strict" && affected !== undefined ? Number(affected) : null,
  };
}

/** The `Preference-Applied` header for those of `names` that were requested, or null. */
export function preferenceApplied(
  preferences: Preferences,
  names: readonly (keyof typeof CHOICES | "max-affected")[],
): string | null {
  const applied = names.flatMap((name) => {
    const value = name === "max-affected" ? preferences.maxAffected : preferences[name];
    return value === null ? [] : [`${name}=${value}`];
  });
  return applied.length > 0 ? applied.join(", ") : null;
}
