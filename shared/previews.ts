/** Pixels of link previews that messengers and social networks show uncropped (https://ogp.me). */
export const PREVIEW_SIZE = { width: 1200, height: 630 } as const;

/** Pixels of the same pictures without the logo, for our own pages. */
export const ILLUSTRATION_SIZE = { width: 960, height: 600 } as const;

/** The pictures that go with links to public pages, drawn at build time as `/previews/<name>.jpg`, and for the pages as `.webp`. */
export const PREVIEWS = [
  { name: "lamp", scene: "lamp-window", mood: "hope", alt: "A house at dusk with one lit window" },
  { name: "hills", scene: "dawn-hills", mood: "hope", alt: "Green hills at dawn" },
  { name: "path", scene: "path", mood: "peace", alt: "A path through fields towards the morning" },
  { name: "olive", scene: "olive-branch", mood: "gratitude", alt: "Olive branches over hills in the morning" },
  { name: "stars", scene: "desert-stars", mood: "longing", alt: "A small fire in the desert under the first stars" },
] as const;

export type PreviewName = (typeof PREVIEWS)[number]["name"];

/** Pixels of the pictures of feature cards, twice what the widest card shows. */
export const CARD_SIZE = { width: 640, height: 320 } as const;

/** The pictures of feature cards, drawn at build time as `/previews/card-<name>.webp`. */
export const CARD_PICTURES = [
  { name: "lamp", scene: "lamp-window", mood: "peace", alt: "A lit window in the evening" },
  { name: "river", scene: "river", mood: "peace", alt: "A quiet river" },
  { name: "mountain", scene: "mountain", mood: "hope", alt: "A mountain in the first light" },
  { name: "hills", scene: "dawn-hills", mood: "gratitude", alt: "Hills at sunrise" },
  { name: "sea", scene: "sea", mood: "longing", alt: "The sea at dusk" },
  { name: "city", scene: "city-night", mood: "grief", alt: "A town at night" },
  { name: "vine", scene: "vine", mood: "gratitude", alt: "A vine with grapes before a low sun" },
  { name: "table", scene: "table", mood: "peace", alt: "A candle, bread and a cup on a table" },
  { name: "well", scene: "well", mood: "hope", alt: "A lamp on a well under a tree" },
  { name: "stars", scene: "desert-stars", mood: "longing", alt: "A fire in the desert at dusk" },
  { name: "wheat", scene: "wheat", mood: "gratitude", alt: "A field of wheat" },
] as const;

export type CardPictureName = (typeof CARD_PICTURES)[number]["name"];
