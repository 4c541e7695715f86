const WEEKDAY = "monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend";
const DAY_NEAR = new RegExp(
  String.raw`(?<!\p{L})(?:tomm?orr?ow|tmrw|(?:next|this|this coming) (?:${WEEKDAY})|next (?:week|month)|in (?:\d{1,2}|two|three|four|five|six) (?:hours|days|weeks))(?!\p{L})`,
  "iu",
);

/** Whether a topic names a day that is near: "tomorrow", "next week", "in three days". Pure. */
export const isDayNear = (topic: string): boolean => DAY_NEAR.test(topic);
