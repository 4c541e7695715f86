import { BRAND } from "../../shared/brand.ts";

/** The `meta` of a page: its name and the product's in the title, and a description for search engines. */
export function pageTitle(name: string, description?: string) {
  const title = `${name} – ${BRAND.product}`;
  return [
    { title },
    ...(description
      ? [
          { name: "description", content: description },
          { property: "og:title", content: title },
        ]
      : []),
  ];
}
