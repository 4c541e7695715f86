/** The product's name and public identity. Every text that names the product takes it from here. */
export const BRAND = {
  product: "Lampstand",
  tagline: "A sermon for tonight, written with you in mind.",
  supportEmail: "support@lampstand.example",
  version: "v1.0",
} as const;
