import { pageTitle } from "../layout/page-title.ts";
import { Screen } from "../layout/screen.tsx";

export const meta = () => pageTitle("Welcome Back");

export default function Login() {
  return <Screen title="Welcome Back" lead="Sign in to your account." />;
}
