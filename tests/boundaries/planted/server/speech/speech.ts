import "../hearing/hearing.ts";
