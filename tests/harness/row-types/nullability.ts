import { collecting, everyRow, followsFirst, fullRows, mayReturnNull, neverNull } from "./null-functions.ts";
import { isNode, membersIn, nodeIn, nodesIn, numberIn, textIn, type TreeNode, type TreeValue } from "./query-tree.ts";

export type Catalogue = {
  /** `relation.column` of the columns that are never null. */
  readonly notNull: ReadonlySet<string>;
  readonly functions: ReadonlyMap<number, { readonly name: string; readonly isStrict: boolean }>;
};

type Scope = {
  readonly query: TreeNode;
  readonly tables: readonly TreeNode[];
  /** `table.column` of what the conditions exclude to be null. */
  readonly facts: Set<string>;
  readonly outer: Scope | undefined;
  /** Columns of the table that the statement writes are those of the written row. */
  readonly isReturning: boolean;
  /** The value of a parameter that is written may be null; one that is selected has a cast and a declared type of its own. */
  readonly isWriting?: boolean;
};

const numbered = { relation: 0, subquery: 1, join: 2, function: 3, values: 5, with: 6, group: 9 } as const;
const commands = { update: 2, insert: 3 } as const;

/** Whether each column of a statement may be null. What it does not know may be. */
export class Nullability {
  /** By query. A recursive part is read while it is being judged: what is not known yet is not null, which the other term decides. */
  private readonly known = new Map<TreeNode, boolean[]>();

  private readonly catalogue: Catalogue;

  constructor(catalogue: Catalogue) {
    this.catalogue = catalogue;
  }

  columnsOf(query: TreeNode, outer?: Scope): readonly boolean[] {
    const known = this.known.get(query);
    if (known !== undefined) return known;
    const columns: boolean[] = [];
    this.known.set(query, columns);
    columns.push(...this.judge(query, outer));
    return columns;
  }

  private judge(query: TreeNode, outer: Scope | undefined): readonly boolean[] {
    const tables = nodesIn(query, "rtable");
    const scope: Scope = { query, tables, facts: new Set(), outer, isReturning: false };
    this.addFacts(scope, nodeIn(query, "jointree"));
    const setOperation = nodeIn(query, "setOperations");
    if (setOperation !== undefined) return this.columnsOfSet(scope, setOperation);
    const returned = nodesIn(query, "returningList");
    const listed = returned.length > 0 ? returned : nodesIn(query, "targetList");
    if (returned.length > 0) this.forgetChanged(scope);
    return listed
      .filter((entry) => textIn(entry, "resjunk") !== "true")
      .map((entry) => this.mayBeNull({ ...scope, isReturning: returned.length > 0 }, entry.fields.get("expr")));
  }

  private columnsOfSet(scope: Scope, tree: TreeNode): readonly boolean[] {
    if (tree.kind !== "SETOPERATIONSTMT") {
      const table = scope.tables[numberIn(tree, "rtindex") - 1];
      const subquery = table && nodeIn(table, "subquery");
      return subquery === undefined ? [] : this.columnsOf(subquery, scope);
    }
    const sides = ["larg", "rarg"].map((side) => {
      const inner = nodeIn(tree, side);
      return inner === undefined ? [] : this.columnsOfSet(scope, inner);
    });
    const [left = [], right = []] = sides;
    return left.map((isNullable, index) => isNullable || right[index] !== false);
  }

  /** Conditions hold for the row before it is changed. */
  private forgetChanged({ query, facts }: Scope): void {
    if (numberIn(query, "commandType") !== commands.update) return;
    for (const entry of nodesIn(query, "targetList"))
      facts.delete(`${numberIn(query, "resultRelation")}.${numberIn(entry, "resno")}`);
  }

