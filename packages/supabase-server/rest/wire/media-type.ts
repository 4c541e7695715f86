import { mediaTypeNotAvailable } from "../errors.ts";

/** The form of an answer's body. */
export interface Representation {
  /** One object instead of an array; anything but one row is an error. */
  single: boolean;
  stripNulls: boolean;
  contentType: string;
}

// A Map, not an object, which would also have inherited keys such as `constructor`.
const FORMS: ReadonlyMap<string, Representation> = new Map(
  Object.entries<Representation>({
    "application/json": { single: false, stripNulls: false, contentType: "application/json" },
    "application/vnd.pgrst.array": { single: false, stripNulls: false, contentType: "application/json" },
    "application/vnd.pgrst.array+json": { single: false, stripNulls: false, contentType: "application/json" },
    "application/vnd.pgrst.array;nulls=stripped": {
      single: false,
      stripNulls: true,
      contentType: "application/vnd.pgrst.array+json;nulls=stripped",
    },
    "application/vnd.pgrst.array+json;nulls=stripped": {
      single: false,
      stripNulls: true,
      contentType: "application/vnd.pgrst.array+json;nulls=stripped",
    },
    "application/vnd.pgrst.object": { single: true, stripNulls: false, contentType: "application/vnd.pgrst.object+json" },
    "application/vnd.pgrst.object+json": { single: true, stripNulls: false, contentType: "application/vnd.pgrst.object+json" },
    "application/vnd.pgrst.object;nulls=stripped": {
      single: true,
      stripNulls: true,
      contentType: "application/vnd.pgrst.object+json;nulls=stripped",
    },
    "application/vnd.pgrst.object+json;nulls=stripped": {
      single: true,
      stripNulls: true,
      contentType: "application/vnd.pgrst.object+json;nulls=stripped",
    },
  }),
);

/** Chooses the body's form by `Accept` (RFC 9110 section 12.5.1, by quality, then by order). Throws PGRST107. */
export function negotiate(accept: string | undefined): Representation {
  const offers = (accept?.trim() || "*/*")
    .split(",")
    .map((offer) => {
      const [type = "", ...parameters] = offer.split(";").map((part) => part.trim().toLowerCase());
      const quality = Number(parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? 1);
      return {
        name: parameters.includes("nulls=stripped") ? `${type};nulls=stripped` : type,
        quality: Number.isNaN(quality) ? 0 : quality,
      };
    })
    .filter((offer) => offer.quality > 0)
    .toSorted((one, other) => other.quality - one.quality);
  for (const { name } of offers) {
    const form = FORMS.get(name === "*/*" || name === "application/*" ? "application/json" : name);
    if (form) return form;
  }
  throw mediaTypeNotAvailable(accept ?? "");
}
