import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { EXIT_CODES, RASTER } from "./raster.ts";

/** Program that reads one picture from its input, writes it anew to its output and ends; its exit code says why it wrote none. */
const draw = Object.entries(RASTER).find(([name]) => name === process.argv[2])?.[1];
if (!draw) throw new Error("reencode.worker.ts takes the name of what is drawn");
sharp.cache(false);
sharp.concurrency(1);
// libvips can read many formats more, with decoders of uneven quality.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["Jpeg", "Png", "Webp", "Nsgif", "Heif"].map((format) => `VipsForeignLoad${format}Buffer`) });
const drawn = await draw(await buffer(process.stdin));
if (typeof drawn === "string") process.exitCode = EXIT_CODES[drawn];
else process.stdout.write(drawn);
