import type { ServerContext } from "@modelcontextprotocol/server";
import { authorize } from "../../http/auth.ts";
import { translateError, type AnyError } from "../../http/errors.ts";
import { ApiError, validation } from "../../kernel/errors.ts";
import { runAct } from "./acts.ts";
import { inputOf, isJson, type Json } from "./arguments.ts";
import { describeOperation, requireOperation, searchOperations, type Catalog, type CompanyBinding } from "./catalog.ts";
import { runConfirmed, type ToolResult } from "./confirm.ts";
import { findEffects, mayNeedConfirmation } from "./effects/all.ts";
import { confirmationOf } from "./elicitation.ts";
import { errorResult, resultOf } from "./results.ts";
import { answerOperation, checkInput } from "./run-operation.ts";
import type { Session, Tools } from "./session.ts";

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

type NamedCall = { readonly name: string; readonly values: Json; readonly request: ServerContext };

/** Errors of the operation are results that the assistant reads; unexpected ones are logged and not shown. */
export async function callTool(
  tools: Tools,
  session: Session,
  { name, values, request }: NamedCall,
): Promise<ToolResult> {
  try {
    if (name === "api_search") return resultOf(searchOperations(tools.catalog, values));
    if (name === "api_describe")
      return resultOf(describeOperation(requireOperation(tools.catalog, values["operation"])));
    const call = operationCalled(tools.catalog, name, values);
    if (call === undefined) throw validation("name");
    return await runCall(tools, session, { ...call, request });
  } catch (error) {
    const known = error instanceof Error ? translateError(error satisfies AnyError) : undefined;
    if (known === undefined) tools.log.error({ err: error }, "unexpected error of a tool");
    return errorResult(known ?? new ApiError("server", "unexpected"));
  }
}

async function runCall(
  tools: Tools,
  session: Session,
  { binding, values, confirmToken, request }: ToolCall & Pick<NamedCall, "request">,
): Promise<ToolResult> {
  const { operation } = binding;
  authorize(session.identity, operation);
  const input = inputOf(operation, values);
  checkInput(operation, input);
  if (operation.risk === "read") {
    const { body, json } = await answerOperation(session, binding, input);
    return resultOf(body, json);
  }
  if (!mayNeedConfirmation(operation)) return resultOf(await runAct(session, { binding, input }));
  const confirmation = confirmationOf(confirmToken, request);
  const effects = await findEffects(session.context, operation, input);
  const isOrdinary = operation.risk === "write" && effects.length === 0 && confirmation.token === undefined;
  if (isOrdinary) return resultOf(await runAct(session, { binding, input }));
  return runConfirmed(tools, session, { binding, input, effects, confirmation });
}
