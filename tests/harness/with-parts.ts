/** One part of a statement with WITH; the last one is the statement itself. */
type Part = {
  readonly name: string;
  readonly isMaterialized: boolean;
  readonly text: string;
  readonly writes: readonly { readonly table: string; readonly isDelete: boolean }[];
  readonly reads: ReadonlySet<string>;
};

const partStart = /^\s*,?\s*(\w+)\s*(?:\([^)]*\)\s*)?as\s+(not materialized |materialized )?\s*\(/;

/** The position behind the parenthesis that closes the one before `start`. */
function endOfParentheses(text: string, start: number): number {
  let depth = 1;
  let isQuoted = false;
  for (let index = start; index < text.length; index += 1) {
    if (text[index] === "'") isQuoted = !isQuoted;
    else if (!isQuoted && text[index] === "(") depth += 1;
    else if (!isQuoted && text[index] === ")") depth -= 1;
    if (depth === 0) return index + 1;
  }
  return text.length;
}

const writeWords =
  /\b(insert into|delete from|merge into|(?<!\bfor )(?<!\bkey )(?<!\bdo )update(?: only)?)\s+([a-z_]+)\b/g;
const readWords = /\b(?:from|join|using)\s+(?:only\s+|lateral\s+)?([a-z_]+)\b/g;
const listedTables = /\bfrom\s+((?:[a-z_]+(?:\s+(?:as\s+)?[a-z_]+)?\s*,\s*)+[a-z_]+)/g;

/** Everything that stands where a table could. */
export function readTables(text: string): ReadonlySet<string> {
  return readPart("", true, text).reads;
}

function readPart(name: string, isMaterialized: boolean, text: string): Part {
  const found = [...text.matchAll(writeWords)].map(([, verb = "", table = ""]) => ({ verb, table }));
  const selecting = text.replace(/\bdelete from\s+[a-z_]+/g, "delete");
  const listed = [...selecting.matchAll(listedTables)].flatMap(([, tables = ""]) =>
    tables.split(",").map((table) => table.trim().split(/\s/)[0] ?? ""),
  );
  return {
    name,
    isMaterialized,
    text,
    writes: found.map(({ verb, table }) => ({ table, isDelete: verb === "delete from" })),
    reads: new Set([
      ...[...selecting.matchAll(readWords)].map(([, table = ""]) => table),
      ...listed,
      // Rows that are updated or deleted are looked for; those that are inserted are not.
      ...found.filter(({ verb }) => verb !== "insert into").map(({ table }) => table),
    ]),
  };
}

function splitParts(statement: string): Part[] {
  const start = /^\(?\s*with (?:recursive )?/.exec(statement);
  if (start === null) return [];
  const parts: Part[] = [];
  let rest = statement.slice(start[0].length);
  for (let next = partStart.exec(rest); next !== null; next = partStart.exec(rest)) {
    const [head, name = "", option = ""] = next;
    const end = endOfParentheses(rest, head.length);
    parts.push(readPart(name, option.startsWith("materialized"), rest.slice(head.length, end - 1)));
    rest = rest.slice(end);
  }
  return [...parts, readPart("the statement", true, rest)];
}

/**
 * Where the rows of a part are read. A query that is not materialized and is used once is merged into the part that uses
 * it, and runs there.
 */
function readingPlace(parts: readonly Part[], index: number): number {
  const part = parts[index];
  if (
    part === undefined ||
    part.isMaterialized ||
    part.writes.length > 0 ||
    /\bfor (?:no key )?update\b/.test(part.text)
  )
    return index;
  const use = new RegExp(`(?:\\b(?:from|join|using)|,)\\s+${part.name}\\b(?!\\.)`, "g");
  const users = parts.flatMap(({ text }, place) => [...text.matchAll(use)].map(() => place));
  const [user] = users;
  return users.length === 1 && user !== undefined ? readingPlace(parts, user) : index;
}

/**
 * Parts that read a table which an earlier part writes, as "part reads table after writer". PostgreSQL runs all parts on
 * one snapshot; on a distributed database each may see what those before it wrote. `deletedWith`: the tables whose rows
 * foreign keys delete with those of a table.
 */
export function findReadsAfterWrites(
  statement: string,
  deletedWith: (table: string) => readonly string[] = () => [],
): string[] {
  const parts = splitParts(statement);
  const names = new Set(parts.map(({ name }) => name));
  return parts.flatMap((part, index) => {
    const place = readingPlace(parts, index);
    return parts.slice(0, place).flatMap((writer, earlier) =>
      earlier === index
        ? []
        : writer.writes
            .flatMap(({ table, isDelete }) => (isDelete ? [table, ...deletedWith(table)] : [table]))
            .filter((table) => part.reads.has(table) && !names.has(table))
            .map((table) => `${part.name} reads ${table} after ${writer.name}`),
    );
  });
}

const insertOfQuery =
  /^\s*insert into [\w.]+(?: as \w+)?\s*(?:\([^)]*\)\s*)?(?:overriding \w+ value )?\(?\s*(?:select|with)\b/;

/** Parts that insert a query of an earlier part; of a fragment, parts that insert a query of something that may be one. */
export function findInsertsOfParts(text: string): string[] {
  const inserting = [...text.matchAll(/\b(\w+) as (?:not materialized |materialized )?\((?=\s*insert into )/g)];
  return inserting.flatMap(({ 0: head, 1: name = "", index }) => {
    const start = index + head.length;
    const body = text.slice(start, endOfParentheses(text, start) - 1);
    const earlier = [...text.slice(0, index).matchAll(/\b(\w+) as (?:not materialized |materialized )?\(/g)];
    const names = new Set(earlier.map(([, part = ""]) => part));
    const isFragment = !/\bwith\b/.test(text.slice(0, index));
    const isOfParts = [...readTables(body)].some((table) => names.has(table) || isFragment);
    return insertOfQuery.test(body) && isOfParts ? [name] : [];
  });
}
