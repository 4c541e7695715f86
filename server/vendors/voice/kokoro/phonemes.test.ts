import { beforeAll, expect, test } from "vitest";
import type { Accent } from "../../../speech/accent.ts";
import { compileFlite, loadFlite } from "../flite/flite-program.ts";
import { createPronouncer } from "../flite/synthesise.ts";
import { phonemesOf } from "./phonemes.ts";

let pronounce: ReturnType<typeof createPronouncer>;
beforeAll(async () => {
  pronounce = createPronouncer(loadFlite(await compileFlite()), { stress: true });
});

function say(text: string, accent: Accent): string {
  const words = text.split(" ");
  const lexicon = pronounce(words, accent);
  const pronounced = words.map((word) => ({ word, phones: lexicon.get(word) ?? [] }));
  return pronounced.map((word, i) => phonemesOf(word, accent, pronounced[i + 1])).join(" ");
}

// The symbols of misaki, Kokoro's own phonemiser: one letter for a diphthong, the stress before its vowel.
test.each([
  ["the lord is my shepherd", "ðə lˈɔɹd ɪz mI ʃˈɛpəɹd", "ðə lˈɔːd ɪz mI ʃˈɛpəd"],
  ["the apple fell from a tree", "ði ˈæpəl fˈɛl fɹʌm ə tɹˈi", "ði ˈæpəl fˈɛl fɹʌm ə tɹˈiː"],
  ["go to a quiet water garden", "ɡˈO tʊ ə kwˈIət wˈɔTəɹ ɡˈɑɹdən", "ɡˈQ tʊ ə kwˈIət wˈɔːtə ɡˈɑːdən"],
  ["love is not like comfort", "lˈʌv ɪz nˈɑt lˈIk kˈʌmfəɹt", "lˈʌv ɪz nˈɒt lˈIk kˈʌmfət"],
  ["last night after dark", "lˈæst nˈIt ˈæftəɹ dˈɑɹk", "lˈɑːst nˈIt ˈɑːftə dˈɑːk"],
  ["everybody after an hour", "ˈɛvɹibˌɑdi ˈæftəɹ ən ˈWəɹ", "ˈɛvɹibˌɒdi ˈɑːftəɹ ən ˈWə"],
  ["understanding of the resurrection", "ˌʌndəɹstˈændɪŋ ʌv ðə ɹˌɛzəɹˈɛkʃən", "ˌʌndəstˈændɪŋ ʌv ðə ɹˌɛzəɹˈɛkʃən"],
  ["isaiah and moses's thessalonians", "IzˈAə ænd mˈOzəsəz θɛsəlˈOniənz", "IzˈIə ænd mˈQzəsəz θɛsəlˈQniənz"],
])("%s", (text, american, british) => {
  expect(say(text, "american")).toBe(american);
  expect(say(text, "british")).toBe(british);
});
