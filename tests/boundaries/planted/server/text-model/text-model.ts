import "../scripture/scripture.ts";
