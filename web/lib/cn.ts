import { clsx, type ClassValue } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

// `text-reading` is a size of ours (app.css); without this, tailwind-merge takes it for a colour.
const merge = extendTailwindMerge({ extend: { classGroups: { "font-size": ["text-reading"] } } });

/** Joins class names; a later Tailwind class wins over an earlier one of the same kind. */
export function cn(...inputs: ClassValue[]): string {
  return merge(clsx(inputs));
}
