import { expect, test } from "vitest";
import { findLinks } from "./message.ts";

test("links are http(s) addresses: targets first, each once, without the punctuation of the sentence", () => {
  const html = `<p><a class="b" href="https://a.example/confirm?x=1&amp;y=2#token_hash=t">Go</a> <a href='http://b.example'>b</a>
    <a href="mailto:x@y.example">mail</a> <a href="javascript:alert(1)">run</a> <abbr href="https://no.example">no</abbr></p>`;
  const text = "See https://a.example/confirm?x=1&y=2#token_hash=t (or https://c.example/path).";
  expect(findLinks(text, html)).toEqual([
    "https://a.example/confirm?x=1&y=2#token_hash=t",
    "http://b.example",
    "https://c.example/path",
  ]);
});

test("a mail without links has none", () => {
  expect(findLinks("Grace and peace.", "<p>Grace and peace.</p>")).toEqual([]);
});
