import { Navigate } from "react-router";
import { pageTitle } from "../layout/page-title.ts";
import { Screen } from "../layout/screen.tsx";
import { AdminOnly } from "./admin-only.tsx";

export const meta = () => pageTitle("Contact Submissions");

export default function ContactSubmissions() {
  return (
    <AdminOnly denied={<Navigate to="/dashboard" replace />}>
      <Screen
        title="Contact Submissions"
        lead="This page is still being built. Messages from the contact page will be read and answered here."
      />
    </AdminOnly>
  );
}
