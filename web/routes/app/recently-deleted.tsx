import { TRASH_DAYS } from "../../../shared/constants.ts";
import { useAuth } from "../../features/auth/auth-context.tsx";
import { RecentlyDeleted } from "../../features/sermons/trash/recently-deleted.tsx";
import { pageTitle } from "../../shell/page-title.ts";
import { Screen } from "../../shell/screen.tsx";

export const meta = () => pageTitle("Recently deleted");

export default function RecentlyDeletedPage() {
  const { user } = useAuth();
  if (!user) return null;
  return (
    <Screen title="Recently deleted" lead={`What you delete is kept here for ${TRASH_DAYS} days, for you alone.`}>
      <RecentlyDeleted userId={user.id} />
    </Screen>
  );
}
