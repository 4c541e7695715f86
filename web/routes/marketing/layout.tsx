import { useEffect } from "react";
import { Outlet } from "react-router";
import { Footer } from "../../shell/footer.tsx";
import { StaticHeader } from "../../shell/static-header.tsx";

/** See root.tsx: these pages carry no framework. */
export const handle = { plainHtml: true };

export default function MarketingLayout() {
  // Runs only when the app itself came here (a `navigate()`): the document of this page has to be loaded instead.
  useEffect(() => location.reload(), []);
  return (
    <>
      <StaticHeader />
      <main id="content" tabIndex={-1} className="outline-none">
        <Outlet />
      </main>
      <Footer />
    </>
  );
}
