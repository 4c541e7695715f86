/** Setup of the component tests: which texts of the spec they show, in the document and as toasts, which few of them draw. */
import { relative } from "node:path";
import { afterAll, expect } from "vitest";
import { toastStore } from "../../web/ui/toast-store.ts";
import { Seen } from "./reports.ts";
import { watchTexts } from "./shown-texts.ts";
import { WANTED, wantedIn, wantedTexts } from "./wanted.ts";

const seen = new Seen();
const file = relative(process.cwd(), expect.getState().testPath ?? "");

watchTexts(
  WANTED,
  ({ texts }) => {
    for (const text of wantedTexts(texts)) seen.add("texts", text, file);
  },
  true,
);
toastStore.subscribe(() => {
  for (const { title, description } of toastStore.current())
    for (const part of [title, description])
      if (typeof part === "string") for (const text of wantedIn(part)) seen.add("texts", text, file);
});
afterAll(() => seen.write(file.replaceAll(/[^\w]+/g, "-")));
