import { useQuery } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import { useLocation } from "react-router";
import { ADMIN } from "../../../shared/messages/contact.ts";
import { adminRole } from "../../features/admin/admin-role.ts";
import { toast } from "../../ui/toast.tsx";
import { SessionGate } from "../app/session-gate.tsx";
import { PageLoading } from "../../shell/page-loading.tsx";

interface AdminOnlyProps {
  /** Rendered for people who are not administrators, and when the check fails. `secondFactorMissing`: only the second factor is missing. */
  denied: (secondFactorMissing: boolean) => ReactNode;
  children: ReactNode;
}

/** Guard of the admin pages. The database enforces the same rule on every row; this only decides what is shown. */
export function AdminOnly({ denied, children }: AdminOnlyProps) {
  const { pathname } = useLocation();
  return (
    <SessionGate login={pathname.includes("/affiliate") ? "/affiliate/login" : "/login"}>
      {({ id }) => (
        <AdminCheck userId={id} denied={denied}>
          {children}
        </AdminCheck>
      )}
    </SessionGate>
  );
}

function AdminCheck({ userId, denied, children }: AdminOnlyProps & { userId: string }) {
  const { data: adminStatus, isPending, isError } = useQuery(adminRole(userId));
  const refused = !isPending && adminStatus !== "admin";
  const secondFactorMissing = adminStatus === "second-factor-missing";
  useEffect(() => {
    if (!refused) return;
    const description = isError ? ADMIN.checkFailed : secondFactorMissing ? ADMIN.secondFactorMissing : ADMIN.denied;
    toast({ title: ADMIN.deniedTitle, description, variant: "destructive" });
  }, [refused, isError, secondFactorMissing]);
  if (isPending) return <PageLoading label="Loading..." />;
  return refused ? denied(secondFactorMissing) : children;
}
