import type { Config } from "@react-router/dev/config";
import { OFFLINE_PAGE } from "./shared/site.ts";
import { STATIC_PAGES } from "./web/static-pages.ts";

/** No render server: marketing pages become HTML files at build time, every other address gets the SPA fallback. */
export default {
  appDirectory: "web",
  buildDirectory: "build",
  ssr: false,
  prerender: [...STATIC_PAGES, "/404", OFFLINE_PAGE],
} satisfies Config;
