import { pageTitle } from "../layout/page-title.ts";
import { Screen } from "../layout/screen.tsx";

export const meta = () => pageTitle("Admin");

export default function AdminDashboard() {
  return <Screen title="Admin" lead="This page is still being built." />;
}
