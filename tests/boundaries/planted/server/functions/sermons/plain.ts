import "../../db/as-service.ts";
import "../../db/as-platform.ts";
import "../../platform/rest/other.ts";
import "../../adapters/voice/flite/flite.ts";
