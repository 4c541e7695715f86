import "../functions/sermons/handler.ts";
