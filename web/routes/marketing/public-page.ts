import type { MetaDescriptor } from "react-router";
import { BRAND } from "../../../shared/brand.ts";
import { PREVIEW_SIZE, PREVIEWS, type PreviewName } from "../../../shared/previews.ts";
import { PUBLIC_URL_PLACEHOLDER } from "../../../shared/site.ts";
import type { STATIC_PAGES } from "../../static-pages.ts";
import { pageTitle } from "../../shell/page-title.ts";

interface PublicPage {
  path: (typeof STATIC_PAGES)[number];
  name: string;
  /** One or two sentences, shown by search engines under the title. */
  description: string;
  preview: PreviewName;
  /** Structured data about the page (https://schema.org). */
  data?: Record<string, unknown>[];
}

export const ORGANIZATION = {
  "@type": "Organization",
  "@id": `${PUBLIC_URL_PLACEHOLDER}/#organization`,
  name: BRAND.product,
  url: `${PUBLIC_URL_PLACEHOLDER}/`,
  logo: `${PUBLIC_URL_PLACEHOLDER}/icon-512.png`,
  email: BRAND.supportEmail,
};

/** The `meta` of a public page: for search engines, and for link previews (Open Graph, https://ogp.me). */
export function publicPage({ path, name, description, preview, data = [] }: PublicPage): MetaDescriptor[] {
  const url = `${PUBLIC_URL_PLACEHOLDER}${path}`;
  const picture = PREVIEWS.find((candidate) => candidate.name === preview);
  const image = `${PUBLIC_URL_PLACEHOLDER}/previews/${preview}.jpg`;
  return [
    ...pageTitle(name, description),
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: BRAND.product },
    { property: "og:locale", content: "en_US" },
    { property: "og:url", content: url },
    { property: "og:description", content: description },
    { property: "og:image", content: image },
    { property: "og:image:type", content: "image/jpeg" },
    { property: "og:image:width", content: String(PREVIEW_SIZE.width) },
    { property: "og:image:height", content: String(PREVIEW_SIZE.height) },
    { property: "og:image:alt", content: picture?.alt ?? "" },
    { name: "twitter:card", content: "summary_large_image" },
    { name: "twitter:title", content: `${name} – ${BRAND.product}` },
    { name: "twitter:description", content: description },
    { name: "twitter:image", content: image },
    { name: "twitter:image:alt", content: picture?.alt ?? "" },
    ...data.map((thing) => ({ "script:ld+json": { "@context": "https://schema.org", ...thing } })),
  ];
}
