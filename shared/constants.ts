/** Business constants and limits (docs/product.md#business-constants). */

export const PRICE_CENTS_PER_MONTH = 1499;
export const PRICE_LABEL = "$14.99/month";
/** Minutes of audio in each paid month. */
export const BASE_MINUTES = 60;
export const PRICE_CENTS_PER_MINUTE = 100;
/** How many minutes one purchase may have. */
export const PURCHASE_MINUTES = { min: 1, max: 600, default: 10 } as const;

export const TRIAL_DAYS = 3;
export const TRIAL_SERMONS = 3;

export const DURATIONS = [5, 10] as const;
/** Length of a sermon in minutes. */
export type Duration = (typeof DURATIONS)[number];
export const DEFAULT_DURATION: Duration = 5;

/** Spoken words per minute that every voice is tuned to, and the word counts that follow from it. */
export const WORDS_PER_MINUTE = 130;
export const WORD_RANGE: Record<Duration, readonly [min: number, max: number]> = {
  5: [640, 680],
  10: [1280, 1360],
};

export const TOPIC_MAX_CHARS = 2000;
export const VOICE_TEXT_MAX_CHARS = 15_000;
export const PASSWORD_MIN_CHARS = 8;
/** Required at sign-up; the profile page accepts any name. */
export const NAME_MIN_CHARS = 2;
export const NAME_MAX_CHARS = 200;
/** The same limit as the `avatars` bucket's (tests/integration/stored-limits.test.ts). */
export const AVATAR_MAX_BYTES = 5 * 1024 * 1024;

/** Cost bounds (docs/product.md#generation-limits). */
export const VENDOR_STARTS_PER_USER_PER_DAY = 10;
/** Attempts at a text on one day of the trial; a finished text ends them. */
export const TEXTS_PER_TRIAL_DAY = 3;
/** Recordings of one sermon; those that failed don't count. */
export const VOICINGS_PER_SERMON = 2;
/** How often a sermon's recording can be asked for again in 24 hours, and its picture. */
export const RETRIES_PER_DAY = 3;

/** How long after a sermon was made it can be written anew for nothing because it missed. */
export const REWRITE_DAYS = 7;

/** How long a deleted sermon can be taken back (docs/product.md#deleting-a-sermon). */
export const TRASH_DAYS = 30;

/** The largest file that storage takes. */
export const FILE_MAX_BYTES = 50 * 1024 * 1024;
/** What one person may upload, which are avatars: sermons' recordings and pictures do not count. */
export const PERSONAL_FILES = { files: 50, bytes: 50 * 1024 * 1024 };

export const SIGNED_URL_SECONDS = 3600;
