import { isJson, type Json, type OperationInput } from "./arguments.ts";
import { objectIn } from "./previews/preview.ts";

/**
 * Arguments that repeat a number of the preview. When the state changed, the renewed preview has another number: its token
 * confirms that one, whatever the call says.
 */
const corrected: Readonly<Record<string, string>> = {
  approveCampaign: "expectedRecipients",
  approveVariants: "expectedRecipients",
};

/** The arguments that the token of a renewed preview is bound to; undefined for operations without corrections. */
export function uncorrectedInput(
  operation: string,
  { params, query, body }: OperationInput,
): OperationInput | undefined {
  const field = corrected[operation];
  if (field === undefined) return undefined;
  const { [field]: _, ...rest } = objectIn(body);
  return { params, query, body: rest };
}

/** The arguments with what the renewed preview showed. */
export function correctedInput(operation: string, input: OperationInput, value: unknown): OperationInput {
  const field = corrected[operation];
  return field === undefined ? input : { ...input, body: { ...objectIn(input.body), [field]: value } };
}

const correctionKey = "corrected";

/** The state of a renewed preview, with the value that it corrects. */
export const withCorrection = (state: Json, value: unknown): Json => ({ ...state, [correctionKey]: value });

export function splitCorrection(state: unknown): { readonly state: unknown; readonly value: unknown } {
  if (!isJson(state)) return { state, value: undefined };
  const { [correctionKey]: value, ...rest } = state;
  return { state: rest, value };
}
