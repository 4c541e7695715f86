import "../../../db/as-service.ts";
