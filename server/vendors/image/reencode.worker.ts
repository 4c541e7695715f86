import sharp from "sharp";
import { RASTER, type Refusal } from "./raster.ts";

export interface DrawRequest {
  name: keyof typeof RASTER;
  body: Uint8Array;
}
export type Drawn = Uint8Array | Refusal;

// Program that draws the pictures that it is sent, one at a time, and answers each with the new one or why there is none.
sharp.cache(false);
sharp.concurrency(1);
// libvips can read many formats more, with decoders of uneven quality.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["Jpeg", "Png", "Webp", "Nsgif", "Heif"].map((format) => `VipsForeignLoad${format}Buffer`) });

process.on("message", ({ name, body }: DrawRequest) => {
  void RASTER[name](Buffer.from(body)).then((drawn: Drawn) => process.send?.(drawn));
});
