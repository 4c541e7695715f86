/** The product's name and public identity: no other file spells them out. */
export const BRAND = {
  product: "Lampstand",
  tagline: "A sermon for tonight, written with you in mind.",
  supportEmail: "support@lampstand.example",
  version: "v1.0",
} as const;
