import type { Context } from "../../context.ts";
import { canonicalJson } from "./canonical-json.ts";
import { randomToken, sha256 } from "../../kernel/crypto.ts";
import { ApiError, conflict } from "../../kernel/errors.ts";
import { addMs } from "../../kernel/local-time.ts";
import { deleteSurplusConfirmations, findConfirmation, insertConfirmation, useConfirmation } from "./queries.ts";
import { readMcpSettings } from "./settings.ts";

const maxOpenPerHolder = 20;

/** An irreversible call of an assistant. `holder` names its grant or API key. */
export type IrreversibleCall = {
  readonly holder: string;
  readonly operation: string;
  readonly input: unknown;
  /** The arguments without those that a renewed preview corrects: its token is bound to these alone. */
  readonly uncorrected?: unknown;
};

export type IssuedConfirmation = { readonly confirmToken: string; readonly expiresAt: string };

type ConfirmContext = Pick<Context, "db" | "clock" | "config">;

export async function issueConfirmation(
  ctx: ConfirmContext,
  call: IrreversibleCall,
  snapshot: unknown,
): Promise<IssuedConfirmation> {
  const confirmToken = `psf_${randomToken()}`;
  const { db, clock } = ctx;
  const now = clock.now();
  const expiresAt = addMs(now, readMcpSettings(ctx).confirmS * 1000);
  await insertConfirmation(db, {
    tokenHash: sha256(confirmToken),
    holder: call.holder,
    operation: call.operation,
    argumentsHash: hashInput(call.input),
    snapshot: canonicalJson(snapshot),
    createdAt: now,
    expiresAt,
  });
  await deleteSurplusConfirmations(db, call.holder, maxOpenPerHolder);
  return { confirmToken, expiresAt: expiresAt.toISOString() };
}

/** The state that a preview showed. The person agreed to its corrections of the arguments, where it was a renewed one. */
export type Confirmed = { readonly state: unknown; readonly isCorrected: boolean };

/**
 * The state that the preview of the token showed. The token stays usable, except that other arguments use it up; a token
 * of another holder is unknown.
 */
export async function getConfirmedState(
  { db, clock }: ConfirmContext,
  call: IrreversibleCall,
  confirmToken: string,
): Promise<Confirmed> {
  const token = { tokenHash: sha256(confirmToken), holder: call.holder };
  const now = clock.now();
  const found = await findConfirmation(db, token);
  if (found === undefined) throw conflict("confirm_token_invalid");
  if (found.expiresAt <= now) throw new ApiError("expired", "confirm_token");
  if (found.operation === call.operation) {
    const state: unknown = JSON.parse(found.snapshot);
    if (found.argumentsHash.equals(hashInput(call.input))) return { state, isCorrected: false };
    const { uncorrected } = call;
    if (uncorrected !== undefined && found.argumentsHash.equals(hashInput(uncorrected)))
      return { state, isCorrected: true };
  }
  await useConfirmation(db, token, now);
  throw conflict("confirm_args_mismatch");
}

/** Runs in the transaction of the operation: one of several calls with the token commits, and a failed one leaves it usable. */
export async function redeemConfirmation(
  { db, clock }: Pick<ConfirmContext, "db" | "clock">,
  { holder }: Pick<IrreversibleCall, "holder">,
  confirmToken: string,
): Promise<void> {
  const isUsed = await useConfirmation(db, { tokenHash: sha256(confirmToken), holder }, clock.now());
  if (!isUsed) throw conflict("confirm_token_invalid");
}

const hashInput = (input: unknown): Buffer => sha256(canonicalJson(input));