  private addFacts(scope: Scope, tree: TreeNode | undefined): void {
    if (tree === undefined) return;
    if (tree.kind === "FROMEXPR") {
      for (const inner of nodesIn(tree, "fromlist")) this.addFacts(scope, inner);
      this.addConditions(scope, tree.fields.get("quals"));
    }
    if (tree.kind !== "JOINEXPR") return;
    const type = numberIn(tree, "jointype");
    if (type === 0 || type === 1) this.addFacts(scope, nodeIn(tree, "larg"));
    if (type === 0 || type === 3) this.addFacts(scope, nodeIn(tree, "rarg"));
    if (type === 0) this.addConditions(scope, tree.fields.get("quals"));
  }

  private addConditions(scope: Scope, value: TreeValue | undefined): void {
    if (!isNode(value)) return;
    if (value.kind === "BOOLEXPR") this.addBoolean(scope, value);
    else if (value.kind === "NULLTEST") {
      if (numberIn(value, "nulltesttype") === 1) this.addStrict(scope, value.fields.get("arg"));
    } else this.addStrict(scope, value);
  }

  /** Alternatives exclude what each of them excludes. */
  private addBoolean(scope: Scope, node: TreeNode): void {
    const operator = textIn(node, "boolop");
    const [first, ...others] = nodesIn(node, "args").map((part) => {
      const inner: Scope = { ...scope, facts: new Set() };
      this.addConditions(inner, part);
      return inner.facts;
    });
    if (first === undefined || operator === "not") return;
    for (const fact of first) if (operator === "and" || others.every((facts) => facts.has(fact))) scope.facts.add(fact);
    if (operator === "and") for (const facts of others) for (const fact of facts) scope.facts.add(fact);
  }

  /** Columns that are not null when the value is not. */
  private addStrict(scope: Scope, value: TreeValue | undefined): void {
    if (!isNode(value)) return;
    if (value.kind === "VAR") {
      if (numberIn(value, "varlevelsup") === 0) scope.facts.add(keyOf(value));
    } else if (value.kind === "SCALARARRAYOPEXPR") this.addStrict(scope, nodesIn(value, "args")[0]);
    else if (value.kind === "OPEXPR" || value.kind === "FUNCEXPR") {
      if (this.functionOf(value)?.isStrict === true)
        for (const arg of nodesIn(value, "args")) this.addStrict(scope, arg);
    } else if (value.kind === "RELABELTYPE" || value.kind === "COERCEVIAIO")
      this.addStrict(scope, value.fields.get("arg"));
  }

  private functionOf(node: TreeNode) {
    const field = { OPEXPR: "opfuncid", AGGREF: "aggfnoid", WINDOWFUNC: "winfnoid" }[node.kind] ?? "funcid";
    return this.catalogue.functions.get(numberIn(node, field));
  }

  private mayBeNull(scope: Scope, value: TreeValue | undefined): boolean {
    if (!isNode(value)) return true;
    const any = (field: string) => nodesIn(value, field).some((arg) => this.mayBeNull(scope, arg));
    const every = (field: string) => nodesIn(value, field).every((arg) => this.mayBeNull(scope, arg));
    const inner = (field: string) => this.mayBeNull(scope, value.fields.get(field));
    switch (value.kind) {
      case "VAR":
        return this.isVariableNullable(scope, value);
      case "CONST":
        return textIn(value, "constisnull") === "true";
      case "COALESCEEXPR":
      case "MINMAXEXPR":
        return every("args");
      case "BOOLEXPR":
      case "ROWCOMPAREEXPR":
        return any("args") || any("largs") || any("rargs");
      case "SCALARARRAYOPEXPR":
        return any("args");
      case "OPEXPR":
      case "FUNCEXPR":
        return this.isCallNullable(scope, value);
      case "AGGREF":
        return this.isAggregateNullable(scope, value);
      case "WINDOWFUNC": {
        const name = this.functionOf(value)?.name ?? "";
        if (everyRow.has(name)) return false;
        const args = nodesIn(value, "args");
        const hasDefault = (name === "lag" || name === "lead") && args.length === 3;
        return (
          ((name === "lag" || name === "lead") && !hasDefault) ||
          nodeIn(value, "aggfilter") !== undefined ||
          any("args")
        );
      }
      case "CASEEXPR":
        return (
          inner("defresult") || nodesIn(value, "args").some((when) => this.mayBeNull(scope, when.fields.get("result")))
        );
      case "SUBLINK":
        return this.isSublinkNullable(scope, value);
      case "RELABELTYPE":
      case "COERCEVIAIO":
      case "ARRAYCOERCEEXPR":
      case "NAMEDARGEXPR":
      case "COLLATEEXPR":
      case "COERCETODOMAIN":
        return inner("arg");
      case "PARAM":
        return scope.isWriting === true;
      case "NULLTEST":
      case "BOOLEANTEST":
      case "DISTINCTEXPR":
      case "ARRAYEXPR":
      case "ROWEXPR":
      case "CASETESTEXPR":
      case "SQLVALUEFUNCTION":
        return false;
      default:
        return true;
    }
  }

