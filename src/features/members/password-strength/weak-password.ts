import { commonWords } from "./common-words.ts";

/**
 * Decides whether a password is one of the first that an attacker tries: one or two common words (or the person's own
 * name, address or company), possibly with digits, punctuation or letters replaced by look-alikes; keyboard walks,
 * sequences, dates and repetitions.
 *
 * The password is divided into the cheapest pieces. A word or an unexplained character costs 1, a predictable piece
 * (walk, sequence, date, up to 4 digits) costs 1/2.
 */
export function isWeakPassword(password: string, ownWords: readonly string[]): boolean {
  const text = fold(password);
  const words = new Set([...commonWords, ...ownWords.flatMap(splitPieces)]);
  // Words with separators are a passphrase: two common words and digits are weak only when written together.
  const limit = /[a-z][^a-z0-9]+[a-z]/.test(text) ? 1.5 : 2.5;
  return spellings(text).some(
    (spelling) => estimateCost(withoutRepetition(spelling), words) <= limit || isInterleaved(spelling),
  );
}

/** Two predictable pieces, one character of each in turn: `a1b2c3d4e5`. */
function isInterleaved(text: string): boolean {
  const characters = Array.from(text);
  const even = characters.filter((_, at) => at % 2 === 0).join("");
  const odd = characters.filter((_, at) => at % 2 === 1).join("");
  return isWalk(even) && isWalk(odd);
}

const fold = (text: string) => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();

const minOwnWordLength = 3;

/** Its words, and those of the whole text and of each side of an address written together. */
function splitPieces(text: string): string[] {
  const folded = fold(text);
  const together = [folded, ...folded.split("@")].map((part) => part.replaceAll(/[^a-z0-9]/g, ""));
  return [...folded.split(/[^a-z0-9]+/), ...together].filter((piece) => piece.length >= minOwnWordLength);
}

const lookAlikes: Readonly<Record<string, string>> = {
  "0": "o",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "9": "g",
  "@": "a",
  $: "s",
  "+": "t",
};

/** The text as typed, and with look-alikes replaced in what precedes the last digits and punctuation. */
function spellings(text: string): string[] {
  const [, start = "", end = ""] = /^(.*?)([^a-z]*)$/s.exec(text) ?? [];
  const decoded = start.replaceAll(/[0-9@$+]/g, (sign) => lookAlikes[sign] ?? sign);
  const decodings = ["i", "l"].map((letter) => `${decoded.replaceAll(/[1!|]/g, letter)}${end}`);
  return [text, ...decodings].map((spelling) => spelling.replaceAll(/[^a-z0-9]/g, ""));
}

/** The repeated part of a text that is nothing but its repetition. */
function withoutRepetition(text: string): string {
  for (let length = 1; length <= text.length / 2; length += 1) {
    if (text.length % length === 0 && text === text.slice(0, length).repeat(text.length / length)) {
      return text.slice(0, length);
    }
  }
  return text;
}

const maxWordLength = 60;

function estimateCost(text: string, words: ReadonlySet<string>): number {
  const costs = [0];
  for (let end = 1; end <= text.length; end += 1) {
    let lowest = (costs[end - 1] ?? 0) + 1;
    for (let start = Math.max(0, end - maxWordLength); start < end; start += 1) {
      const cost = pieceCost(text.slice(start, end), words);
      if (cost !== undefined) lowest = Math.min(lowest, (costs[start] ?? 0) + cost);
    }
    costs.push(lowest);
  }
  return costs[text.length] ?? 0;
}

function pieceCost(piece: string, words: ReadonlySet<string>): number | undefined {
  if (/^\d{1,4}$/.test(piece) || isDate(piece) || isWalk(piece)) return 0.5;
  return words.has(withoutRepetition(piece)) ? 1 : undefined;
}

const isDate = (piece: string) =>
  /^(0?[1-9]|[12]\d|3[01])(0?[1-9]|1[0-2])(19|20)?\d\d$/.test(piece) ||
  /^(19|20)?\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(piece);

const minSequenceLength = 3;
const minWalkLength = 4;

/** Equal characters, alphabetical or numerical order, or neighbouring keys. */
function isWalk(piece: string): boolean {
  if (piece.length < minSequenceLength) return false;
  const steps = Array.from({ length: piece.length - 1 }, (_, at) => piece.charCodeAt(at + 1) - piece.charCodeAt(at));
  const [first = 2] = steps;
  if (Math.abs(first) <= 1 && steps.every((step) => step === first)) return true;
  return piece.length >= minWalkLength && keyboards.some((keys) => areNeighbours(piece, keys));
}

type Keyboard = ReadonlyMap<string, readonly [row: number, column: number]>;

/** Rows are shifted to the right by half a key. */
const toKeyboard = (...rows: readonly string[]): Keyboard =>
  new Map(rows.flatMap((keys, row) => Array.from(keys, (key, column) => [key, [row, column + row / 2]] as const)));

const keyboards = [
  toKeyboard("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"),
  toKeyboard("1234567890", "qwertzuiop", "asdfghjkl", "yxcvbnm"),
];

function areNeighbours(piece: string, keys: Keyboard): boolean {
  const places = Array.from(piece, (key) => keys.get(key));
  return places.every((place, at) => {
    if (place === undefined) return false;
    const before = places[at - 1];
    if (at === 0 || before === undefined) return at === 0;
    return Math.abs(place[0] - before[0]) <= 1 && Math.abs(place[1] - before[1]) <= 1;
  });
}
