import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LOGIN } from "../../../shared/messages/auth.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { providers, signInWithProvider } from "./providers.ts";

/** One button for each configured OAuth provider. `to`: the path to return to. */
export function ProviderButtons({ to }: { to: string }) {
  const { data } = useQuery(providers());
  const [isRedirecting, setIsRedirecting] = useState(false);
  if (!data || data.length === 0) return null;
  async function redirect(id: string) {
    setIsRedirecting(true);
    const problem = await signInWithProvider(id, to);
    if (!problem) return;
    toast({ title: LOGIN.failed, description: problem, variant: "destructive" });
    setIsRedirecting(false);
  }
  return (
    <div className="grid gap-3 border-t pt-6">
      {data.map(({ id, name }) => (
        <Button key={id} variant="outline" disabled={isRedirecting} onClick={() => void redirect(id)}>
          Continue with {name}
        </Button>
      ))}
    </div>
  );
}
