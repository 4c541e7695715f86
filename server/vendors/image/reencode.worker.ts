import sharp from "sharp";
import { RASTER, type Refusal } from "./raster.ts";

export interface ReencodeRequest {
  name: keyof typeof RASTER;
  body: Uint8Array;
}
export type Reencoded = Uint8Array | Refusal;

// Child process that re-encodes pictures, one at a time, and answers each with the new picture or the reason why there is none.
sharp.cache(false);
sharp.concurrency(1);
// Blocks the other formats of libvips, whose decoders are of uneven quality.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["Jpeg", "Png", "Webp", "Nsgif", "Heif"].map((format) => `VipsForeignLoad${format}Buffer`) });

process.on("message", ({ name, body }: ReencodeRequest) => {
  void RASTER[name](Buffer.from(body)).then((result: Reencoded) => process.send?.(result));
});
