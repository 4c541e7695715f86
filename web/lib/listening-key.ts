/** Storage key: how this device plays and shows sermons. It says nothing of who used it, so signing in and out leaves it. */
export const LISTENING_KEY = "listening";
