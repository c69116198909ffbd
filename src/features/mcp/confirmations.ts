import type { Context } from "../../context.ts";
import { canonicalJson } from "./canonical-json.ts";
import { randomToken, sha256 } from "../../kernel/crypto.ts";
import { ApiError, conflict } from "../../kernel/errors.ts";
import { addMs } from "../../kernel/local-time.ts";
import { deleteSurplusConfirmations, insertConfirmation, useConfirmation } from "./queries.ts";

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
 * Uses up the token and returns the state that its preview showed. The token is used up before the operation runs, so
 * that two calls with one token run it at most once; a token of another holder stays usable for its own.
 */
export async function redeemConfirmation(
  { db, clock }: ConfirmContext,
  call: IrreversibleCall,
  confirmToken: string,
): Promise<unknown> {
  const now = clock.now();
  const found = await useConfirmation(db, { tokenHash: sha256(confirmToken), holder: call.holder, now });
  if (found === undefined) throw conflict("confirm_token_invalid");
  if (found.expiresAt <= now) throw new ApiError("expired", "confirm_token");
  if (found.operation !== call.operation || !found.argumentsHash.equals(hashOf(call.input))) {
    throw conflict("confirm_args_mismatch");
  }
  return JSON.parse(found.snapshot);
}

const hashOf = (input: unknown): Buffer => sha256(canonicalJson(input));