  private isCallNullable(scope: Scope, node: TreeNode): boolean {
    const called = this.functionOf(node);
    if (called === undefined) return true;
    if (neverNull.has(called.name)) return false;
    const args = nodesIn(node, "args");
    if (followsFirst.has(called.name)) return this.mayBeNull(scope, args[0]);
    // With a second argument, a missing setting is null.
    if (called.name === "current_setting" && args.length === 1) return false;
    if (textIn(node, "funcretset") === "true") return !fullRows.has(called.name);
    if (!called.isStrict || mayReturnNull.has(called.name)) return true;
    return args.some((arg) => this.mayBeNull(scope, arg));
  }

  /** Over no rows, an aggregate is null. */
  private isAggregateNullable(scope: Scope, node: TreeNode): boolean {
    const name = this.functionOf(node)?.name ?? "";
    if (name === "count" || name === "regr_count") return false;
    const isGrouped =
      nodesIn(scope.query, "groupClause").length > 0 && nodesIn(scope.query, "groupingSets").length === 0;
    if (!isGrouped || nodeIn(node, "aggfilter") !== undefined) return true;
    if (collecting.has(name)) return false;
    return nodesIn(node, "args").some((entry) => this.mayBeNull(scope, entry.fields.get("expr")));
  }

  private isSublinkNullable(scope: Scope, node: TreeNode): boolean {
    const type = numberIn(node, "subLinkType");
    if (type === 0 || type === 6) return false;
    const query = nodeIn(node, "subselect");
    if (query === undefined) return true;
    const [column = true] = this.columnsOf(query, scope);
    if (type === 2) return column || this.mayBeNull(scope, node.fields.get("testexpr"));
    return type !== 4 || column || !isOneRow(query);
  }

  private isVariableNullable(from: Scope, node: TreeNode): boolean {
    let scope: Scope | undefined = from;
    for (let level = numberIn(node, "varlevelsup"); level > 0; level -= 1) scope = scope?.outer;
    if (scope === undefined) return true;
    const table = scope.tables[numberIn(node, "varno") - 1];
    const column = numberIn(node, "varattno");
    if (table === undefined) return true;
    if (scope.facts.has(keyOf(node))) return false;
    if (membersIn(node, "varnullingrels").length > 0) return true;
    return column > 0 && this.isColumnNullable(scope, table, { number: numberIn(node, "varno"), column });
  }

