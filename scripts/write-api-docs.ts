import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { referenceMarkdown } from "../server/reference/markdown.ts";

// Writes the reference of the functions; server/reference/reference.test.ts fails when it is not fresh.
await writeFile(join(import.meta.dirname, "../docs/api.md"), referenceMarkdown());
