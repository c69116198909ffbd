/** Problems that prevent saving (400 `graph`). */
export const errorCodes = [
  "node_id",
  "node_type",
  "nodes_limit",
  "edges_limit",
  "edge_node",
  "edge_output",
  "edge_trigger",
  "cycle",
  "config",
  "time",
  "reference",
] as const;

/** Problems that may be saved and block activation. */
export const incompleteCodes = ["no_trigger", "unreachable", "missing", "not_implemented"] as const;

export type IssueCode = (typeof errorCodes)[number] | (typeof incompleteCodes)[number];

/** `node` is null for the graph as a whole; `field` is a path in the node's config, or in the graph. */
export type Issue = {
  readonly node: string | null;
  readonly field: string | null;
  readonly code: IssueCode;
  readonly params: Readonly<Record<string, unknown>>;
};

export const createIssue = (
  code: IssueCode,
  node: string | null,
  field: string | null,
  params: Issue["params"] = {},
): Issue => ({ node, field, code, params });

const isIncomplete = ({ code }: Issue): boolean => incompleteCodes.some((item) => item === code);

export type SortedIssues<Found extends Issue> = { readonly errors: Found[]; readonly incomplete: Found[] };

export const sortIssues = <Found extends Issue>(issues: readonly Found[]): SortedIssues<Found> => ({
  errors: issues.filter((issue) => !isIncomplete(issue)),
  incomplete: issues.filter(isIncomplete),
});
