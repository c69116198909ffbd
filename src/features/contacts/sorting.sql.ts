import { joinNodes, node, rawIdentifier, type SqlNode } from "../../db/sql-node.ts";
import { validation } from "../../kernel/errors.ts";
import { emptySortKey } from "../../kernel/text.ts";

const sortColumns = {
  id: "id",
  email: "email",
  createdAt: "created_at",
  updatedAt: "updated_at",
  lastSentAt: "last_sent_at",
  firstName: "first_name",
  lastName: "name_key",
  status: "status",
  state: "state",
  engagement: "engagement",
} as const;

type SortColumn = (typeof sortColumns)[keyof typeof sortColumns];

export type SortTerm = {
  readonly column: SortColumn;
  readonly isDescending: boolean;
  /** Contacts without a value come last in both directions; the reverse order, for pages from the end, has them first. */
  readonly hasEmptyFirst: boolean;
  /** Instead of the column, over rows of the contact. */
  readonly value?: SqlNode;
};

export type ContactSorting = readonly SortTerm[];

const isSortable = (word: string): word is keyof typeof sortColumns => word in sortColumns;

const newestFirst: ContactSorting = [
  { column: "created_at", isDescending: true, hasEmptyFirst: false },
  { column: "id", isDescending: true, hasEmptyFirst: false },
];

const idTies: readonly SortColumn[] = ["id"];
/** Many contacts are equal in these columns, whose indexes continue with the creation. */
const groupColumns: readonly SortColumn[] = ["status", "state", "engagement"];
const creationTies: readonly SortColumn[] = ["created_at", "id"];

/** Every order ends with the id, so that pages never overlap. */
export function parseContactSort(sort: string | undefined): ContactSorting {
  if (sort === undefined) return newestFirst;
  const terms = sort.split(",").map((word): SortTerm => {
    const name = word.replace(/^-/, "");
    if (!isSortable(name)) throw validation("sort", { allowed: Object.keys(sortColumns) });
    return { column: sortColumns[name], isDescending: word.startsWith("-"), hasEmptyFirst: false };
  });
  if (new Set(terms.map(({ column }) => column)).size !== terms.length) throw validation("sort", { unique: true });
  if (terms.some(({ column }) => column === "id")) return terms;
  const last = terms.at(-1);
  const isDescending = last?.isDescending ?? true;
  const ties = last !== undefined && groupColumns.includes(last.column) ? creationTies : idTies;
  return [...terms, ...ties.map((column) => ({ column, isDescending, hasEmptyFirst: false }))];
}

/** Whether the order is that of the indexes on the contact's creation and id. */
export const hasCreationOrder = (sorting: ContactSorting): boolean =>
  sorting.every(({ column }) => column === "created_at" || column === "id");

export const reverseSorting = (sorting: ContactSorting): ContactSorting =>
  sorting.map(({ isDescending, hasEmptyFirst, ...term }) => ({
    ...term,
    isDescending: !isDescending,
    hasEmptyFirst: !hasEmptyFirst,
  }));

/** The same order with the state that is shown instead of the stored one. */
export const sortedByState = (sorting: ContactSorting, state: SqlNode): ContactSorting =>
  sorting.map((term) => (term.column === "state" ? { ...term, value: state } : term));

/** Over `contact`, whose other columns need no table beside it. */
const lastSentAt = (tenantId: string): SqlNode => node`
  (select mail.last_sent_at from contact_send_summary mail where mail.tenant_id = ${tenantId} and mail.contact_id = id)`;

const nullable: readonly SortColumn[] = ["updated_at", "last_sent_at", "first_name"];

function orderTerm({ column, isDescending, hasEmptyFirst }: SortTerm, value: SqlNode): SqlNode {
  const direction = isDescending ? node` desc` : node``;
  if (nullable.includes(column)) {
    const order = column === "first_name" ? node`${value} collate "cs-x-icu"` : value;
    return hasEmptyFirst ? node`${order}${direction} nulls first` : node`${order}${direction} nulls last`;
  }
  // The key of an empty name is greater than all others: two of the four orders are those of the index.
  if (column === "name_key" && isDescending !== hasEmptyFirst) {
    const isEmpty = hasEmptyFirst ? node`(${value} = ${emptySortKey}) desc` : node`(${value} = ${emptySortKey})`;
    return node`${isEmpty}, ${value}${direction}`;
  }
  return node`${value}${direction}`;
}

const sortValue = (tenantId: string, { column, value }: SortTerm): SqlNode =>
  value ?? (column === "last_sent_at" ? lastSentAt(tenantId) : rawIdentifier(column));

/** The order of rows of `contact`. */
export const contactOrder = (tenantId: string, sorting: ContactSorting): SqlNode =>
  joinNodes(
    sorting.map((term) => orderTerm(term, sortValue(tenantId, term))),
    node`, `,
  );

/** The id and the values that `hitOrder` sorts by, selected from `contact`. */
export const sortKeys = (tenantId: string, sorting: ContactSorting): SqlNode =>
  joinNodes(
    [node`id`, ...sorting.filter(({ column }) => column !== "id").map((term) => sortKey(tenantId, term))],
    node`, `,
  );

const sortKey = (tenantId: string, term: SortTerm): SqlNode =>
  node`${sortValue(tenantId, term)} as ${rawIdentifier(term.column)}`;

/** The order of rows that were selected by `sortKeys`. */
export const hitOrder = (sorting: ContactSorting): SqlNode =>
  joinNodes(
    sorting.map((term) => orderTerm(term, rawIdentifier(term.column))),
    node`, `,
  );
