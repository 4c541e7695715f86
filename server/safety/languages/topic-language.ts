import { isLanguage, type Language } from "./codes.ts";
import { tokensOf } from "./features.ts";
import { fold } from "./fold.ts";
import { committedLanguagesModel, likeliestLanguage, type LanguagesModel } from "./model.ts";

/** A topic in a language is one that is in it with this probability. */
const SURE = 0.6;
/** Letters of languages that are written almost like one of ours: Japanese, Ukrainian, Persian and Urdu. */
const FOREIGN_LETTERS = /[\p{Script=Hiragana}\p{Script=Katakana}іїєґўپچژگکیٹڈڑںےہ]/iu;

const names = new Intl.DisplayNames("en", { type: "language" });

/** From this probability a sentence is not read as English. */
const NOT_ENGLISH = 0.8;

/** What of a topic may be English: the topic as it is, unless a sentence of it is certainly in another language. Pure. */
export function possiblyEnglish(topic: string, model: LanguagesModel = committedLanguagesModel()): string {
  const said = topic.split(/(?<=[.!?;\n。！？；؟])/u);
  const kept = said.filter((sentence) => {
    const words = tokensOf(fold(sentence));
    if (words.length === 0) return true;
    const { code, sure } = likeliestLanguage(model, words);
    return code === "en" || sure < NOT_ENGLISH;
  });
  return kept.length === said.length ? topic : kept.join("");
}

/** The language that a topic is written in, with its English name; null for English, or where it is not sure. Pure. */
export function topicLanguage(
  topic: string,
  model: LanguagesModel = committedLanguagesModel(),
): { code: Language; name: string } | null {
  const words = tokensOf(fold(topic));
  if (words.length === 0 || FOREIGN_LETTERS.test(topic)) return null;
  const { code, sure } = likeliestLanguage(model, words);
  if (!isLanguage(code) || sure < SURE) return null;
  return { code, name: code === "tl" ? "Tagalog" : (names.of(code) ?? code) };
}
