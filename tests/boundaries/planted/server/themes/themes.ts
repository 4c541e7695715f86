import "../safety/safety.ts";
