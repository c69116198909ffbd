import type { Context } from "../../context.ts";
import { canonicalJson } from "./canonical-json.ts";
import { randomToken, sha256 } from "../../kernel/crypto.ts";
import { ApiError, conflict } from "../../kernel/errors.ts";
import { addMs } from "../../kernel/local-time.ts";
import { deleteSurplusConfirmations, findConfirmation, insertConfirmation, useConfirmation } from "./queries.ts";

const maxOpenPerHolder = 20;

/** An irreversible call of an assistant. `holder` names its grant or API key. */
export type IrreversibleCall = {
  readonly holder: string;
  readonly operation: string;
  readonly input: unknown;
};

export type IssuedConfirmation = { readonly confirmToken: string; readonly expiresAt: string };

type ConfirmContext = Pick<Context, "db" | "clock" | "mcp">;

export async function issueConfirmation(
  { db, clock, mcp }: ConfirmContext,
  call: IrreversibleCall,
  snapshot: unknown,
): Promise<IssuedConfirmation> {
  const confirmToken = `psf_${randomToken()}`;
  const now = clock.now();
  const expiresAt = addMs(now, mcp.confirmS * 1000);
  await insertConfirmation(db, {
    tokenHash: sha256(confirmToken),
    holder: call.holder,
    operation: call.operation,
    argumentsHash: hashOf(call.input),
    snapshot: canonicalJson(snapshot),
    createdAt: now,
    expiresAt,
  });
  await deleteSurplusConfirmations(db, call.holder, maxOpenPerHolder);
  return { confirmToken, expiresAt: expiresAt.toISOString() };
}

/**
 * The state that the preview of the token showed. The token stays usable, except that other arguments use it up; a token
 * of another holder is unknown.
 */
export async function getConfirmedState(
  { db, clock }: ConfirmContext,
  call: IrreversibleCall,
  confirmToken: string,
): Promise<unknown> {
  const token = { tokenHash: sha256(confirmToken), holder: call.holder };
  const now = clock.now();
  const found = await findConfirmation(db, token);
  if (found === undefined) throw conflict("confirm_token_invalid");
  if (found.expiresAt <= now) throw new ApiError("expired", "confirm_token");
  if (found.operation === call.operation && found.argumentsHash.equals(hashOf(call.input))) {
    return JSON.parse(found.snapshot);
  }
  await useConfirmation(db, token, now);
  throw conflict("confirm_args_mismatch");
}

/** In the transaction of the operation: one of several calls with the token commits, and a failed one leaves it usable. */
export async function redeemConfirmation(
  { db, clock }: Pick<ConfirmContext, "db" | "clock">,
  { holder }: Pick<IrreversibleCall, "holder">,
  confirmToken: string,
): Promise<void> {
  const isUsed = await useConfirmation(db, { tokenHash: sha256(confirmToken), holder }, clock.now());
  if (!isUsed) throw conflict("confirm_token_invalid");
}

const hashOf = (input: unknown): Buffer => sha256(canonicalJson(input));
