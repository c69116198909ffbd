import { isAscii } from "node:buffer";
import type { Encoding } from "./encoding.ts";

type CentralEuropean = Extract<Encoding, "windows-1250" | "iso-8859-2">;

const isLower = (byte: number): boolean => (byte >= 0x61 && byte <= 0x7a) || byte >= 0xe0;
const isLetter = (byte: number): boolean => isLower(byte | 0x20);

/** Ą Ś Š Ť Ź Ž ą ľ ś ť of ISO-8859-2: in windows-1250 these bytes are signs that no word contains. */
const latinLetters = new Set([0xa1, 0xa6, 0xa9, 0xab, 0xac, 0xae, 0xb1, 0xb5, 0xb6, 0xbb]);
/** Š and Ž of ISO-8859-2, © and ® of windows-1250. */
const capitalS = 0xa9;
const latinCapitals = new Set([capitalS, 0xae]);
/** š and ž of ISO-8859-2, ą and ľ of windows-1250. */
const [caronS, caronZ] = [0xb9, 0xbe];

/**
 * Detects which of the two encodings a Czech or Slovak file without Unicode has. The most frequent letters of
 * windows-1250 (š, ž, ť) are bytes that ISO-8859-2 does not define. Without any of those it is ISO-8859-2 if
 * windows-1250 would give a sign inside a word, © or ® before a lower case word, or Polish ą together with Slovak ľ.
 */
export function createCentralEuropeanCheck(): { take(chunk: Uint8Array): void; encoding(): CentralEuropean } {
  let [before, last] = [0, 0];
  let isWindows = false;
  let isLatin = false;
  let [hasCaronS, hasCaronZ] = [false, false];
  const look = (next: number) => {
    if (last >= 0x80 && last <= 0x9f) isWindows = true;
    else if (latinLetters.has(last)) {
      // Šť
      isLatin ||= (isLetter(before) || before === capitalS) && isLetter(next);
      isLatin ||= latinCapitals.has(last) && isLower(next);
    } else if (isLetter(before) || isLetter(next)) {
      hasCaronS ||= last === caronS;
      hasCaronZ ||= last === caronZ;
    }
    before = last;
    last = next;
  };
  return {
    take: (chunk) => {
      if (isWindows) return;
      if (last < 0x80 && isAscii(chunk)) {
        before = chunk.at(-2) ?? last;
        last = chunk.at(-1) ?? last;
        return;
      }
      for (const byte of chunk) {
        look(byte);
        if (isWindows) return;
      }
    },
    encoding: () => {
      look(0);
      return !isWindows && (isLatin || (hasCaronS && hasCaronZ)) ? "iso-8859-2" : "windows-1250";
    },
  };
}
