import type { ReactNode } from "react";
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches, useRouteError } from "react-router";
import { BRAND } from "../shared/brand.ts";
import stylesheet from "./app.css?url";
import newsreader from "./fonts/newsreader-english.woff2?url";
import sourceSans from "./fonts/source-sans-3-english.woff2?url";
// oxlint-disable-next-line import/default -- the plugin in vite.config.ts makes the default export
import pageScript from "./shell/page-script.ts?inline-script";
import { pageTitle } from "./shell/page-title.ts";
import { Button } from "./ui/button.tsx";
import { Spinner } from "./ui/spinner.tsx";

const font = { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "anonymous" } as const;

export const links = () => [
  // Not preloaded on phones, where they would delay the first text: system fonts of the same measures are shown until they have loaded.
  { ...font, href: sourceSans, media: "(width >= 48rem)" },
  { ...font, href: newsreader, media: "(width >= 48rem)" },
  { rel: "stylesheet", href: stylesheet },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

export const meta = () => pageTitle(BRAND.tagline);

export function Layout({ children }: { children: ReactNode }) {
  return (
    // The script below sets the theme's class before React hydrates the element.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f8f3e9" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#131a2a" />
        <script dangerouslySetInnerHTML={{ __html: pageScript }} />
        <Meta />
        <Links />
      </head>
      <body>{children}</body>
    </html>
  );
}

function ReactScripts() {
  return (
    <>
      <ScrollRestoration />
      <Scripts />
    </>
  );
}

/** A page whose route exports `handle = { plainHtml: true }` is served without React's scripts. */
const isPlainHtml = ({ handle }: { handle: unknown }) => typeof handle === "object" && handle !== null && "plainHtml" in handle;

/** In development, reloads a page without React's scripts when its source changes. */
const RELOAD_ON_CHANGE = `
  import { createHotContext } from "/@vite/client";
  createHotContext("/plain-html").on("react-router:hmr", () => location.reload());
`;

export default function App() {
  const plain = useMatches().some(isPlainHtml);
  return (
    <>
      <Outlet />
      {plain ? null : <ReactScripts />}
      {plain && import.meta.env.DEV ? <script type="module" dangerouslySetInnerHTML={{ __html: RELOAD_ON_CHANGE }} /> : null}
    </>
  );
}

/** Shown until the first route has loaded. Fades in late, so that a fast start does not flicker. */
export function HydrateFallback() {
  return (
    <>
      <div className="grid min-h-dvh animate-late place-items-center">
        <Spinner label="Loading..." local className="failed:hidden" />
        <div role="alert" className="page hidden max-w-measure justify-items-start gap-4 failed:grid">
          <h1 className="text-3xl">This page did not load completely</h1>
          <p>The network may be weak. Nothing of yours is lost.</p>
          <Button data-reload>Try Again</Button>
        </div>
      </div>
      <ReactScripts />
    </>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <main className="page grid min-h-dvh max-w-measure content-center justify-items-start gap-4">
      <h1 className="text-3xl">{missing ? "This page does not exist" : "Something went wrong"}</h1>
      <p>
        {missing
          ? "The address may be mistyped, or the page has moved."
          : "Reload the page. If that does not help, come back in a few minutes."}
      </p>
      <Button asChild>
        <a href="/">Go to the start page</a>
      </Button>
    </main>
  );
}
