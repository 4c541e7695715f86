import type { User } from "@supabase/supabase-js";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { Link, useNavigate } from "react-router";
import { useAuth } from "../../features/auth/auth-context.tsx";
import { AvatarChoice } from "../../features/profile/avatar-choice.tsx";
import { NameForm } from "../../features/profile/name-form.tsx";
import { profileQuery } from "../../features/profile/profile.ts";
import { Button } from "../../ui/button.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { pageTitle } from "../../shell/page-title.ts";
import { Screen } from "../../shell/screen.tsx";

export const meta = () => pageTitle("Edit Profile");

export default function EditProfile() {
  const { user } = useAuth();
  return (
    <div className="grid max-w-measure gap-4">
      <Link
        to="/profile"
        className="-ml-1 inline-flex min-h-11 items-center gap-1.5 justify-self-start text-muted-foreground hover:text-foreground"
      >
        <ArrowLeft className="size-4" aria-hidden />
        Back to Profile
      </Link>
      <Screen title="Edit Profile">{user ? <EditProfileForms user={user} /> : null}</Screen>
    </div>
  );
}

function EditProfileForms({ user }: { user: User }) {
  const navigate = useNavigate();
  const { data: profile, isPending, isFetching, refetch } = useQuery(profileQuery(user.id));
  if (isPending) return <Spinner label="Loading your profile..." />;
  if (!profile)
    return (
      <div role="alert" className="grid justify-items-start gap-4">
        <p>Your profile could not be loaded.</p>
        <Button variant="outline" disabled={isFetching} onClick={() => void refetch()}>
          Try Again
        </Button>
      </div>
    );
  return (
    <div className="grid gap-8">
      <AvatarChoice userId={user.id} address={profile.avatar_url} />
      <NameForm
        userId={user.id}
        email={user.email ?? ""}
        name={profile.full_name ?? ""}
        onSaved={() => void navigate("/profile")}
      />
    </div>
  );
}
