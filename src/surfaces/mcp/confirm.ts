import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import { getAssistantSending } from "../../features/account/company/queries.ts";
import {
  getConfirmedState,
  issueConfirmation,
  redeemConfirmation,
  type IrreversibleCall,
} from "../../features/mcp/confirmations.ts";
import { createRequest } from "../../features/mcp/requests/service.ts";
import { memberIdOf } from "../../kernel/actor.ts";
import { conflict, forbidden } from "../../kernel/errors.ts";
import { runAct, type Act } from "./acts.ts";
import type { OperationInput } from "./arguments.ts";
import type { FoundEffect } from "./effects/effect.ts";
import { askPerson, type Confirmation } from "./elicitation.ts";
import { errorResult, resultOf } from "./results.ts";
import type { Session, Tools } from "./session.ts";
import { shownStateOf, type ShownState } from "./state.ts";

export type ToolResult = CallToolResult | InputRequiredResult;

/** Answers a preview first; runs the operation, or requests its approval, when the preview is confirmed and still true. */
export async function runConfirmed(
  { catalog }: Tools,
  session: Session,
  {
    confirmation,
    effects,
    ...act
  }: Act & {
    readonly confirmation: Confirmation;
    readonly effects: readonly FoundEffect[];
  },
): Promise<ToolResult> {
  const { context, holder } = session;
  const { name: operation } = act.binding.operation;
  const call = { holder, operation, input: act.input };
  const { token, isDeclined } = confirmation;
  const sending = effects.length === 0 ? "token" : await getAssistantSending(context.db);
  if (sending === "never") throw forbidden("assistant");
  if (token !== undefined && isDeclined) {
    await redeemConfirmation(context, call, token);
    throw conflict("cancelled");
  }
  const expected = token === undefined ? undefined : await getConfirmedState(context, call, token);
  const shown = await shownStateOf(catalog, context, { ...call, effects });
  if (token === undefined) return ask(session, { act, call, shown }, confirmation);
  if (!shown.isSameAs(expected)) {
    await redeemConfirmation(context, call, token);
    const changed = conflict("confirm_state_changed", { expected, actual: shown.state });
    return ask(session, { act, call, shown }, { ...confirmation, changed });
  }
  if (sending === "approval") return resultOf(await requestApproval(session, { call, shown, token }));
  return resultOf(await runAct(session, act, (db) => redeemConfirmation({ ...context, db }, call, token)));
}

type ConfirmedCall = IrreversibleCall & { readonly input: OperationInput };
type Question = { readonly act: Act; readonly call: ConfirmedCall; readonly shown: ShownState };
type Asking = Confirmation & { readonly changed?: ReturnType<typeof conflict> };

async function ask({ context }: Session, { act, call, shown }: Question, asking: Asking): Promise<ToolResult> {
  const { preview, warnings, state } = shown;
  const issued = await issueConfirmation(context, call, state);
  if (asking.canAskPerson) {
    return askPerson({ summary: act.binding.operation.summary, preview, warnings, token: issued.confirmToken });
  }
  const question = { operation: call.operation, preview, warnings, ...issued };
  if (asking.changed !== undefined) return errorResult(asking.changed, question);
  return resultOf({ status: "confirmation_required", ...question });
}

type Approvable = { readonly call: ConfirmedCall; readonly shown: ShownState; readonly token: string };

/** The request and the use of the token are one transaction. */
async function requestApproval(session: Session, { call, shown, token }: Approvable) {
  const { context, holder } = session;
  const client = await session.client();
  const { preview, warnings, state } = shown;
  const requested = await context.db.transaction(async (db) => {
    await redeemConfirmation({ ...context, db }, call, token);
    return createRequest(
      { ...context, db },
      {
        holder,
        client,
        memberId: memberIdOf(context.actor) ?? "",
        operation: call.operation,
        input: call.input,
        preview,
        warnings,
        snapshot: state,
      },
    );
  });
  return {
    status: "approval_required",
    ...requested,
    operation: call.operation,
    lookUp: { operation: "getAssistantRequest", arguments: { id: requested.requestId } },
  };
}
