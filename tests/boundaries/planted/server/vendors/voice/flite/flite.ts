import "../../../sermons/handler.ts";
