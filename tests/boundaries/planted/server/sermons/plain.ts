import "../app.ts";
import "../vendors/voice/flite/flite.ts";
import "../../packages/database/as-platform.ts";
import "../../packages/supabase-server/index.ts";
import "../../packages/supabase-server/rest/rows.ts";
