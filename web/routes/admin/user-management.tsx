import { pageTitle } from "../layout/page-title.ts";
import { Screen } from "../layout/screen.tsx";

export const meta = () => pageTitle("User Management");

export default function UserManagement() {
  return <Screen title="User Management" lead="This page is still being built. Accounts will be looked after here." />;
}
