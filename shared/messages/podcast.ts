/** Texts of the private podcast feed (docs/product.md#podcast-feed). */
export const PODCAST = {
  title: "Listen in a podcast app",
  lead: "Your sermons can come to the app where you hear podcasts, each new one by itself. The feed is private, and off until you open it.",
  holds:
    "It holds the title, text, recording and picture of each sermon, not the words that you asked with. Whoever has the address can hear them, so give it to your podcast app alone.",
  open: "Open my podcast feed",
  opening: "Opening your feed...",
  isOpen: (day: string) => `Your feed has been open since ${day}.`,
  addressLabel: "Address of your feed",
  shownOnce: "It is shown here this once. If you lose it, get a new address.",
  copy: "Copy",
  copied: "Address copied",
  copyFailed: "The address could not be copied. Select it and copy it by hand.",
  howToAdd: "How to add it",
  replace: "Get a new address",
  replaceTitle: "Get a new address?",
  replaceDetails: "The address that your podcast app has stops working at once. Add the new one there.",
  close: "Close the feed",
  closeTitle: "Close your podcast feed?",
  closeDetails:
    "The address stops working at once. Recordings that an app has already downloaded stay in that app. Your sermons stay here.",
  closed: "Your podcast feed is closed",
  failed: "Your podcast feed could not be changed. Please try again.",
  loadFailed: "Whether your podcast feed is open could not be loaded.",
} as const;

/** Where each app takes an address. */
export const PODCAST_APPS = [
  ["Apple Podcasts", "Library, the menu with three dots, Follow a Show by URL."],
  ["Pocket Casts", "Paste the address into the search."],
  ["AntennaPod", "Add podcast, then Add podcast by RSS address."],
  ["Overcast", "The plus sign, then Add URL."],
] as const;
