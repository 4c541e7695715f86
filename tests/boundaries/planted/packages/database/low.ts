import "../../server/site.ts";
