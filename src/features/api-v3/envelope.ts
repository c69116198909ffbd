import { Type, type TObject, type TSchema } from "typebox";
import type { ListRequest } from "./list-request.ts";

/** A row with the properties that the client selected, in its order. */
export type Row = Readonly<Record<string, unknown>>;

/** Single answers have an empty array here, lists an object: strictly typed clients rely on it. */
const NoMeta = Type.Array(Type.Unknown(), { maxItems: 0, examples: [[]] });
const Int = Type.Integer();

/** An answer without `data`: its values are beside the status. */
export const StatusAnswer = <const Status extends string, Values extends Record<string, TSchema>>(
  status: Status,
  values: Values,
) => Type.Object({ status: Type.Literal(status), meta: NoMeta, ...values });

export const ItemAnswer = (item: TObject) => StatusAnswer("ok", { data: Type.Unsafe<Row>(item) });

/** One row of which the client may select properties. */
export const RowAnswer = (row: TObject) => ItemAnswer(Type.Partial(row));

export const ListAnswer = (row: TObject) =>
  Type.Object({
    status: Type.Literal("ok"),
    meta: Type.Object({ total_count: Int, displayed_count: Int, offset: Int, limit: Int }),
    data: Type.Array(Type.Unsafe<Row>(Type.Partial(row))),
  });

export const ok = { status: "ok", meta: [] } as const;

export const itemAnswer = (data: Row) => ({ ...ok, meta: [], data });

export type ListPage = { readonly total: number; readonly rows: readonly Row[] };

export const listAnswer = ({ total, rows }: ListPage, { offset, limit }: ListRequest) => ({
  status: ok.status,
  meta: { total_count: total, displayed_count: rows.length, offset, limit },
  data: [...rows],
});
