import "../../functions/sermons/plain.ts";
