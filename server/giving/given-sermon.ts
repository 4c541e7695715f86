import { BRAND } from "../../shared/brand.ts";
import { escapeHtml } from "../../shared/escape-html.ts";
import { PREVIEW_SIZE } from "../../shared/previews.ts";
import { readSermon, textOf } from "../../shared/sermon-text.ts";
import { pageHtml } from "./page-html.ts";
import { REPORT_LABELS, REPORT_REASONS, LINK_LIMITS } from "../../shared/sermon-link.ts";
import { sermonHtml } from "./sermon-html.ts";

/** What an open link shows. */
export interface GivenSermon {
  giverName: string | null;
  dedication: string | null;
  topic: string | null;
  content: string;
  hasRecording: boolean;
  hasPicture: boolean;
  pictureAlt: string;
}

interface Place {
  /** The page's own path, without a slash at its end. */
  path: string;
  publicUrl: string;
  stylesheet: string | null;
}

const DESCRIPTION = `A sermon to read and to hear, given to you. Made with ${BRAND.product}.`;

/** The written title of a sermon. */
export const titleOf = (content: string): string =>
  textOf(readSermon(content).find(({ kind }) => kind === "title")?.words ?? []) || "A sermon";

/** For link previews (https://ogp.me): title and picture, never the text. */
function preview({ title, path, publicUrl }: { title: string; path: string; publicUrl: string }): string {
  const image = `${publicUrl}${path}/card.jpg`;
  const properties = [
    ["og:type", "article"],
    ["og:site_name", BRAND.product],
    ["og:title", title],
    ["og:description", DESCRIPTION],
    ["og:url", `${publicUrl}${path}`],
    ["og:image", image],
    ["og:image:type", "image/jpeg"],
    ["og:image:width", String(PREVIEW_SIZE.width)],
    ["og:image:height", String(PREVIEW_SIZE.height)],
    ["og:image:alt", title],
  ];
  const twitter = [
    ["twitter:card", "summary_large_image"],
    ["twitter:title", title],
    ["twitter:description", DESCRIPTION],
    ["twitter:image", image],
  ];
  return [
    ...properties.map(([name = "", value = ""]) => `<meta property="${name}" content="${escapeHtml(value)}">`),
    ...twitter.map(([name = "", value = ""]) => `<meta name="${name}" content="${escapeHtml(value)}">`),
  ].join("\n");
}

/** The page of a given sermon: read without a script, heard by the browser's own controls; one small script highlights what is spoken. */
export function givenSermonPage(sermon: GivenSermon, { path, publicUrl, stylesheet }: Place): string {
  const blocks = readSermon(sermon.content);
  const { title, focus, text } = sermonHtml(blocks);
  const plainTitle = titleOf(sermon.content);
  const from = sermon.giverName
    ? `<bdi>${escapeHtml(sermon.giverName)}</bdi> gives you this sermon.`
    : "Somebody gives you this sermon.";
  const recording = sermon.hasRecording
    ? `<section class="player" id="recording" tabindex="-1" aria-label="Recording">
<audio controls preload="none" src="${path}/sermon.mp3" data-words="${path}/words.json" aria-label="The sermon, read aloud"></audio>
<output></output>
</section>`
    : "";
  return pageHtml({
    title: `${plainTitle} – ${BRAND.product}`,
    head: `<meta name="description" content="${escapeHtml(DESCRIPTION)}">\n${preview({ title: plainTitle, path, publicUrl })}`,
    stylesheet,
    script: sermon.hasRecording,
    body: `${sermon.hasRecording ? '<a class="skip" href="#recording">Skip to the recording</a>' : ""}
<main>
<article>
<header>
<p class="from">${from}</p>
<h1>${title || "A sermon"}</h1>
${focus ? `<p class="focus">${focus}</p>` : ""}
${sermon.dedication ? `<p class="dedication" dir="auto">${escapeHtml(sermon.dedication)}</p>` : ""}
${sermon.topic ? `<div class="topic"><p>It was written on these words:</p><blockquote dir="auto">${escapeHtml(sermon.topic)}</blockquote></div>` : ""}
</header>
${sermon.hasPicture ? `<img src="${path}/picture.webp" alt="${escapeHtml(sermon.pictureAlt)}" width="1536" height="1024" decoding="async">` : ""}
<div class="text">
${text}
</div>
</article>
${recording}
</main>
<footer>
<p>Made with <a href="/">${BRAND.product}</a></p>
<p><a href="${path}/report" rel="nofollow">Report this page</a></p>
</footer>`,
  });
}

/** Of every link that opens nothing, whatever the reason. */
export const goneHtml = (stylesheet: string | null): string =>
  pageHtml({
    title: `This link opens nothing – ${BRAND.product}`,
    head: "",
    stylesheet,
    script: false,
    body: `<main class="short">
<h1>This link opens nothing</h1>
<p>It may have come to its end, or been taken back, or its address may be incomplete. Whoever gave it to you can give you a new one.</p>
</main>
<footer><p><a href="/">${BRAND.product}</a></p></footer>`,
  });

/** What a visitor can say of a page; a form that needs no script. */
export function reportPage({ path, stylesheet }: Omit<Place, "publicUrl">, problem?: string): string {
  const reasons = REPORT_REASONS.map(
    (reason) =>
      `<label class="choice"><input type="radio" name="reason" value="${reason}" required> ${escapeHtml(REPORT_LABELS[reason])}</label>`,
  ).join("\n");
  return pageHtml({
    title: `Report a page – ${BRAND.product}`,
    head: "",
    stylesheet,
    script: false,
    body: `<main class="short">
<h1>What is wrong with this page?</h1>
<p>A person will look at it, and close it where it does harm. You need no account, and nothing is kept of who you are.</p>
${problem ? `<p role="alert" class="problem">${escapeHtml(problem)}</p>` : ""}
<form method="post" action="${path}/report">
<fieldset><legend>Your reason</legend>
${reasons}
</fieldset>
<label for="message">What should we know? <small>You can leave this empty.</small></label>
<textarea id="message" name="message" rows="4" maxlength="${LINK_LIMITS.report}"></textarea>
<button type="submit">Send the report</button>
</form>
<p><a href="${path}">Back to the sermon</a></p>
</main>`,
  });
}

export const reportedHtml = ({ path, stylesheet }: Omit<Place, "publicUrl">): string =>
  pageHtml({
    title: `Thank you – ${BRAND.product}`,
    head: "",
    stylesheet,
    script: false,
    body: `<main class="short">
<h1>Thank you</h1>
<p>Your report has arrived, and a person will look at the page.</p>
<p><a href="${path}">Back to the sermon</a></p>
</main>`,
  });
