import { useAuth } from "../../features/auth/auth-context.tsx";
import { SignInRequired } from "../../features/sermons/library/library-error.tsx";
import { MySermons } from "../../features/sermons/library/my-sermons.tsx";
import { pageTitle } from "../../shell/page-title.ts";
import { Screen } from "../../shell/screen.tsx";

export const meta = () => pageTitle("My Sermons");

export default function MySermonsPage() {
  const { user } = useAuth();
  return <Screen title="My Sermons">{user ? <MySermons userId={user.id} /> : <SignInRequired />}</Screen>;
}
