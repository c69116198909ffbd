import { node, type SqlNode } from "../../../../db/sql-node.ts";
import type { CompileContext } from "../../../segments/compile-context.ts";
import { compileDefinition } from "../../../segments/compile.sql.ts";
import type { RuleGroup } from "../../../segments/grammar.ts";

/** The definition of a condition and what it needs to be compiled. */
export type LoadedCondition = { readonly definition: RuleGroup; readonly context: CompileContext };

/** Over `contact c`. A definition that names a deleted object matches no contact. */
export const compileCondition = ({ definition, context }: LoadedCondition, now: Date): SqlNode =>
  context.hasMissingReference ? node`false` : compileDefinition({ ...context, now }, definition);
