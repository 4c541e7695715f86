import { expect, test } from "vitest";
import { readSermon } from "../../shared/sermon-text.ts";
import { sermonHtml } from "./sermon-html.ts";

const MARKDOWN = `# The *Open* Door

*You may come as you are.*

## First

Come in. Sit down.

> Come to me.
>
> — Matthew 11:28

> Rest.
>
> — Psalm 4:8

- Write it down.
- Read it.

---

Scripture: Matthew 11:28.`;

test("a sermon becomes HTML whose spoken sentences are numbered from its title on", () => {
  const { title, focus, text } = sermonHtml(readSermon(MARKDOWN));
  expect(title).toBe('<span data-sentence="0">The <em>Open</em> Door</span>');
  expect(focus).toContain('<span data-sentence="1">');
  expect(text).toBe(
    [
      "<h2>First</h2>",
      '<p><span data-sentence="2">Come in.</span> <span data-sentence="3">Sit down.</span></p>',
      "<blockquote>",
      '<p><span data-sentence="4">Come to me.</span></p>',
      '<p class="reference"><span data-sentence="5">— Matthew 11:28</span></p>',
      "</blockquote>",
      "<blockquote>",
      '<p><span data-sentence="6">Rest.</span></p>',
      '<p class="reference"><span data-sentence="7">— Psalm 4:8</span></p>',
      "</blockquote>",
      "<ul>",
      '<li><span data-sentence="8">Write it down.</span></li>',
      '<li><span data-sentence="9">Read it.</span></li>',
      "</ul>",
      "<aside>",
      "<p>Scripture: Matthew 11:28.</p>",
      "</aside>",
    ].join("\n"),
  );
});

test("nothing of a text becomes markup", () => {
  const { title, text } = sermonHtml(readSermon(`# A & "B"\n\n1 < 2 and \`<img src=x onerror=alert(1)>\` & 'so'.`));
  expect(title).toContain("A &#38; &#34;B&#34;");
  expect(text).not.toMatch(/<img|onerror=/);
  expect(text).toContain("1 &#60; 2");
});
