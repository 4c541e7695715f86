import { Button } from "../../ui/button.tsx";
import { pageTitle } from "../layout/page-title.ts";
import { PlaceLink } from "../layout/place-link.tsx";
import { Screen } from "../layout/screen.tsx";

export const meta = () => pageTitle("Page not found");

export default function NotFound() {
  return (
    <Screen title="This page does not exist" lead="The address may be mistyped, or the page has moved.">
      <Button asChild className="justify-self-start">
        <PlaceLink to="/">Go to the start page</PlaceLink>
      </Button>
    </Screen>
  );
}
