import type { Manifest } from "vite";
import { expect, test } from "vitest";
import { filesOfPage, scriptsOfApp } from "./build-worker.ts";

const chunk = (file: string, more: Partial<Manifest[string]> = {}): Manifest[string] => ({ file: `assets/${file}`, ...more });

test("the worker keeps what the app's screens load, at once or later, and nothing of the public and administrators' pages alone", () => {
  const manifest: Manifest = {
    "web/entry.client.tsx": chunk("entry.js", { isEntry: true, imports: ["_react"] }),
    "web/routes/app/sermon.tsx": chunk("sermon.js", { isEntry: true, imports: ["_react"], dynamicImports: ["web/sheet.tsx"] }),
    "web/routes/marketing/home.tsx": chunk("home.js", { isEntry: true, imports: ["_react", "_lamp"] }),
    "web/routes/admin/dashboard.tsx": chunk("admin.js", { isEntry: true }),
    "web/sheet.tsx": chunk("sheet.js", { isDynamicEntry: true, imports: ["_text", "_react"] }),
    "web/app.css": chunk("app.css", { isEntry: true }),
    _react: chunk("react.js"),
    _text: chunk("text.js", { imports: ["web/sheet.tsx"] }),
    _lamp: chunk("lamp.js"),
  };
  expect(scriptsOfApp(manifest).toSorted()).toEqual(
    ["entry", "react", "sermon", "sheet", "text"].map((name) => `assets/${name}.js`),
  );
});

test("the files that a page names are found in its links and scripts", () => {
  const html = `<link rel="stylesheet" href="/assets/app-B_1.css"><link rel="icon" href="/favicon.svg">
    <script type="module">import "/assets/manifest-1a.js"; import * as a from '/assets/root-2.js'</script>`;
  expect(filesOfPage(html)).toEqual(["assets/app-B_1.css", "assets/manifest-1a.js", "assets/root-2.js"]);
});
