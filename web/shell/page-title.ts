import { BRAND } from "../../shared/brand.ts";

/** `meta` of a page: title with the product's name, and a description for search engines. */
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
