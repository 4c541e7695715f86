export { createTurns, type Turns } from "./turns.ts";
