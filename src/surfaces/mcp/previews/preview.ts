import { maskEmail } from "../../../features/pages/preferences/mask-email.ts";
import { isJson, type Json, type OperationInput } from "../arguments.ts";

/** Runs an operation of the API for the preview, as the same caller. */
export type Read = (operation: string, input: Partial<OperationInput>) => Promise<Json>;

/** What an irreversible operation would do, in numbers, and the state that the confirmation is bound to. */
export type Preview = {
  readonly shown: Json;
  readonly warnings?: readonly string[];
  /** Default: what is shown. */
  readonly state?: Json;
  /** Counts that may differ by 5 % between preview and confirmation, because audiences change all the time. */
  readonly drifting?: readonly string[];
};

export type Previewer = (read: Read, input: OperationInput) => Promise<Preview>;
export type Previewers = Readonly<Record<string, Previewer>>;

export const objectIn = (value: unknown): Json => (isJson(value) ? value : {});
export const itemsOf = (answer: Json): Json[] => {
  const { items } = answer;
  return Array.isArray(items) ? items.filter(isJson) : [];
};
export const countOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
export const sumOf = (items: unknown, field: string): number =>
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

/** For an object that is only read as a part of its list; the operation itself answers when it does not exist. */
export const ofListed =
  (
    operation: string,
    param: string,
    options: { readonly fields: readonly string[]; readonly effect: Json },
  ): Previewer =>
  async (read, { params }) => {
    const all = itemsOf(await read(operation, {}));
    const object = all.find(({ id }) => id === params[param]) ?? {};
    return {
      shown: { ...options.effect, found: "id" in object, ...picked(object, options.fields) },
      state: { object },
    };
  };
