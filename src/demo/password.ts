import { randomInt } from "node:crypto";
import { passwordWords } from "./words/texts.ts";

/** Easy to copy by hand from a terminal; about thirty bits, and sign-in attempts are limited. */
export function readablePassword(): string {
  const words = Array.from({ length: 3 }, () => passwordWords[randomInt(passwordWords.length)]);
  return [...words, randomInt(100, 1000)].join("-");
}
