import { pageTitle } from "../../shell/page-title.ts";
import { SiteLink } from "../../shell/site-link.tsx";
import { Button } from "../../ui/button.tsx";
import { Article } from "./article.tsx";

export const meta = () => [...pageTitle("Page not found"), { name: "robots", content: "noindex" }];

/** Sent by the server with status 404 for addresses that are neither a page nor a file. */
export default function NotFound() {
  return (
    <Article
      title="This page does not exist"
      lead="The address may be mistyped, or the page has moved. Nothing of yours is lost."
      picture="stars"
    >
      <div className="flex flex-wrap gap-3">
        <Button asChild size="lg">
          <SiteLink to="/">Go to the start page</SiteLink>
        </Button>
        <Button asChild size="lg" variant="outline">
          <SiteLink to="/contact">Tell us what is missing</SiteLink>
        </Button>
      </div>
    </Article>
  );
}
