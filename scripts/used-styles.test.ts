import { expect, test } from "vitest";
import { usedStyles } from "./used-styles.ts";

const used = (sheet: string, html: string, scripts: string[] = []) => usedStyles(sheet, html, scripts);

test("rules stay whose class stands in the page, with their states, themes and sizes; others go", async () => {
  const sheet = `.text-lg{font-size:1px}.text-xl{font-size:2px}@media (width>=48rem){.md\\:text-lg{font-size:3px}.md\\:flex{display:flex}}
.hover\\:bg-muted:hover{color:red}.aria-\\[current\\=page\\]\\:b[aria-current=page]{color:blue}.\\[\\&_p\\>b\\]\\:i p>b{font-style:normal}
.\\[\\&_svg\\]\\:size-4 svg{width:1px}:where(.dark) .dark\\:hidden{display:none}.dark{--paper:#000}`;
  const html = `<p class="text-lg md:text-lg hover:bg-muted [&amp;_svg]:size-4 dark:hidden aria-[current=page]:b [&amp;_p&gt;b]:i"><b></b><svg></svg></p><script>list.add("dark")</script>`;
  const left = await used(sheet, html);
  for (const rule of [
    ".text-lg{",
    "md\\:text-lg",
    ":hover",
    "size-4 svg",
    "color:blue",
    "p>b{",
    ".dark\\:hidden",
    ".dark{--paper:#000}",
  ])
    expect(left).toContain(rule);
  expect(left).not.toContain("text-xl");
  expect(left).not.toContain("md\\:flex");
});

test("what a page's own script adds stays, and so do fonts, variables and the states that the head's script sets", async () => {
  const sheet = `@font-face{font-family:A;src:url(a.woff2)}:root{--ink:#111}.lit{color:red}.member\\:grid:where(:root[data-member] *){display:grid}
.gone{animation:fade 1s}@keyframes fade{to{opacity:0}}[popover]:popover-open{opacity:1}
.group-open\\:rotate-180:is(:where(.group):is([open],:popover-open,:open) *){rotate:180deg}`;
  const html = `<div popover class="member:grid"></div><details class="group"><b class="group-open:rotate-180"></b></details><script>document.documentElement.dataset.member = ""</script>`;
  const left = await used(sheet, html, [`e.className="lit"`]);
  for (const rule of ["@font-face", "--ink", ".lit{", "data-member", ":popover-open", "rotate:180deg"])
    expect(left).toContain(rule);
  expect(left).not.toContain("fade");
});
