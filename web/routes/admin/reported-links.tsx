import { ReportedLinks } from "../../features/admin/reports/reported-links.tsx";
import { pageTitle } from "../../shell/page-title.ts";
import { Screen } from "../../shell/screen.tsx";

export const meta = () => pageTitle("Reported Links");

export default function ReportedLinksPage() {
  return (
    <Screen
      title="Reported Links"
      lead="What visitors say of sermons that were given away. Open only a page that was reported, and close its link where it does harm."
    >
      <ReportedLinks />
    </Screen>
  );
}
