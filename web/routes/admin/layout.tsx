import { Navigate, Outlet, useLocation } from "react-router";
import { ADMIN } from "../../../shared/messages/contact.ts";
import { Button } from "../../ui/button.tsx";
import { SiteLink } from "../../shell/site-link.tsx";
import { Screen } from "../../shell/screen.tsx";
import { AdminFrame } from "./admin-frame.tsx";
import { AdminOnly } from "./admin-only.tsx";

export default function AdminLayout() {
  return (
    <AdminOnly denied={denied}>
      <AdminFrame>
        <Outlet />
      </AdminFrame>
    </AdminOnly>
  );
}

const denied = (secondFactorMissing: boolean) => <AccessDenied secondFactorMissing={secondFactorMissing} />;

/** Marks the refusal in the history entry's state (docs/product.md#guards). */
function AccessDenied({ secondFactorMissing }: { secondFactorMissing: boolean }) {
  const { pathname, state } = useLocation();
  const isMarked = typeof state === "object" && state !== null && "accessDenied" in state;
  if (!isMarked) return <Navigate to={pathname} replace state={{ accessDenied: true }} />;
  return (
    <Screen title="Access Denied" lead={ADMIN.panel}>
      {secondFactorMissing ? (
        <>
          <p className="max-w-measure">{ADMIN.secondFactorMissing}</p>
          <Button asChild className="justify-self-start">
            <SiteLink to="/security">Open Security</SiteLink>
          </Button>
        </>
      ) : (
        <Button asChild className="justify-self-start">
          <SiteLink to="/dashboard">Go to the dashboard</SiteLink>
        </Button>
      )}
    </Screen>
  );
}
