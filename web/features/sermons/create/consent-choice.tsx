import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast.tsx";
import { ConsentDialog } from "./consent-dialog.tsx";
import { consentQuery, withdraw } from "./consent.ts";
import { DataRecipients } from "./data-recipients.tsx";

/** Shows which services receive the user's words, and gives or withdraws consent. Renders nothing if there are none. */
export function ConsentChoice({ userId }: { userId: string }) {
  const client = useQueryClient();
  const { data: consent } = useQuery(consentQuery(userId));
  const [asking, setAsking] = useState(false);
  const withdrawing = useMutation({
    mutationFn: () => withdraw(userId),
    onSuccess: () => client.invalidateQueries(consentQuery(userId)),
    onError: () => toast({ title: "That could not be saved. Please try again.", variant: "destructive" }),
  });
  if (!consent) return null;
  return (
    <div className="grid justify-items-start gap-4">
      <h3 className="text-lg">Services that write for us</h3>
      <DataRecipients disclosure={consent.disclosure} />
      <p>{consent.agreed ? "You have agreed to this." : "You have not agreed to this, so no sermons are written for you."}</p>
      {consent.agreed ? (
        <Button variant="outline" disabled={withdrawing.isPending} onClick={() => withdrawing.mutate()}>
          Take my consent back
        </Button>
      ) : (
        <Button variant="outline" onClick={() => setAsking(true)}>
          Agree
        </Button>
      )}
      {asking ? (
        <ConsentDialog
          userId={userId}
          disclosure={consent.disclosure}
          onAgreed={() => setAsking(false)}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
}
