import { useQuery } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import { Navigate, useLocation } from "react-router";
import { adminRole } from "../../features/admin/admin-role.ts";
import { useAuth } from "../../features/auth/auth-context.tsx";
import { toast } from "../../ui/toast.tsx";
import { Waiting } from "../layout/waiting.tsx";

interface AdminOnlyProps {
  /** Shown to people who are not administrators, and when the check fails. */
  denied: ReactNode;
  children: ReactNode;
}

/** Guard of the admin side. The database enforces the same rule on every row; this only decides what is shown. */
export function AdminOnly({ denied, children }: AdminOnlyProps) {
  const { status, user } = useAuth();
  const { pathname, search, hash } = useLocation();
  if (status === "initializing") return <Waiting label="Initializing authentication..." />;
  if (!user) {
    const login = pathname.includes("/affiliate") ? "/affiliate/login" : "/login";
    return <Navigate to={login} replace state={{ from: pathname + search + hash }} />;
  }
  return (
    <AdminCheck userId={user.id} denied={denied}>
      {children}
    </AdminCheck>
  );
}

function AdminCheck({ userId, denied, children }: AdminOnlyProps & { userId: string }) {
  const { data: isAdmin, isPending, isError } = useQuery(adminRole(userId));
  const refused = !isPending && isAdmin !== true;
  useEffect(() => {
    if (!refused) return;
    const description = isError ? "Failed to verify your access permission" : "You don't have permission to access this page";
    toast({ title: "Access Denied", description, variant: "destructive" });
  }, [refused, isError]);
  if (isPending) return <Waiting label="Loading..." />;
  return refused ? denied : children;
}
