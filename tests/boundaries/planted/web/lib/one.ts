import "./two.ts";
