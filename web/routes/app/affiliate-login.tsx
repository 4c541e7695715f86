import { Button } from "../../ui/button.tsx";
import { pageTitle } from "../layout/page-title.ts";
import { PlaceLink } from "../layout/place-link.tsx";
import { Screen } from "../layout/screen.tsx";

export const meta = () => pageTitle("Partner sign-in");

export default function AffiliateLogin() {
  return (
    <Screen
      title="Partner sign-in"
      lead="There is no partner program yet, so there is no partner account to sign in to. Your own account is opened on the usual page."
    >
      <div className="flex flex-wrap gap-3">
        <Button asChild>
          <PlaceLink to="/login">Sign in to your account</PlaceLink>
        </Button>
        <Button asChild variant="outline">
          <PlaceLink to="/contact">Write to us</PlaceLink>
        </Button>
      </div>
    </Screen>
  );
}
