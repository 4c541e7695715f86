import { useEffect } from "react";
import { useLocation } from "react-router";

function OfThisPage({ prefix }: { prefix: string }) {
  useEffect(() => {
    if (!prefix) return;
    document.title = prefix + document.title;
    return () => {
      if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length);
    };
  }, [prefix]);
  return null;
}

/** Words before the document's title on whichever page is shown. The router sets the title of each page, so they are put there anew. */
export function TitlePrefix({ prefix }: { prefix: string }) {
  const { key } = useLocation();
  return <OfThisPage key={key} prefix={prefix} />;
}
