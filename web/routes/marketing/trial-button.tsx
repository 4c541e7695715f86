import { Button } from "../../ui/button.tsx";
import { SiteLink } from "../../shell/site-link.tsx";

export function TrialButton({ label = "Start Your Free Trial" }: { label?: string }) {
  return (
    <Button asChild size="lg" className="justify-self-start">
      <SiteLink to="/sign-up">{label}</SiteLink>
    </Button>
  );
}
