import "../platform/rest/rows.ts";
