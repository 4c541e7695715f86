import * as account from "./account.ts";
import * as billing from "./billing.ts";
import * as contact from "./contact.ts";
import type { Endpoint } from "./endpoint.ts";
import { exportBook, exportSermon } from "./exports.ts";
import * as links from "./links.ts";
import { openPodcastFeed } from "./podcast.ts";
import * as sermons from "./sermons.ts";

/** Every endpoint by the name of its definition. The browser imports the ones it calls from their own files, which is smaller. */
export const ENDPOINTS = {
  ...account,
  ...billing,
  ...contact,
  exportBook,
  exportSermon,
  ...links,
  openPodcastFeed,
  ...sermons,
} satisfies Record<string, Endpoint>;
