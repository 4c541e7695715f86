import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";

export interface MailedLink {
  tokenHash: string | null;
  type: string | null;
  next: string | null;
}

function readLink(hash: string): MailedLink {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  return { tokenHash: fields.get("token_hash"), type: fields.get("type"), next: fields.get("next") };
}

/** The fields of a mailed link, from the address's hash. The token is removed from the address bar and history at once. */
export function useMailedLink(): MailedLink {
  const { hash } = useLocation();
  const [link, setLink] = useState(() => readLink(hash));
  const navigate = useNavigate();
  useEffect(() => {
    function readAndClear() {
      if (!location.hash) return;
      setLink(readLink(location.hash));
      void navigate({ hash: "" }, { replace: true, preventScrollReset: true });
    }
    readAndClear();
    // A second mail's link opened in this tab changes the hash only.
    window.addEventListener("hashchange", readAndClear);
    return () => window.removeEventListener("hashchange", readAndClear);
  }, [navigate]);
  return link;
}
