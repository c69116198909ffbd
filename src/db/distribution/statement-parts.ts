import { BoundedCache } from "../../kernel/bounded-cache.ts";
import { writeWords } from "../statements.ts";
import { endOfParentheses, mentions, valueMark } from "./statement-text.ts";

/** One part of a statement with WITH; the last one is the statement itself. */
export type StatementPart = {
  readonly name: string;
  readonly text: string;
  /** The index of its first value in the statement. */
  readonly firstValue: number;
  readonly valueCount: number;
  readonly columns: readonly string[] | undefined;
  /** Earlier parts that it names. */
  readonly uses: readonly number[];
  /**
   * `run`: a write, or a query of tables, that runs in its place; parts after it get its rows. `merge`: a query that runs
   * inside of the parts that use it.
   */
  readonly mode: "run" | "merge";
  /** When none of these parts has a row, this one does nothing; empty where that is not certain. */
  readonly isEmptyWithout: readonly number[];
  /** Names of columns in the statement, by what the client makes of them. */
  readonly columnNames: ReadonlyMap<string, string>;
};

const start = /^\s*with\s+(?!recursive\b)/;
const partStart = /^[\s,]*(\w+)\s*(?:\(([^)]*)\)\s*)?as\s+(not\s+materialized\s*|materialized\s*)?\(/;

type RawPart = Pick<StatementPart, "name" | "text" | "firstValue" | "columns"> & { readonly isMaterialized: boolean };

const countValues = (text: string): number => text.split(valueMark).length - 1;

function splitParts(text: string): RawPart[] {
  const parts: RawPart[] = [];
  let position = start.exec(text)?.[0].length ?? 0;
  for (let next = partStart.exec(text.slice(position)); next !== null; next = partStart.exec(text.slice(position))) {
    const [head, name = "", columns, option = ""] = next;
    const body = position + head.length;
    const end = endOfParentheses(text, body);
    parts.push({
      name,
      text: text.slice(body, end - 1),
      firstValue: countValues(text.slice(0, body)),
      columns: columns?.split(",").map((column) => column.trim()),
      isMaterialized: option.startsWith("materialized"),
    });
    position = end;
  }
  return [
    ...parts,
    {
      name: "",
      text: text.slice(position),
      firstValue: countValues(text.slice(0, position)),
      columns: undefined,
      isMaterialized: true,
    },
  ];
}

const isInsertOfQuery = (text: string): boolean =>
  /^\s*insert\s+into\s+[\w.]+(?:\s+as\s+\w+)?\s*(?:\([^)]*\)\s*)?(?:overriding\s+\w+\s+value\s+)?\(?\s*(?:select|with)\b/.test(
    text,
  );

/**
 * Citus asks all nodes when it inserts a query of one table whose company is a parameter; not when the statement has a
 * WITH, even one that nothing uses.
 */
export const routableInsert = (text: string): string =>
  isInsertOfQuery(text) ? `with routed as (select 1) ${text}` : text;

/** Reading it twice could have two results. */
const isVolatile = (text: string): boolean =>
  /\b(?:nextval|random|gen_random_uuid|clock_timestamp)\s*\(|\bfor\s+(?:no\s+key\s+|key\s+)?(?:update|share)\b/.test(
    text,
  );

const readNames = /\b(?:from|join|using)\s+(?:only\s+|lateral\s+)?([a-z_]\w*)\b(?!\s*\()/g;
const listedNames = /,\s*(?:only\s+|lateral\s+)?([a-z_]\w*)\b/g;
const tableLists = /\bfrom\s+[a-z_]\w*(?:\s+(?:as\s+)?[a-z_]\w*)?(?:\s*,\s*[a-z_]\w*(?:\s+(?:as\s+)?[a-z_]\w*)?)+/g;

/** Everything that stands where a table could: too many rather than too few. */
const sourcesOf = (text: string): string[] => [
  ...[...text.matchAll(readNames)].map(([, name = ""]) => name),
  ...[...text.matchAll(tableLists)].flatMap(([list]) => [...list.matchAll(listedNames)].map(([, name = ""]) => name)),
];

const aggregates =
  /\b(?:count|sum|max|min|bool_or|bool_and|avg|(?:array|string|json|jsonb|jsonb_object|json_object)_agg)\s*\(/;

/**
 * Only where it is certain: a query of parts alone, and a deletion that joins one. A query with an aggregate has a row for
 * no rows, unless it is grouped.
 */
function emptyWithout(text: string, indexOf: (name: string) => number | undefined): number[] {
  const joined = /^\s*delete\s+from\s+\w+(?:\s+\w+)?\s+using\s+(\w+)\s+where\b/.exec(text)?.[1];
  if (joined !== undefined) return indices([joined], indexOf) ?? [];
  if (/^\s*(?:update|delete)\b/.test(text)) return [];
  const sources = sourcesOf(text);
  const queries = text.match(/\bselect\b/g)?.length ?? 0;
  const hasRowForNothing = aggregates.test(text) && !/\bgroup\s+by\b|\bhaving\s+count\(\*\)\s*>\s*0/.test(text);
  if (sources.length === 0 || queries !== (text.match(/\bfrom\b/g)?.length ?? 0) || hasRowForNothing) return [];
  if (/\b(?:left|right|full)\s+join\b|\bvalues\b|\b(?:from|join|,)\s+(?:lateral\s+)?\w+\s*\(/.test(text)) return [];
  return indices(sources, indexOf) ?? [];
}

/** Undefined unless all are parts. */
function indices(names: readonly string[], indexOf: (name: string) => number | undefined): number[] | undefined {
  const found = names.map(indexOf);
  const known = found.filter((index) => index !== undefined);
  return known.length === found.length ? [...new Set(known)] : undefined;
}

function parseParts(text: string): readonly StatementPart[] | undefined {
  if (!start.test(text)) return undefined;
  const raw = splitParts(text);
  const usesOf = raw.map((part, index) =>
    raw.slice(0, index).flatMap(({ name }, earlier) => (mentions(part.text, name) ? [earlier] : [])),
  );
  const isNeeded = raw
    .slice(0, -1)
    .some((part, index) => isInsertOfQuery(part.text) && (usesOf[index]?.length ?? 0) > 0);
  if (!isNeeded) return undefined;
  const indexOf = (name: string) => {
    const index = raw.findIndex((part) => part.name === name);
    return index === -1 ? undefined : index;
  };
  const names = namesInText(text);
  return raw.map(({ isMaterialized, ...part }, index) => {
    const users = usesOf.filter((uses) => uses.includes(index)).length;
    const isQuery = !writeWords.test(part.text) && !isVolatile(part.text) && index < raw.length - 1;
    const isOfParts = indices(sourcesOf(part.text), indexOf) !== undefined;
    return {
      ...part,
      valueCount: countValues(part.text),
      uses: usesOf[index] ?? [],
      mode: isQuery && (isOfParts || (!isMaterialized && users === 1)) ? "merge" : "run",
      isEmptyWithout: emptyWithout(part.text, indexOf),
      // The part itself knows best: another may write the same name in the other way.
      columnNames: new Map([...names, ...namesInText(part.text)]),
    };
  });
}

function namesInText(text: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  // Names without quotes have no capital letters; keys of JSON in texts do.
  for (const [word] of text.replaceAll(/'[^']*'/g, "''").matchAll(/"\w+"|\b[a-z_][a-z0-9_]*\b/g)) {
    const camel = word.replaceAll('"', "").replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    if (!names.has(camel) || !word.startsWith('"')) names.set(camel, word);
  }
  return names;
}

const parsed = new BoundedCache<string, { readonly parts: readonly StatementPart[] | undefined }>(1000);

/**
 * The parts of a statement that a cluster would run on all nodes: it sends the rows of parts to every node when another
 * part inserts a query of them. Undefined for other statements.
 */
export function statementParts(text: string): readonly StatementPart[] | undefined {
  const known = parsed.get(text) ?? { parts: parseParts(text) };
  parsed.set(text, known);
  return known.parts;
}
