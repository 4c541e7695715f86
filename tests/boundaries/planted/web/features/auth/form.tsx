import "../sermons/list.tsx";
import "../../routes/home.tsx";
import "../../../server/site.ts";
