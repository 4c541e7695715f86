/** Of each second of a recording (MP3 at 48 kbit/s), and of a picture with the rest. */
const BYTES_PER_SECOND = 6000;
const BYTES_OF_PICTURE = 150_000;

/** What a sermon takes, by the length of its recording. */
export const expectedBytes = (seconds: number): number => seconds * BYTES_PER_SECOND + BYTES_OF_PICTURE;

/** "1.9 MB"; whole ones from ten on, and gigabytes. */
export function sizeText(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  if (megabytes >= 1000) return `${Math.round(megabytes / 1000)} GB`;
  return megabytes >= 10 ? `${Math.round(megabytes)} MB` : `${Math.max(megabytes, 0.1).toFixed(1)} MB`;
}
