import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type InputRequiredResult,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { validation } from "../../kernel/errors.ts";
import { isJson, type Json } from "./arguments.ts";
import { visibleText } from "./results.ts";

/** How a call is confirmed: with a token of the assistant, or by the person whom the client asked. */
export type Confirmation = {
  readonly token: string | undefined;
  readonly isDeclined: boolean;
  /** The client of this request can show a form to the person. */
  readonly canAskPerson: boolean;
};

const answerKey = "confirm";

/**
 * The client repeats the call with the person's answer and the state that it was given, which is the confirm token: it is
 * random and bound to the call, so that it needs no signature.
 */
export function readConfirmation(given: unknown, { mcpReq }: ServerContext): Confirmation {
  if (given !== undefined && typeof given !== "string") throw validation("confirmToken", { type: "string" });
  const canAskPerson = hasForms(Reflect.get(mcpReq.envelope ?? {}, CLIENT_CAPABILITIES_META_KEY));
  if (given !== undefined) return { token: given, isDeclined: false, canAskPerson };
  const state: unknown = mcpReq.requestState();
  const answer = mcpReq.inputResponses?.[answerKey];
  if (typeof state !== "string" || !isJson(answer)) return { token: undefined, isDeclined: false, canAskPerson };
  const { action, content } = answer;
  const isAccepted = action === "accept" && isJson(content) && content[answerKey] === true;
  return { token: state, isDeclined: !isAccepted, canAskPerson };
}

/** An empty capability means forms: revisions before 2025-11-25 knew nothing else. */
function hasForms(capabilities: unknown): boolean {
  const elicitation = isJson(capabilities) ? capabilities["elicitation"] : undefined;
  return isJson(elicitation) && ("form" in elicitation || Object.keys(elicitation).length === 0);
}

type PersonQuestion = {
  readonly summary: string;
  readonly preview: Json;
  readonly warnings: readonly string[];
  readonly token: string;
};

export function askPerson({ summary, preview, warnings, token }: PersonQuestion): InputRequiredResult {
  const numbers = Object.entries(preview).map(([field, value]) => `${field}: ${visibleText(value)}`);
  return inputRequired({
    requestState: token,
    inputRequests: {
      [answerKey]: inputRequired.elicit({
        message: [`${summary}.`, ...numbers, ...warnings].join("\n"),
        requestedSchema: {
          type: "object",
          properties: { [answerKey]: { type: "boolean", title: "Do it", description: summary } },
          required: [answerKey],
        },
      }),
    },
  });
}
