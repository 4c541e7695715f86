import { useEffect } from "react";
import { Outlet } from "react-router";
import { Footer } from "../../shell/footer.tsx";
import { StaticHeader } from "../../shell/static-header.tsx";

/** Served without React's scripts (see root.tsx). */
export const handle = { plainHtml: true };

export default function MarketingLayout() {
  // Runs only after a `navigate()` in the app: loads this page's document instead.
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
