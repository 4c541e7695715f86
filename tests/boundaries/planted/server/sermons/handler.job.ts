import "../../packages/database/as-service.ts";
