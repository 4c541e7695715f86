import "../themes/themes.ts";
