import "./one.ts";
