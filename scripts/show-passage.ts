/** `node scripts/show-passage.ts REFERENCE...`: prints passages as the built-in writer quotes them, with their count of spoken words. */
import { spoken } from "../server/vendors/writer/composer/text-sources.ts";
import { passage } from "../server/scripture/passage.ts";

for (const reference of process.argv.slice(2)) {
  const found = passage(reference);
  if (found) console.log(`${found.reference} (${spoken(found.text)} words)\n${found.text}\n`);
  else {
    console.error(`${reference}: no such passage in the World English Bible`);
    process.exitCode = 1;
  }
}
