import { pageTitle } from "../../shell/page-title.ts";
import { Command, InPreparation } from "./in-preparation.tsx";

export const meta = () => pageTitle("User Management");

export default function UserManagement() {
  return (
    <InPreparation
      title="User Management"
      lead="Accounts will be found and looked after here. What their owners write will not be shown: only they can read it."
      workarounds={[
        [
          "roles",
          <>
            Administrators are named on the server: <Command>npm run admin -- grant name@example.org</Command> makes one,{" "}
            <Command>revoke</Command> ends it, <Command>list</Command> shows them all.
          </>,
        ],
        [
          "deletions",
          <>
            <Command>npm run admin -- deletions</Command> lists accounts whose deletion is not finished yet.
          </>,
        ],
        ["self", "Members change their password, sign out their devices and delete their account themselves, under Security."],
      ]}
    />
  );
}
