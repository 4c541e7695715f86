import { createSemaphore } from "@lampstand/semaphore";
import sharp, { type OverlayOptions } from "sharp";
import { PREVIEW_SIZE } from "../../shared/previews.ts";

const GROUND = "#131a2a";
const MARGIN = 72;
const TITLE_CHARS = 110;
const MARK = `<svg xmlns="http://www.w3.org/2000/svg" width="72" height="72" viewBox="0 0 32 32" fill="none">
<path d="M16 3c2.6 3 3.6 4.8 3.6 6.8A3.6 3.6 0 0 1 16 13.4a3.6 3.6 0 0 1-3.6-3.6C12.4 7.8 13.4 6 16 3Z" fill="#e6b45c"/>
<path d="M7 16.5h18c0 3.2-3.6 5-9 5s-9-1.8-9-5ZM16 21.5V28M10.5 28.5h11" stroke="#ece4d4" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

/** Darkens the foot of the picture, so that the title can be read on it. */
const SHADE = `<svg xmlns="http://www.w3.org/2000/svg" width="${PREVIEW_SIZE.width}" height="${PREVIEW_SIZE.height}">
<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0.3" stop-color="${GROUND}" stop-opacity="0"/>
<stop offset="0.75" stop-color="${GROUND}" stop-opacity="0.85"/></linearGradient></defs>
<rect width="100%" height="100%" fill="url(#s)"/></svg>`;

const escapeMarkup = (text: string): string => text.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`);

/** The title in a serif face of the machine; null where it has no font. The one of our pages comes in a format that is not read here. */
async function drawTitle(title: string): Promise<OverlayOptions | null> {
  const short = title.length > TITLE_CHARS ? `${title.slice(0, TITLE_CHARS).trimEnd()}…` : title;
  const text = `<span foreground="#f8f3e9">${escapeMarkup(short)}</span>`;
  try {
    const width = PREVIEW_SIZE.width - 2 * MARGIN;
    const drawn = sharp({
      text: {
        text,
        font: "Newsreader, Georgia, Liberation Serif, DejaVu Serif, Noto Serif, serif 52",
        width,
        dpi: 72,
        rgba: true,
        wrap: "word",
      },
    }).png();
    const { data, info } = await drawn.toBuffer({ resolveWithObject: true });
    return { input: data, left: MARGIN, top: Math.max(MARGIN, PREVIEW_SIZE.height - MARGIN - info.height) };
  } catch {
    return null;
  }
}

async function draw(title: string, picture: Uint8Array | null): Promise<Buffer> {
  const size = { ...PREVIEW_SIZE, fit: "cover" as const };
  const ground = picture ? sharp(picture).resize(size) : sharp({ create: { ...PREVIEW_SIZE, channels: 3, background: GROUND } });
  const layers: OverlayOptions[] = [{ input: Buffer.from(SHADE) }, { input: Buffer.from(MARK), left: MARGIN, top: MARGIN }];
  const titleLayer = await drawTitle(title);
  return ground
    .composite(titleLayer ? [...layers, titleLayer] : layers)
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
}

/** Cards that are kept drawn. */
const MOST_KEPT = 100;
const AT_ONCE = 2;

/** Draws the pictures of link previews: a sermon's picture with its title. `key` names what is drawn; the same key gives the same card. */
export function previewCards(): (
  key: string,
  title: string,
  picture: () => Promise<Uint8Array | null>,
  signal: AbortSignal,
) => Promise<Buffer> {
  const kept = new Map<string, Buffer>();
  const turns = createSemaphore(AT_ONCE);
  return async (key, title, picture, signal) => {
    const known = kept.get(key);
    if (known) return known;
    return turns.run(async () => {
      const card = kept.get(key) ?? (await draw(title, await picture()));
      kept.set(key, card);
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      return card;
    }, signal);
  };
}
