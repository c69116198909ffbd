import {
  listObjectNames,
  namedKinds,
  type NamedIds,
  type NamedKind,
  type ObjectName,
} from "../../features/mcp/names.queries.ts";
import { isJson, type Json } from "./arguments.ts";
import { requireOperation } from "./catalog.ts";
import { mayCall, type Session, type Tools } from "./session.ts";

/** Fields that hold ids, by what they name. */
const idFields: ReadonlyMap<string, NamedKind> = new Map([
  ["listId", "lists"],
  ["listIds", "lists"],
  ["excludeListIds", "lists"],
  ["segmentId", "segments"],
  ["segmentIds", "segments"],
  ["excludeSegmentIds", "segments"],
  ["senderId", "senders"],
  ["shopId", "shops"],
]);

/** Values that assistants send back as they are: names stand beside them, not inside. */
const sentBack = ["audience", "graph", "definition"];

/** The operations that show the names to the same caller. */
const readers: Readonly<Record<NamedKind, string>> = {
  lists: "listLists",
  segments: "listSegments",
  senders: "listSenders",
  shops: "listShops",
};

/** Kind and id → name. */
type Names = ReadonlyMap<string, string>;
type FoundId = Omit<ObjectName, "name">;

const nameKey = ({ kind, id }: FoundId): string => `${kind} ${id}`;

/**
 * Adds names to the ids of lists, segments, senders and shops in an answer: `shopName` beside `shopId`, and for ids inside
 * of an audience or graph `names`, by kind and id.
 */
export async function withNames({ catalog }: Tools, { identity, context }: Session, body: Json): Promise<Json> {
  const found = idsIn(body);
  const idsOf = (kind: NamedKind): string[] => {
    const ids = new Set(found.filter((item) => item.kind === kind).map(({ id }) => id));
    return ids.size > 0 && mayCall(identity, requireOperation(catalog, readers[kind]).operation) ? [...ids] : [];
  };
  const wanted: NamedIds = {
    lists: idsOf("lists"),
    segments: idsOf("segments"),
    senders: idsOf("senders"),
    shops: idsOf("shops"),
  };
  if (namedKinds.every((kind) => wanted[kind].length === 0)) return body;
  const rows = await listObjectNames(context.db, wanted);
  return namedObject(body, new Map(rows.map((row) => [nameKey(row), row.name])));
}

const isId = (value: unknown): value is string => typeof value === "string" && /^[1-9]\d{0,15}$/.test(value);

function idsIn(value: unknown): FoundId[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (!isJson(value)) return [];
  return Object.entries(value).flatMap(([field, inner]) => {
    const kind = idFields.get(field);
    return kind === undefined
      ? idsIn(inner)
      : [inner]
          .flat()
          .filter(isId)
          .map((id) => ({ kind, id }));
  });
}

const named = (value: unknown, names: Names): unknown => {
  if (Array.isArray(value)) return value.map((inner) => named(inner, names));
  return isJson(value) ? namedObject(value, names) : value;
};

function namedObject(object: Json, names: Names): Json {
  const fields = Object.entries(object).flatMap(([field, value]) => [
    [field, sentBack.includes(field) ? value : named(value, names)] as const,
    ...nameBeside(object, field, names),
  ]);
  const inside = namesInside(object, names);
  return Object.fromEntries(inside === undefined ? fields : [...fields, ["names", inside] as const]);
}

function nameBeside(object: Json, field: string, names: Names): (readonly [string, string])[] {
  const [kind, id] = [idFields.get(field), object[field]];
  const nameField = field.replace(/Id$/, "Name");
  // A contact's memberships have the names of their lists.
  const isKnown = Object.hasOwn(object, nameField) || (kind === "lists" && Object.hasOwn(object, "name"));
  if (kind === undefined || !isId(id) || isKnown) return [];
  const name = names.get(nameKey({ kind, id }));
  return name === undefined ? [] : [[nameField, name]];
}

/** Names of the ids inside the values that are sent back. */
function namesInside(object: Json, names: Names): Json | undefined {
  const found = idsIn(sentBack.map((field) => object[field]));
  const byKind = namedKinds.flatMap((kind) => {
    const pairs = found.flatMap((one) => {
      const name = one.kind === kind ? names.get(nameKey(one)) : undefined;
      return name === undefined ? [] : [[one.id, name] as const];
    });
    return pairs.length === 0 ? [] : [[kind, Object.fromEntries(pairs)] as const];
  });
  return byKind.length === 0 ? undefined : Object.fromEntries(byKind);
}
