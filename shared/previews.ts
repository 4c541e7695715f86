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
