import { validation } from "../../kernel/errors.ts";
import { isJson, type Json } from "./arguments.ts";

/** The chosen columns of a result: of the items of a list, otherwise of the object itself. */
export function withColumns(body: Json, fields: unknown): Json {
  if (fields === undefined) return body;
  if (!Array.isArray(fields) || !fields.every((field) => typeof field === "string"))
    throw validation("fields", { type: "array", pattern: "names of columns" });
  const { items } = body;
  const rows = Array.isArray(items) ? items.filter(isJson) : [body];
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (rows.length > 0 && !fields.every((field) => columns.includes(field))) {
    throw validation("fields", { allowed: columns });
  }
  const chosen = (row: Json): Json => Object.fromEntries(Object.entries(row).filter(([key]) => fields.includes(key)));
  return Array.isArray(items) ? { ...body, items: rows.map(chosen) } : chosen(body);
}
