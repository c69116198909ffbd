import type { Services, VisitorContext } from "../../../context.ts";
import { decryptStored, encrypt, requireDataKey } from "../../../kernel/encryption.ts";
import { conflict, validation, type ApiError, noRule } from "../../../kernel/errors.ts";
import type { PersonRecord } from "../queries.ts";
import { recordPersonalChange } from "../security-notices/service.ts";
import * as queries from "./queries.ts";
import { consumeRecoveryCode, createRecoveryCodes } from "./recovery-codes.ts";
import { observingLockOut, recordFailedAccess, type ObservedContext } from "./sign-in-events.ts";
import { requirePassword, requireSignedInPerson, sessionHashOf } from "./signed-in-person.ts";
import { beginAttempt, beginCodeAttempt, clearAttempt } from "./throttle.ts";
import { findTotpStep, createTotpSecret, otpauthUrl } from "./totp.ts";

type TwoFactorContext = ObservedContext & Pick<Services, "dataKey">;

export async function beginTwoFactor(ctx: VisitorContext, password: string) {
  const person = await requireSignedInPerson(ctx);
  await requirePassword(ctx, person, password);
  const key = requireDataKey(ctx.dataKey);
  const secret = createTotpSecret();
  const isPending = await queries.updatePendingTotpSecret(
    ctx.db,
    person.id,
    encrypt(key, totpAssociatedData(person.id), secret),
  );
  if (!isPending) throw conflict("status");
  return { secret, url: otpauthUrl(secret, person.email) };
}

export async function confirmTwoFactor(ctx: VisitorContext, code: string) {
  const person = await requireSignedInPerson(ctx);
  const sealed = person.totpSecret;
  if (sealed === null || person.totpEnabledAt !== null) throw conflict("status");
  const secret = decryptSecret(ctx, person, sealed);
  const attempt = await beginAttempt(ctx, person.email);
  const at = ctx.clock.now();
  const step = findTotpStep(secret, code, at);
  if (step === undefined) throw validation("code", noRule);
  await clearAttempt(ctx, attempt);
  return ctx.db.transaction(async (db) => {
    if (!(await queries.updateTwoFactorEnabled(db, person.id, { sealed, step, at }))) throw conflict("status");
    await queries.deleteOtherSessions(db, person.id, sessionHashOf(ctx));
    const change = { kind: "two_factor_enabled", operation: "confirmTwoFactor", object: "two-factor" } as const;
    await recordPersonalChange({ ...ctx, db }, person.id, change);
    return { recoveryCodes: await createRecoveryCodes(db, person.id) };
  });
}

/** A second factor is required too: an attended session and the password would otherwise be enough to get past it. */
export async function replaceRecoveryCodes(ctx: VisitorContext, proof: { password: string; code?: string }) {
  const person = await requireSignedInPerson(ctx);
  await requirePassword(ctx, person, proof.password);
  if (person.totpEnabledAt === null) throw conflict("status");
  const rejection = validation("code", noRule);
  if (proof.code === undefined) throw rejection;
  await requireCode(ctx, person, { code: proof.code, refusal: rejection });
  return ctx.db.transaction(async (db) => {
    if (!(await queries.lockTwoFactorEnabled(db, person.id))) throw conflict("status");
    const change = {
      kind: "recovery_codes_replaced",
      operation: "replaceRecoveryCodes",
      object: "recovery-codes",
    } as const;
    await recordPersonalChange({ ...ctx, db }, person.id, change);
    return { recoveryCodes: await createRecoveryCodes(db, person.id) };
  });
}

export async function endTwoFactor(ctx: VisitorContext, proof: { password: string; code: string }): Promise<void> {
  const person = await requireSignedInPerson(ctx);
  await requirePassword(ctx, person, proof.password);
  if (person.totpEnabledAt === null) throw conflict("status");
  await requireCode(ctx, person, { code: proof.code, refusal: validation("code", noRule) });
  await ctx.db.transaction(async (db) => {
    await queries.updateTwoFactorDisabled(db, person.id);
    await queries.deleteRecoveryCodes(db, person.id);
    await queries.deleteOtherSessions(db, person.id, sessionHashOf(ctx));
    const change = { kind: "two_factor_disabled", operation: "endTwoFactor", object: "two-factor" } as const;
    await recordPersonalChange({ ...ctx, db }, person.id, change);
  });
}

/** A one-time code or a recovery code of a person whose password is verified; wrong ones are limited per person. */
export async function requireCode(
  ctx: TwoFactorContext,
  person: PersonRecord,
  { code, refusal }: { code: string; refusal: ApiError },
): Promise<void> {
  const account = { name: `code ${person.id}`, findPersonId: async () => person.id };
  const attempt = await observingLockOut(ctx, account, () => beginCodeAttempt(ctx, person.id));
  if (!(await consumeCode(ctx, person, code))) {
    await recordFailedAccess(ctx, "second_factor_failed", person.id);
    throw refusal;
  }
  await clearAttempt(ctx, attempt);
}

/** Each code is accepted once, also under concurrent requests. */
async function consumeCode(ctx: TwoFactorContext, person: PersonRecord, code: string): Promise<boolean> {
  if (await consumeRecoveryCode(ctx.db, person.id, code)) return true;
  if (person.totpSecret === null) return false;
  const step = findTotpStep(decryptSecret(ctx, person, person.totpSecret), code, ctx.clock.now());
  return step !== undefined && queries.updateLastTotpStep(ctx.db, person.id, step);
}

const decryptSecret = ({ dataKey }: TwoFactorContext, { id }: PersonRecord, sealed: Buffer): string =>
  decryptStored(dataKey, totpAssociatedData(id), sealed);

/** Binds the ciphertext to its column. */
export const totpAssociatedData = (personId: string) => `person:${personId}:totp`;