  private isColumnNullable(
    scope: Scope,
    table: TreeNode,
    { number, column }: { number: number; column: number },
  ): boolean {
    const kind = numberIn(table, "rtekind");
    if (kind === numbered.relation)
      return (
        !this.catalogue.notNull.has(`${numberIn(table, "relid")}.${column}`) && !this.isWritten(scope, number, column)
      );
    const isMerged = kind === numbered.join && numberIn(table, "jointype") === 2;
    const merged = isMerged ? nodesIn(table, "joinaliasvars")[column - 1] : undefined;
    // One side of a full join has a row.
    if (merged?.kind === "COALESCEEXPR")
      return nodesIn(merged, "args").some((arg) =>
        this.isVariableNullable(scope, { ...arg, fields: new Map([...arg.fields, ["varnullingrels", []]]) }),
      );
    const listed = { [numbered.join]: "joinaliasvars", [numbered.group]: "groupexprs" }[kind];
    if (listed !== undefined) return this.mayBeNull(scope, nodesIn(table, listed)[column - 1]);
    if (kind === numbered.subquery) {
      const query = nodeIn(table, "subquery");
      return query === undefined || this.columnsOf(query, scope)[column - 1] !== false;
    }
    if (kind === numbered.with) return this.isWithColumnNullable(scope, table, column);
    if (kind === numbered.function) return this.isFunctionColumnNullable(table, column);
    if (kind !== numbered.values) return true;
    const lists = table.fields.get("values_lists");
    return (
      !Array.isArray(lists) ||
      lists.some((list: TreeValue) => !Array.isArray(list) || this.mayBeNull(scope, list[column - 1]))
    );
  }

  /** The statement itself gives the column a value. */
  private isWritten(scope: Scope, number: number, column: number): boolean {
    const { query } = scope;
    if (!scope.isReturning || number !== numberIn(query, "resultRelation")) return false;
    const command = numberIn(query, "commandType");
    if (command !== commands.update && command !== commands.insert) return false;
    const before = { ...scope, isReturning: false, isWriting: true };
    const isSet = (entries: readonly TreeNode[]) =>
      entries.some((entry) => numberIn(entry, "resno") === column && !this.mayBeNull(before, entry.fields.get("expr")));
    const conflict = nodeIn(query, "onConflict");
    const isUpdating = conflict !== undefined && numberIn(conflict, "action") === 2;
    return isSet(nodesIn(query, "targetList")) && (!isUpdating || isSet(nodesIn(conflict, "onConflictSet")));
  }

  private isWithColumnNullable(from: Scope, table: TreeNode, column: number): boolean {
    let scope: Scope | undefined = from;
    for (let level = numberIn(table, "ctelevelsup"); level > 0; level -= 1) scope = scope?.outer;
    const part =
      scope && nodesIn(scope.query, "cteList").find((found) => textIn(found, "ctename") === textIn(table, "ctename"));
    const query = part && nodeIn(part, "ctequery");
    if (query === undefined || scope === undefined) return true;
    return this.columnsOf(query, scope)[column - 1] ?? false;
  }

  private isFunctionColumnNullable(table: TreeNode, column: number): boolean {
    let left = column;
    for (const part of nodesIn(table, "functions")) {
      const count = numberIn(part, "funccolcount");
      const call = nodeIn(part, "funcexpr");
      if (left <= count) return call === undefined || this.isSourceNullable(call);
      left -= count;
    }
    // What follows is the ordinality.
    return false;
  }

  private isSourceNullable(call: TreeNode): boolean {
    const called = this.functionOf(call);
    return called === undefined || !(fullRows.has(called.name) || neverNull.has(called.name));
  }
}

const keyOf = (variable: TreeNode): string => `${numberIn(variable, "varno")}.${numberIn(variable, "varattno")}`;

/** The query has exactly one row: an aggregate over everything, or a select without a source. */
function isOneRow(query: TreeNode): boolean {
  const source = nodeIn(query, "jointree");
  const isAggregate = textIn(query, "hasAggs") === "true" && nodesIn(query, "groupClause").length === 0;
  const isConstant =
    source !== undefined && nodesIn(source, "fromlist").length === 0 && nodeIn(source, "quals") === undefined;
  return (isAggregate || isConstant) && nodeIn(query, "havingQual") === undefined;
}
