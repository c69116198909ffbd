import type { ServerContext } from "@modelcontextprotocol/server";
import { authorize } from "../../http/auth.ts";
import { translateError, type AnyError } from "../../http/errors.ts";
import { ApiError, validation } from "../../kernel/errors.ts";
import { runAct } from "./acts.ts";
import { toInput, isJson, type Json } from "./arguments.ts";
import { hasCard } from "./card/emails.ts";
import { requireOperation, type Catalog, type CompanyBinding } from "./catalog.ts";
import { withColumns } from "./columns.ts";
import { runConfirmed, type ToolResult } from "./confirm.ts";
import { describeOperation } from "./describe.ts";
import { findEffects, isDryRun, mayNeedConfirmation } from "./effects/all.ts";
import { readConfirmation } from "./elicitation.ts";
import { helpFor } from "./help.ts";
import { withNames } from "./names.ts";
import { describeOverview } from "./overview.ts";
import { errorResult, toResult } from "./results.ts";
import { answerOperation, checkInput } from "./run-operation.ts";
import { searchOperations } from "./search.ts";
import type { Session, Tools } from "./session.ts";
import { catalogToolNames } from "./tools.ts";

export type ToolCall = {
  readonly binding: CompanyBinding;
  readonly values: Json;
  readonly confirmToken: unknown;
  /** The chosen columns of the answer of a read. */
  readonly fields: unknown;
  /** The tool of the operation itself; undefined for `api_read` and `api_write`. */
  readonly core: string | undefined;
};

/** The operation that a call of a tool would run; undefined for tools that only describe. */
export function operationCalled(catalog: Catalog, name: string, values: Json): ToolCall | undefined {
  const own = catalog.byTool.get(name);
  if (own !== undefined) {
    const { confirmToken, ...rest } = values;
    if (own.operation.risk !== "read")
      return { binding: own, values: rest, confirmToken, fields: undefined, core: name };
    const { fields, ...given } = rest;
    return { binding: own, values: given, confirmToken, fields, core: name };
  }
  if (name !== "api_read" && name !== "api_write") return undefined;
  const binding = requireOperation(catalog, values["operation"]);
  const given = values["arguments"] ?? {};
  if (!isJson(given)) throw validation("arguments", { type: "object" });
  const isRead = binding.operation.risk === "read";
  if (isRead !== (name === "api_read"))
    throw validation("operation", {
      tool: isRead ? "api_read" : "api_write",
      pattern: `an operation that ${name === "api_read" ? "reads" : "writes"}`,
    });
  const { confirmToken, fields } = values;
  return { binding, values: given, confirmToken, fields: isRead ? fields : undefined, core: undefined };
}

type NamedCall = {
  readonly name: string;
  readonly values: Json;
  readonly request: ServerContext;
  /** The client shows the cards of MCP Apps. */
  readonly showsCards: boolean;
};

/** Errors of the operation are results that the assistant reads; unexpected ones are logged and not shown. */
export async function callTool(
  tools: Tools,
  session: Session,
  { name, values, request, showsCards }: NamedCall,
): Promise<ToolResult> {
  let operation: string | undefined;
  try {
    if (name === "api_search") return toResult(searchOperations(tools.catalog, values));
    if (name === "api_describe")
      return toResult(describeOperation(requireOperation(tools.catalog, values["operation"]), values["part"]));
    const call = operationCalled(tools.catalog, name, values);
    if (call === undefined)
      throw validation("name", { allowed: [...tools.catalog.byTool.keys(), ...catalogToolNames] });
    operation = call.binding.operation.name;
    return await runCall(tools, session, { ...call, request, showsCards });
  } catch (error) {
    const known = error instanceof Error ? translateError(error satisfies AnyError) : undefined;
    if (known === undefined) tools.log.error({ err: error }, "unexpected error of a tool");
    const shown = known ?? new ApiError("server", "unexpected");
    const help = helpFor(operation, shown);
    return errorResult(shown, help === undefined ? {} : { help });
  }
}

async function runCall(
  tools: Tools,
  session: Session,
  { binding, values, confirmToken, fields, core, request, showsCards }: ToolCall & Omit<NamedCall, "name">,
): Promise<ToolResult> {
  const { operation } = binding;
  authorize(session.identity, operation);
  const input = toInput(operation, values);
  checkInput(operation, input);
  const complete = async (body: Json): Promise<Json> => {
    if (core === undefined) return body;
    const whole = core === "account_overview" ? await describeOverview(tools, session, body) : body;
    return withNames(tools, session, whole);
  };
  if (operation.risk === "read") {
    const { body, json } = await answerOperation(session, binding, input);
    if (core === undefined && fields === undefined) return toResult(body, json);
    return toResult(withColumns(await complete(body), fields));
  }
  const act = async () => toResult(await complete(await runAct(session, { binding, input })));
  if (!mayNeedConfirmation(operation) || isDryRun(operation, input)) return act();
  const confirmation = readConfirmation(confirmToken, request);
  const effects = await findEffects(session.context, operation, input);
  const isOrdinary = operation.risk === "write" && effects.length === 0 && confirmation.token === undefined;
  if (isOrdinary) return act();
  return runConfirmed(tools, session, {
    binding,
    input,
    effects,
    confirmation,
    complete,
    showsCard: showsCards && core !== undefined && hasCard(operation.name),
  });
}
