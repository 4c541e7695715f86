import { pageTitle } from "../layout/page-title.ts";
import { Screen } from "../layout/screen.tsx";

export const meta = () => pageTitle("Edit Profile");

export default function EditProfile() {
  return <Screen title="Edit Profile" lead="This page is still being built. Your name and your picture will be changed here." />;
}
