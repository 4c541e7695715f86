import { Button } from "../../ui/button.tsx";
import { pageTitle } from "../../shell/page-title.ts";
import { SiteLink } from "../../shell/site-link.tsx";
import { Screen } from "../../shell/screen.tsx";

export const meta = () => pageTitle("Partner sign-in");

export default function AffiliateLogin() {
  return (
    <Screen
      title="Partner sign-in"
      lead="There is no partner program yet, so there is no partner account to sign in to. Your own account is opened on the usual page."
    >
      <div className="flex flex-wrap gap-3">
        <Button asChild>
          <SiteLink to="/login">Sign in to your account</SiteLink>
        </Button>
        <Button asChild variant="outline">
          <SiteLink to="/contact">Write to us</SiteLink>
        </Button>
      </div>
    </Screen>
  );
}
