import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { createFormats } from "../web/i18n/format.ts";
import { languages, type Language } from "../web/i18n/typeset.ts";

const webRoot = path.resolve(import.meta.dirname, "../web");

const files = readdirSync(webRoot, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  .toSorted();

const textOf = (file: string): string => readFileSync(path.join(webRoot, file), "utf8");

const definitions = files.filter((file) => /^export const \w+ = defineMessages\(/m.test(textOf(file)));

type Dictionary = Readonly<Record<string, unknown>>;
type Messages = Readonly<Record<Language, (formats: object) => Dictionary>>;

const isRecord = (value: unknown): value is Dictionary => typeof value === "object" && value !== null;

const isMessages = (value: unknown): value is Messages =>
  isRecord(value) && languages.every((language) => typeof value[language] === "function");

const messages = await Promise.all(
  definitions.map(async (file) => {
    const exported: Dictionary = await import(path.join(webRoot, file));
    return Object.entries(exported).flatMap(([name, value]) => (isMessages(value) ? [{ file, name, value }] : []));
  }),
).then((found) => found.flat());

const formats = { cs: createFormats("cs"), sk: createFormats("sk"), en: createFormats("en") };

/** A dictionary without its words: what stands at each key. */
function toShape(dictionary: Dictionary): unknown {
  return Object.fromEntries(
    Object.entries(dictionary)
      .toSorted(([left], [right]) => left.localeCompare(right))
      .map(([key, phrase]) => [key, isRecord(phrase) ? toShape(phrase) : typeof phrase]),
  );
}

it("has the same keys in all languages", () => {
  expect(messages.length).toBeGreaterThanOrEqual(definitions.length);
  for (const { file, value } of messages) {
    const [cs, sk, en] = languages.map((one) => toShape(value[one](formats[one])));
    expect({ file, sk, en }).toEqual({ file, sk: cs, en: cs });
  }
});

/** The texts of a dictionary, and the code of its functions. */
const listTexts = (dictionary: Dictionary): string[] =>
  Object.values(dictionary).flatMap((phrase) => (isRecord(phrase) ? listTexts(phrase) : [String(phrase)]));

it("writes no Czech letters in Slovak", () => {
  const ofFiles = files.filter((file) => file.endsWith(".sk.ts")).flatMap((file) => textOf(file).split("\n"));
  const ofMessages = messages.flatMap(({ value }) => listTexts(value.sk(formats.sk)));
  expect([...ofFiles, ...ofMessages].filter((text) => /[ěřů]/i.test(text))).toEqual([]);
});
