import { arrayLiteral } from "../array-literal.ts";

type ColumnType = {
  readonly to: number;
  readonly from: number[];
  readonly serialize: (value: unknown) => unknown;
  readonly parse: (text: string) => unknown;
};

type ElementType = Pick<ColumnType, "serialize" | "parse">;

const asText: ElementType = { serialize: String, parse: (text) => text };
const asNumber: ElementType = { serialize: String, parse: Number };
const asTime: ElementType = {
  serialize: (value) => (value instanceof Date ? value : new Date(String(value))).toISOString(),
  parse: (text) => new Date(text),
};
const asJson: ElementType = {
  // The job queue passes JSON as text; encoding it again would store a string.
  serialize: (value) => (typeof value === "string" ? value : JSON.stringify(value)),
  parse: (text): unknown => JSON.parse(text),
};
const asBoolean: ElementType = {
  serialize: (value) => (value === true ? "t" : "f"),
  parse: (text) => text === "t",
};
const asBytes: ElementType = {
  serialize: (value) =>
    String.raw`\x${(value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value))).toString("hex")}`,
  parse: (text) => Buffer.from(text.slice(2), "hex"),
};
/** A day of the calendar: not an instant. */
const asDay: ElementType = asText;

/** Types of arrays by their numbers, which are the same on every server, with the type of their elements. */
const arrayTypes: readonly (readonly [name: string, array: number, element: ElementType])[] = [
  ["json", 199, asJson],
  ["xml", 143, asText],
  ["bool", 1000, asBoolean],
  ["bytea", 1001, asBytes],
  ["char", 1002, asText],
  ["name", 1003, asText],
  ["int2", 1005, asNumber],
  ["int4", 1007, asNumber],
  ["text", 1009, asText],
  ["xid", 1011, asText],
  ["bpchar", 1014, asText],
  ["varchar", 1015, asText],
  ["int8", 1016, asText],
  ["float4", 1021, asNumber],
  ["float8", 1022, asNumber],
  ["oid", 1028, asNumber],
  ["aclitem", 1034, asText],
  ["inet", 1041, asText],
  ["timestamp", 1115, asTime],
  ["date", 1182, asDay],
  ["time", 1183, asText],
  ["timestamptz", 1185, asTime],
  ["interval", 1187, asText],
  ["numeric", 1231, asText],
  ["regproc", 1008, asText],
  ["regclass", 2210, asText],
  ["regtype", 2211, asText],
  ["uuid", 2951, asText],
  ["pg_lsn", 3221, asText],
  ["jsonb", 3807, asJson],
  ["xid8", 271, asText],
];

const serializeArray =
  ({ serialize }: ElementType) =>
  (value: unknown): unknown => {
    // A literal that is written already.
    if (!Array.isArray(value)) return value;
    return arrayText(value, serialize);
  };

function arrayText(elements: readonly unknown[], serialize: ElementType["serialize"]): string {
  if (Array.isArray(elements[0]))
    return `{${elements.map((element) => (Array.isArray(element) ? arrayText(element, serialize) : "{}")).join(",")}}`;
  return arrayLiteral(
    elements.map((element) => (element === null || element === undefined ? null : String(serialize(element)))),
  );
}

type Position = { at: number };

/** Reads the text of an array: `{1,NULL,"a, b",{}}`. */
function parseArray(text: string, parse: ElementType["parse"], position: Position): unknown[] {
  const elements: unknown[] = [];
  position.at += 1;
  while (position.at < text.length) {
    const character = text[position.at];
    if (character === "}") break;
    if (character === ",") position.at += 1;
    else if (character === "{") elements.push(parseArray(text, parse, position));
    else if (character === '"') elements.push(parse(readQuoted(text, position)));
    else elements.push(readPlain(text, parse, position));
  }
  position.at += 1;
  return elements;
}

function readQuoted(text: string, position: Position): string {
  let start = position.at + 1;
  let [read, end] = ["", start];
  for (; text[end] !== '"' && end < text.length; end += 1) {
    if (text[end] !== "\\") continue;
    read += text.slice(start, end);
    end += 1;
    start = end;
  }
  position.at = end + 1;
  return read + text.slice(start, end);
}

function readPlain(text: string, parse: ElementType["parse"], position: Position): unknown {
  const start = position.at;
  while (position.at < text.length && text[position.at] !== "," && text[position.at] !== "}") position.at += 1;
  const plain = text.slice(start, position.at);
  return plain === "NULL" ? null : parse(plain);
}

/** An array may begin with its bounds: `[0:1]={1,2}`. */
const createParser =
  ({ parse }: ElementType) =>
  (text: string): unknown[] =>
    parseArray(text, parse, { at: text.indexOf("{") });

/** What is not declared here, or known to the client, is text. The client does not ask the server for its types. */
export const columnTypes: Record<string, ColumnType> = {
  json: { to: 114, from: [114, 3802], ...asJson },
  day: { to: 1082, from: [1082], ...asDay },
  ...Object.fromEntries(
    arrayTypes.map(([name, number, element]) => [
      `${name}Array`,
      { to: number, from: [number], serialize: serializeArray(element), parse: createParser(element) },
    ]),
  ),
};
