// Breach: an area that reaches for an observer.
import { traces } from "../telemetry/traces.ts";

export const traced = traces;
