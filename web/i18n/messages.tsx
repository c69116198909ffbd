import { createContext, use, type ReactNode } from "react";
import { createFormats, type Formats } from "./format.ts";
import { languages, typeset, type Language } from "./typeset.ts";

/** A text, or a function that returns one. */
type Phrase = string | ((...values: never[]) => string);
type Phrases = { readonly [Key in string]: Phrase | Phrases };

export type Messages<Dictionary> = Readonly<Record<Language, (formats: Formats) => Dictionary>>;

/**
 * The messages of one feature in all languages. The Czech dictionary decides the keys and their parameters; a missing key
 * in another language, or a missing language, does not compile.
 */
export const defineMessages = <Dictionary extends Phrases>(
  cs: (formats: Formats) => Dictionary,
  en: (formats: Formats) => NoInfer<Dictionary>,
  sk: (formats: Formats) => NoInfer<Dictionary>,
): Messages<Dictionary> => ({ cs, en, sk });

const FormatsContext = createContext<Formats>(createFormats("cs"));

export const LanguageProvider = ({ formats, children }: { formats: Formats; children: ReactNode }) => (
  <FormatsContext value={formats}>{children}</FormatsContext>
);

/** Numbers, money and times in the language of the app. */
export const useFormats = (): Formats => use(FormatsContext);

const built = new WeakMap<object, Map<Formats, unknown>>();

/** `const t = useMessages(contactsMessages); t.title`. */
export function useMessages<Dictionary extends Phrases>(messages: Messages<Dictionary>): Dictionary {
  return messagesIn(messages, useFormats());
}

export function messagesIn<Dictionary extends Phrases>(messages: Messages<Dictionary>, formats: Formats): Dictionary {
  const known = built.get(messages) ?? new Map();
  built.set(messages, known);
  if (!known.has(formats)) known.set(formats, typesetAll(messages[formats.language](formats), formats.language));
  return known.get(formats);
}

function typesetAll<Dictionary extends Phrases>(phrases: Dictionary, language: Language): Dictionary {
  const entries = Object.entries(phrases).map(([key, phrase]) => [key, typesetOne(phrase, language)]);
  return Object.assign(Object.create(null), Object.fromEntries(entries));
}

function typesetOne(phrase: Phrase | Phrases, language: Language): Phrase | Phrases {
  if (typeof phrase === "string") return typeset(phrase, language);
  if (typeof phrase === "function") return (...values) => typeset(phrase(...values), language);
  return typesetAll(phrase, language);
}

const storageKey = "postrider-language";

const isLanguage = (word: string | null | undefined): word is Language => languages.some((known) => known === word);

/**
 * The person's own choice in this browser, then the one of their account, or else the first language of the browser that
 * the app speaks.
 */
export function chooseLanguage(member?: { readonly language: string; readonly languageChosen: boolean }): Language {
  const ofBrowser = navigator.languages.map((tag) => tag.toLowerCase().split("-")[0]);
  const ofMember = member?.languageChosen === true ? member.language : undefined;
  return [localStorage.getItem(storageKey), ofMember, ...ofBrowser].find(isLanguage) ?? "en";
}

export function rememberLanguage(language: Language): void {
  localStorage.setItem(storageKey, language);
}
