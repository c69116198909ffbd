import { maskEmail } from "../../../features/pages/preferences/mask-email.ts";
import { notFound } from "../../../kernel/errors.ts";
import { isJson, type Json, type OperationInput } from "../arguments.ts";

/** Runs an operation of the API for the preview, as the same caller. */
export type Read = (operation: string, input: Partial<OperationInput>) => Promise<Json>;

/** What an operation would do, in numbers, and the state that the confirmation is bound to. */
export type Preview = {
  readonly shown: Json;
  readonly warnings?: readonly string[];
  /** Default: what is shown. */
  readonly state?: Json;
  /** Counts that may differ by 5 % between preview and confirmation, because audiences change all the time. */
  readonly drifting?: readonly string[];
  /** The present value of the argument that repeats a number of the preview. */
  readonly correction?: unknown;
};

export type Previewer = (read: Read, input: OperationInput) => Promise<Preview>;
export type Previewers = Readonly<Record<string, Previewer>>;

export const objectIn = (value: unknown): Json => (isJson(value) ? value : {});
export const readItems = (answer: Json): Json[] => {
  const { items } = answer;
  return Array.isArray(items) ? items.filter(isJson) : [];
};
export const countItems = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
export const sumField = (items: unknown, field: string): number =>
  (Array.isArray(items) ? items : []).reduce((sum: number, item) => {
    const value = objectIn(item)[field];
    return typeof value === "number" ? sum + value : sum;
  }, 0);
export const maskedEmail = ({ email }: Json): string => (typeof email === "string" ? maskEmail(email) : "");

export const picked = (object: Json, fields: readonly string[]): Json =>
  Object.fromEntries(fields.map((field) => [field, object[field] ?? null]));

/** For an object with a read operation of its own: these fields are shown, and any change of the object is noticed. */
export const ofObject =
  (operation: string, fields: readonly string[], effect: Json): Previewer =>
  async (read, { params }) => {
    const object = await read(operation, { params });
    return { shown: { ...effect, ...picked(object, fields) }, state: { object } };
  };

/** The object; the error of the operation when there is none. */
export function existing(object: Json | undefined, name: string): Json {
  if (object === undefined) throw notFound(name);
  return object;
}

/** Items of all pages, where the list has pages. */
export async function readAll(read: Read, operation: string, params: Json = {}): Promise<Json[]> {
  const first = await read(operation, { params });
  if (typeof first["pageSize"] !== "number" || typeof first["total"] !== "number") return readItems(first);
  const items: Json[] = [];
  for (let page = 1; items.length < first["total"]; page += 1) {
    const more = readItems(await read(operation, { params, query: { page, pageSize: 100 } }));
    if (more.length === 0) break;
    items.push(...more);
  }
  return items;
}

type Listed = { readonly name: string; readonly fields: readonly string[]; readonly effect: Json };

/** For an object that is only read as a part of its list. */
export const ofListed =
  (operation: string, param: string, { name, fields, effect }: Listed): Previewer =>
  async (read, { params }) => {
    const all = await readAll(read, operation);
    const object = existing(
      all.find(({ id }) => id === params[param]),
      name,
    );
    return { shown: { ...effect, ...picked(object, fields) }, state: { object } };
  };
