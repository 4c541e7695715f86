import type { Config } from "@react-router/dev/config";
import { OFFLINE_PAGE, PRERENDERED_SCREENS } from "./shared/site.ts";
import { STATIC_PAGES } from "./web/static-pages.ts";

/** No render server: marketing pages and the sign-in screens become HTML files at build time, every other address gets the SPA fallback. */
export default {
  appDirectory: "web",
  buildDirectory: "build",
  ssr: false,
  prerender: [...STATIC_PAGES, "/404", OFFLINE_PAGE, ...PRERENDERED_SCREENS],
} satisfies Config;
