import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Context } from "../../context.ts";
import { issueConfirmation, redeemConfirmation, type IrreversibleCall } from "../../features/mcp/confirmations.ts";
import { canonicalJson } from "../../features/mcp/canonical-json.ts";
import { authorize, type Identity } from "../../http/auth.ts";
import type { AuditActor } from "../../journal/audit.ts";
import { translateError, type AnyError } from "../../http/errors.ts";
import { ApiError, conflict, validation } from "../../kernel/errors.ts";
import type { Log } from "../../log.ts";
import { inputOf, isJson, type Json, type OperationInput } from "./arguments.ts";
import { describeOperation, requireOperation, searchOperations, type Catalog, type CompanyBinding } from "./catalog.ts";
import { previewers } from "./previews/all.ts";
import type { Preview } from "./previews/preview.ts";
import { errorResult, resultOf } from "./results.ts";
import { checkInput, runOperation } from "./run-operation.ts";

/** One authenticated request: who calls, and in which company. */
export type Session = {
  readonly identity: Identity;
  readonly context: Context;
  /** Whom the audit log names. */
  readonly auditActor: AuditActor | undefined;
  /** Names the grant or the API key: confirmations and limits belong to it. */
  readonly holder: string;
};

export type ToolCall = { readonly binding: CompanyBinding; readonly values: Json; readonly confirmToken: unknown };

/** The operation that a call of a tool would run; undefined for tools that only describe. */
export function operationCalled(catalog: Catalog, name: string, values: Json): ToolCall | undefined {
  const own = catalog.byTool.get(name);
  if (own !== undefined) {
    const { confirmToken, ...rest } = values;
    return { binding: own, values: rest, confirmToken };
  }
  if (name !== "api_read" && name !== "api_write") return undefined;
  const binding = requireOperation(catalog, values["operation"]);
  const given = values["arguments"] ?? {};
  if (!isJson(given)) throw validation("arguments");
  const isRead = binding.operation.risk === "read";
  if (isRead !== (name === "api_read")) throw validation("operation", { tool: isRead ? "api_read" : "api_write" });
  return { binding, values: given, confirmToken: values["confirmToken"] };
}

export type Tools = { readonly catalog: Catalog; readonly log: Log };

/** Errors of the operation are results that the assistant reads; unexpected ones are logged and not shown. */
export async function callTool(
  tools: Tools,
  session: Session,
  { name, values }: { readonly name: string; readonly values: Json },
): Promise<CallToolResult> {
  try {
    if (name === "api_search") return resultOf(searchOperations(tools.catalog, values));
    if (name === "api_describe")
      return resultOf(describeOperation(requireOperation(tools.catalog, values["operation"])));
    const call = operationCalled(tools.catalog, name, values);
    if (call === undefined) throw validation("name");
    return await runCall(tools, session, call);
  } catch (error) {
    const known = error instanceof Error ? translateError(error satisfies AnyError) : undefined;
    if (known === undefined) tools.log.error({ err: error }, "unexpected error of a tool");
    return errorResult(known ?? new ApiError("server", "unexpected"));
  }
}

async function runCall(tools: Tools, session: Session, call: ToolCall): Promise<CallToolResult> {
  const { binding, values, confirmToken } = call;
  const { operation } = binding;
  authorize(session.identity, operation);
  const input = inputOf(operation, values);
  checkInput(operation, input);
  if (operation.risk !== "irreversible") return resultOf(await runOperation(session, binding, input));
  if (confirmToken !== undefined && typeof confirmToken !== "string") throw validation("confirmToken");
  return runIrreversible(tools, session, { binding, input, confirmToken });
}

type Confirmable = {
  readonly binding: CompanyBinding;
  readonly input: OperationInput;
  readonly confirmToken: string | undefined;
};

async function runIrreversible(
  tools: Tools,
  session: Session,
  { binding, input, confirmToken }: Confirmable,
): Promise<CallToolResult> {
  const { name } = binding.operation;
  const { context, holder } = session;
  const call: IrreversibleCall = { holder, operation: name, input };
  const expected = confirmToken === undefined ? undefined : await redeemConfirmation(context, call, confirmToken);
  const preview = await previewOf(tools.catalog, session, { operation: name, input });
  const actual = preview.state ?? preview.shown;
  if (confirmToken !== undefined && isSameState(expected, actual, preview.drifting ?? [])) {
    return resultOf(await runOperation(session, binding, input));
  }
  const question = {
    operation: name,
    preview: preview.shown,
    warnings: preview.warnings ?? [],
    ...(await issueConfirmation(context, call, actual)),
  };
  if (confirmToken === undefined) return resultOf({ status: "confirmation_required", ...question });
  return errorResult(conflict("confirm_state_changed", { expected, actual }), question);
}

function previewOf(
  catalog: Catalog,
  session: Session,
  { operation, input }: { readonly operation: string; readonly input: OperationInput },
): Promise<Preview> {
  const previewer = previewers[operation];
  if (previewer === undefined) throw new Error(`operation ${operation} has no preview`);
  return previewer((name, { params = {}, query = {}, body = {} }) => {
    const binding = requireOperation(catalog, name);
    const own = { params: { ...params }, query: { ...query }, body };
    checkInput(binding.operation, own);
    return runOperation(session, binding, own);
  }, input);
}

const maxDrift = 0.05;

function isSameState(expected: unknown, actual: Json, drifting: readonly string[]): boolean {
  if (!isJson(expected)) return false;
  return Object.keys({ ...expected, ...actual }).every((field) => {
    const [before, now] = [expected[field], actual[field]];
    if (drifting.includes(field) && typeof before === "number" && typeof now === "number") {
      return Math.abs(now - before) <= before * maxDrift;
    }
    return canonicalJson(before) === canonicalJson(now);
  });
}
