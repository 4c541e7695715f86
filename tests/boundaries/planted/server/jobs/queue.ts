import "../sermons/handler.job.ts";
