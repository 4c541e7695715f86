import type { Paper } from "../../shared/endpoints/exports.ts";

/** A JPEG with its size in pixels, and what it shows. */
export interface DocumentPicture {
  jpeg: Uint8Array;
  width: number;
  height: number;
  alt: string;
}

export interface DocumentLayout {
  paper: Paper;
  largePrint: boolean;
  picture: DocumentPicture | null;
}
