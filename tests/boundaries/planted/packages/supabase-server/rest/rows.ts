import "../../database/pool.ts";
