import "../sermons/handler.ts";
