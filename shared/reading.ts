import * as z from "zod/mini";

/** Whom a sermon is for: the person who asks, about themselves or somebody they love, or hearers to whom they will speak. */
export const AUDIENCES = ["self", "other", "congregation", "group", "children"] as const;
export type Audience = (typeof AUDIENCES)[number];

/** The theme that is written on when none of the readings of a topic is right: it takes nothing for granted. */
export const NO_READING = "in-everything";

/** Names a reading: a theme and an audience, such as "grief.self". The column `generations.reading` has the same rule. */
export const readingKey = z.string().check(z.regex(new RegExp(`^[a-z-]{1,60}\\.(${AUDIENCES.join("|")})$`)));
