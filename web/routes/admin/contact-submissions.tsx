import { Navigate } from "react-router";
import { ContactSubmissions } from "../../features/admin/submissions/contact-submissions.tsx";
import { pageTitle } from "../../shell/page-title.ts";
import { Screen } from "../../shell/screen.tsx";
import { AdminFrame } from "./admin-frame.tsx";
import { AdminOnly } from "./admin-only.tsx";

export const meta = () => pageTitle("Contact Submissions");

const toDashboard = () => <Navigate to="/dashboard" replace />;

export default function ContactSubmissionsPage() {
  return (
    <AdminOnly denied={toDashboard}>
      <AdminFrame>
        <Screen title="Contact Submissions">
          <ContactSubmissions />
        </Screen>
      </AdminFrame>
    </AdminOnly>
  );
}
