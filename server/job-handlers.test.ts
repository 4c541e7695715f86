import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** Every statement that queues a job, by the file in which it stands: the name, or the expression for it. */
function statements(): [file: string, name: string][] {
  return ["server", "packages", "supabase/migrations"].flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: "utf8" })
      .filter((path) => /\.(ts|sql)$/.test(path) && !path.includes("node_modules") && !path.endsWith(".test.ts"))
      .flatMap((path) => {
        const text = readFileSync(join(ROOT, room, path), "utf8");
        return [...text.matchAll(/(?<!function )\b(?:jobs\.enqueue|add_job)\(\s*([^,)]*)/g)].map(
          ([, name = ""]): [string, string] => [`${room}/${path}`, name],
        );
      }),
  );
}

// The product queues by `enqueue` alone. The dialect has jobs of its own, with payloads that it parses itself.
test("no SQL but these statements queues a job, so each of the product's goes by its definition", () => {
  expect(statements().toSorted(([a], [b]) => a.localeCompare(b))).toEqual([
    ["packages/supabase-server/auth/mailed-token.ts", "'auth-mail'"],
    ["packages/supabase-server/auth/notify-owner.ts", "'${NOTICE}'"],
    ["packages/supabase-server/migrations/0004_jobs.sql", "identifier => task"],
    ["packages/supabase-server/migrations/0015_turns_in_the_queue.sql", "identifier => task"],
    ["server/jobs/jobs.ts", "$1"],
  ]);
});
