import "node:fs";
import "../server/site.ts";
