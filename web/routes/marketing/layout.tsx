import { useEffect } from "react";
import { Outlet } from "react-router";
import { Footer } from "../layout/footer.tsx";
import { SiteHeader } from "./site-header.tsx";

/** See root.tsx: these pages carry no framework. */
export const handle = { plainHtml: true };

export default function MarketingLayout() {
  // Runs only when the app itself came here (a `navigate()`): the document of this page has to be loaded instead.
  useEffect(() => location.reload(), []);
  return (
    <>
      <SiteHeader />
      <main id="content" tabIndex={-1} className="outline-none">
        <Outlet />
      </main>
      <Footer />
    </>
  );
}
