import { pageTitle } from "../layout/page-title.ts";
import { Screen } from "../layout/screen.tsx";

export const meta = () => pageTitle("Profile");

export default function Profile() {
  return (
    <Screen title="Profile" lead="This page is still being built. Your name, your plan and where to get help will be here." />
  );
}
