import type { Static, TObject } from "typebox";
import { isSqlNode, joinNodes, node, type Scalar, type SqlNode } from "../db/sql-node.ts";
import type { JournalEvent } from "./event.ts";
import { sqlText } from "./fields.sql.ts";

/**
 * Each fact of the payload, either computed by SQL or the same for all rows. An id has to be cast to text, as it is stored.
 */
type PayloadColumns<Facts> = {
  readonly [Field in keyof Facts]: Partial<Pick<Facts, Field>> extends Pick<Facts, Field>
    ? Facts[Field] | SqlNode | undefined
    : Facts[Field] | SqlNode;
};

type EntrySelect<Payload extends TObject> = {
  readonly tenantId: SqlNode | Scalar;
  readonly at: SqlNode | Scalar;
  /** Left out for an event of many contacts. */
  readonly contactId?: SqlNode;
  readonly payload: PayloadColumns<Static<Payload>>;
  /** The rest of the query: `from …`, with conditions, grouping and order. */
  readonly from: SqlNode;
};

/** The query that builds the rows of journal entries. */
export const selectEntries = <Type extends string, Payload extends TObject>(
  event: JournalEvent<Type, Payload>,
  { tenantId, at, contactId, payload, from }: EntrySelect<Payload>,
): SqlNode => node`
  select ${tenantId}::bigint, ${at}::timestamptz, ${sqlText(`'${event.type}'`)}, ${contactId ?? node`null::bigint`},
    ${toPayload(payload)}
  ${from}`;

/** Constants are passed as one JSON parameter, computed facts are built by the server. */
function toPayload(payload: Readonly<Record<string, unknown>>): SqlNode {
  const computed: SqlNode[] = [];
  const constants: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(payload)) {
    if (isSqlNode(value)) computed.push(node`${sqlText(`'${field}'`)}, ${value}`);
    else if (value !== undefined) constants[field] = value;
  }
  if (computed.length === 0) return node`${JSON.stringify(constants)}::jsonb`;
  const object = node`jsonb_build_object(${joinNodes(computed, node`, `)})`;
  return Object.keys(constants).length === 0 ? object : node`${JSON.stringify(constants)}::jsonb || ${object}`;
}

/** One statement, or the body of a CTE, that writes an entry for each row of a query. */
export const appendSelect = <Type extends string, Payload extends TObject>(
  event: JournalEvent<Type, Payload>,
  select: EntrySelect<Payload>,
): SqlNode => appendSelects([selectEntries(event, select)]);

/**
 * The same for several events: entries of the first query get the lower ids. The rows are materialized because of `tx` and
 * `assistant`, whose defaults belong to the coordinator of a cluster: with a query that reads tables of a company they would
 * be computed on its node.
 */
export const appendSelects = (selects: readonly SqlNode[]): SqlNode => node`
  insert into journal (tenant_id, at, type, contact_id, payload)
  with entry as materialized (${joinNodes(selects, node` union all `)}) select * from entry`;

/** Entries created with `event.entry`, as rows `e (at, type, "contactId", payload)` of the query. */
export const appendRows = (columns: { tenantId: Scalar; at: SqlNode; from: SqlNode }): SqlNode => node`
  insert into journal (tenant_id, at, type, contact_id, payload)
  select ${columns.tenantId}::bigint, ${columns.at}, e.type, e."contactId", e.payload ${columns.from}`;
