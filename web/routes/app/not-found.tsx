import { Button } from "../../ui/button.tsx";
import { pageTitle } from "../../shell/page-title.ts";
import { SiteLink } from "../../shell/site-link.tsx";
import { Screen } from "../../shell/screen.tsx";

export const meta = () => pageTitle("Page not found");

export default function NotFound() {
  return (
    <Screen title="This page does not exist" lead="The address may be mistyped, or the page has moved.">
      <Button asChild className="justify-self-start">
        <SiteLink to="/">Go to the start page</SiteLink>
      </Button>
    </Screen>
  );
}
