/** `node scripts/show-passage.ts REFERENCE...`: prints passages as the built-in writer quotes them, with their count of spoken words. */
import { spokenWords } from "../server/adapters/writer/composer/lint.ts";
import { passage } from "../server/adapters/writer/scripture/passage.ts";

for (const reference of process.argv.slice(2)) {
  const found = passage(reference);
  if (found) console.log(`${found.reference} (${spokenWords(found.text)} words)\n${found.text}\n`);
  else {
    console.error(`${reference}: no such passage in the World English Bible`);
    process.exitCode = 1;
  }
}
