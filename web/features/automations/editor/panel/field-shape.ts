import type { ReferenceKind } from "../../../../../src/features/automations/graph/config-field.ts";
import { ownedByServer } from "../model/webhook-secrets.ts";

/** What a field of the grammar's JSON Schema is edited with. */
export type FieldShape =
  | { readonly kind: "reference"; readonly of: ReferenceKind; readonly isList: boolean }
  | { readonly kind: "choice"; readonly values: readonly string[] }
  | { readonly kind: "flag"; readonly isOn: boolean }
  | { readonly kind: "number"; readonly min: number | undefined; readonly max: number | undefined }
  | { readonly kind: "text"; readonly maxLength: number | undefined }
  | { readonly kind: "texts" }
  | { readonly kind: "clock" }
  | { readonly kind: "email" }
  | { readonly kind: "contactField"; readonly names: readonly string[] }
  | { readonly kind: "time"; readonly kinds: readonly string[] }
  | { readonly kind: "definition" }
  | { readonly kind: "shares" }
  | { readonly kind: "rows"; readonly fields: Fields; readonly max: number | undefined }
  | { readonly kind: "group"; readonly fields: Fields }
  | { readonly kind: "value" };
export type Fields = Readonly<Record<string, FieldShape>>;

/** Fields whose value is the id of an object. */
const referenceFields: Readonly<Record<string, ReferenceKind>> = {
  senderId: "sender",
  templateId: "template",
  listId: "list",
  listIds: "list",
  segmentId: "segment",
  campaignId: "campaign",
  automationId: "automation",
  formId: "form",
  surveyId: "survey",
  stackId: "coupon_stack",
  memberIds: "member",
};

/** A field that holds the key of an e-mail step of the automation beside it. */
const emailKeyField = "node";

type Schema = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const asNumber = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

const propertiesOf = ({ properties }: Schema): Schema => (isObject(properties) ? properties : {});

export const readFields = (schema: Schema): Fields =>
  Object.fromEntries(
    Object.entries(propertiesOf(schema)).flatMap(([name, field]) =>
      isObject(field) && !ownedByServer.has(name) ? [[name, readShape(name, field)]] : [],
    ),
  );

function readShape(name: string, schema: Schema): FieldShape {
  const reference = referenceFields[name];
  if (reference !== undefined) return { kind: "reference", of: reference, isList: schema["type"] === "array" };
  if (name === emailKeyField) return { kind: "email" };
  const kinds = timeKinds(schema);
  if (kinds.length > 0) return { kind: "time", kinds };
  if (typeof schema["$ref"] === "string") return { kind: "definition" };
  if (Array.isArray(schema["enum"])) return { kind: "choice", values: schema["enum"].map(String) };
  switch (schema["type"]) {
    case "boolean":
      return { kind: "flag", isOn: schema["default"] === true };
    case "integer":
    case "number":
      return { kind: "number", min: asNumber(schema["minimum"]), max: asNumber(schema["maximum"]) };
    case "array":
      return readList(schema);
    case "object":
      return { kind: "group", fields: readFields(schema) };
    case "string":
      return readText(schema);
    default:
      return { kind: "value" };
  }
}

/** The kinds of a TimeSpec; none for anything else. */
function timeKinds(schema: Schema): string[] {
  const variants: readonly unknown[] = Array.isArray(schema["anyOf"]) ? schema["anyOf"] : [schema];
  return variants.flatMap((variant) => {
    const kind = isObject(variant) ? propertiesOf(variant)["kind"] : undefined;
    return isObject(kind) && typeof kind["const"] === "string" ? [kind["const"]] : [];
  });
}

function readList({ items, maxItems }: Schema): FieldShape {
  if (!isObject(items) || items["type"] !== "object") return { kind: "texts" };
  const fields = readFields(items);
  if ("output" in fields && "percent" in fields) return { kind: "shares" };
  return { kind: "rows", fields, max: asNumber(maxItems) };
}

const clockPattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$";
const contactFields = /^\^\(([A-Za-z|]+)\|customFields/;

function readText({ pattern, maxLength }: Schema): FieldShape {
  if (pattern === clockPattern) return { kind: "clock" };
  const names = typeof pattern === "string" ? contactFields.exec(pattern)?.[1] : undefined;
  if (names !== undefined) return { kind: "contactField", names: names.split("|") };
  return { kind: "text", maxLength: asNumber(maxLength) };
}
