import "../../voice/flite/flite.ts";
