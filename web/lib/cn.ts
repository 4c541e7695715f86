import { clsx, type ClassValue } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

// `text-reading` is a size of ours (app.css); without this, tailwind-merge takes it for a colour.
const merge = extendTailwindMerge({ extend: { classGroups: { "font-size": ["text-reading"] } } });

// The first use prepares all that Tailwind has, which takes a slow phone 70 ms: in a task of its own, not within the first rendering.
setTimeout(() => merge(""));

/** Joins class names; a later Tailwind class wins over an earlier one of the same kind. */
export function cn(...inputs: ClassValue[]): string {
  return merge(clsx(inputs));
}
