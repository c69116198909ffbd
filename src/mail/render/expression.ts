import { escaperFor, type EscapeContext } from "./escape.ts";
import { findTag, type ResolvedTag } from "./tags.ts";
import type { ParsedTag } from "./tag-syntax.ts";
import type { MergeValues } from "./values.ts";

/** A value of the e-mail that differs by recipient. */
export type Expression = {
  key: string;
  evaluate: (values: MergeValues) => string;
  /** Its value in a text part made from the HTML. */
  evaluatePlain: (values: MergeValues) => string;
  /** The contact fields that it reads. */
  needs: ResolvedTag["needs"];
};

const plainContexts: Partial<Record<EscapeContext, EscapeContext>> = {
  text: "plain",
  attribute: "plain",
  unquoted: "plain",
  raw: "plain",
  address: "plainAddress",
};

/** Constant text, or the index of an expression. */
export type Piece = string | number;

/** The key of the expression for the recipient's token. */
export const recipientToken = "token";

/** The same tag in the same escaping context is evaluated once per recipient. */
export class Expressions {
  readonly list: Expression[] = [];
  readonly #indexes = new Map<string, number>();

  /** undefined for an unknown tag: it renders empty. */
  add(tag: ParsedTag, context: EscapeContext): number | undefined {
    const found = findTag(tag.name);
    if (found === undefined) return undefined;
    const write = escaperFor(context);
    const isPlain = context !== "text";
    const fallback = write(tag.fallback);
    // A block is HTML where HTML is allowed, and text anywhere else.
    const evaluate =
      found.kind === "block" && !isPlain
        ? (values: MergeValues) => found.read(values) || fallback
        : (values: MergeValues) => write(found.readText(values)) || fallback;
    const plain = plainContexts[context];
    const writePlain = plain === undefined ? undefined : escaperFor(plain);
    const plainFallback = writePlain?.(tag.fallback) ?? "";
    return this.#addOnce({
      key: `${context}|${found.name}|${tag.fallback}`,
      evaluate,
      needs: found.needs,
      evaluatePlain: writePlain ? (values) => writePlain(found.readText(values)) || plainFallback : evaluate,
    });
  }

  /** The recipient's token in tracked addresses and links to surveys; it needs no escaping. */
  token(): number {
    const evaluate = ({ token }: MergeValues) => token;
    return this.#addOnce({ key: recipientToken, evaluate, evaluatePlain: evaluate, needs: [] });
  }

  /** These pieces, or nothing where none of the tags of products and articles has items. */
  unlessEmpty(tags: readonly string[], pieces: readonly Piece[]): number {
    const { list } = this;
    const evaluate = (values: MergeValues) =>
      tags.some((tag) => values.blocks[tag] !== undefined)
        ? pieces.map((piece) => (typeof piece === "string" ? piece : (list[piece]?.evaluate(values) ?? ""))).join("")
        : "";
    return this.#addOnce({ key: `region|${list.length}`, evaluate, evaluatePlain: evaluate, needs: [] });
  }

  #addOnce(expression: Expression): number {
    const known = this.#indexes.get(expression.key);
    if (known !== undefined) return known;
    this.list.push(expression);
    this.#indexes.set(expression.key, this.list.length - 1);
    return this.list.length - 1;
  }
}

export const evaluateAll = (expressions: readonly Expression[], values: MergeValues) =>
  expressions.map(({ evaluate }) => evaluate(values));

/** Joins adjacent texts and removes empty ones. */
export function joinPieces(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (typeof piece === "string" && typeof last === "string") joined[joined.length - 1] = last + piece;
    else if (piece !== "") joined.push(piece);
  }
  return joined;
}

export const fillPieces = (pieces: readonly Piece[], evaluated: readonly string[]) =>
  pieces.map((piece) => (typeof piece === "string" ? piece : (evaluated[piece] ?? ""))).join("");
