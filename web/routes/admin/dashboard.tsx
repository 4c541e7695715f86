import { SubmissionOverview } from "../../features/admin/submissions/overview.tsx";
import { pageTitle } from "../../shell/page-title.ts";
import { SiteLink } from "../../shell/site-link.tsx";
import { Screen } from "../../shell/screen.tsx";
import { ADMIN_PAGES } from "./admin-pages.ts";

export const meta = () => pageTitle("Admin");

export default function AdminDashboard() {
  return (
    <Screen title="Admin" lead="What people have written to us, and the way to the other pages.">
      <section className="grid gap-4">
        <h2 className="text-xl">Contact submissions</h2>
        <SubmissionOverview />
      </section>
      <section className="grid gap-2">
        <h2 className="text-xl">Pages</h2>
        <ul className="divide-y">
          {ADMIN_PAGES.slice(1).map(({ to, label, purpose }) => (
            <li key={to} className="grid gap-x-6 py-2 md:grid-cols-[15rem_1fr] md:items-baseline">
              <SiteLink to={to} className="link flex min-h-11 items-center justify-self-start">
                {label}
              </SiteLink>
              <span className="text-muted-foreground max-md:pb-2">{purpose}</span>
            </li>
          ))}
        </ul>
      </section>
      <p className="max-w-measure text-muted-foreground">
        Sermons, topics and recordings can be opened by their owners, and by people to whom they give a link. No admin page shows
        them.
      </p>
    </Screen>
  );
}
