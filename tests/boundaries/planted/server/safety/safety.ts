import "../speech/speech.ts";
