import type { Services, VisitorContext } from "../../../context.ts";
import { decrypt, encrypt, WrongDataKey } from "../../../kernel/crypto.ts";
import { conflict, unauthorized, unavailable, validation } from "../../../kernel/errors.ts";
import { verifyPersonPassword } from "../passwords.ts";
import { findPerson, type PersonRecord } from "../queries.ts";
import * as queries from "./queries.ts";
import { beginAttempt, clearAttempt, type AnonymousContext } from "./throttle.ts";
import { findTotpStep, createTotpSecret, otpauthUrl } from "./totp.ts";

type TwoFactorContext = AnonymousContext & Pick<Services, "dataKey">;

export async function requireSignedInPerson(ctx: VisitorContext): Promise<PersonRecord> {
  const person = ctx.personId === undefined ? undefined : await findPerson(ctx.db, ctx.personId);
  if (person === undefined) throw unauthorized();
  return person;
}

export async function beginTwoFactor(ctx: VisitorContext, password: string) {
  const person = await requireSignedInPerson(ctx);
  await requirePassword(ctx, person, password);
  const key = requireDataKey(ctx);
  const secret = createTotpSecret();
  const isPending = await queries.updatePendingTotpSecret(
    ctx.db,
    person.id,
    encrypt(key, totpAssociatedData(person.id), secret),
  );
  if (!isPending) throw conflict("status");
  return { secret, url: otpauthUrl(secret, person.email) };
}

export async function confirmTwoFactor(ctx: VisitorContext, code: string): Promise<void> {
  const person = await requireSignedInPerson(ctx);
  const sealed = person.totpSecret;
  if (sealed === null || person.totpEnabledAt !== null) throw conflict("status");
  const secret = decryptSecret(ctx, person, sealed);
  const attempt = await beginAttempt(ctx, person.email);
  const at = ctx.clock.now();
  const step = findTotpStep(secret, code, at);
  if (step === undefined) throw validation("code");
  await clearAttempt(ctx, attempt);
  if (!(await queries.updateTwoFactorEnabled(ctx.db, person.id, { sealed, step, at }))) throw conflict("status");
}

export async function endTwoFactor(ctx: VisitorContext, proof: { password: string; code: string }): Promise<void> {
  const person = await requireSignedInPerson(ctx);
  await requirePassword(ctx, person, proof.password);
  if (person.totpEnabledAt === null) throw conflict("status");
  const attempt = await beginAttempt(ctx, person.email);
  if (!(await consumeCode(ctx, person, proof.code))) throw validation("code");
  await clearAttempt(ctx, attempt);
  await queries.updateTwoFactorDisabled(ctx.db, person.id);
}

/** Each code is accepted once, also under concurrent requests. */
export async function consumeCode(ctx: TwoFactorContext, person: PersonRecord, code: string): Promise<boolean> {
  if (person.totpSecret === null) return false;
  const step = findTotpStep(decryptSecret(ctx, person, person.totpSecret), code, ctx.clock.now());
  return step !== undefined && queries.updateLastTotpStep(ctx.db, person.id, step);
}

/** Requires the password, so that an unattended session is not enough, and counts wrong ones like a sign-in. */
async function requirePassword(ctx: AnonymousContext, person: PersonRecord, password: string): Promise<void> {
  const attempt = await beginAttempt(ctx, person.email);
  if (!(await verifyPersonPassword(person, password))) throw validation("password");
  await clearAttempt(ctx, attempt);
}

function requireDataKey({ dataKey }: Pick<Services, "dataKey">): Uint8Array {
  if (dataKey === undefined) throw unavailable("data_key");
  return dataKey;
}

function decryptSecret(ctx: TwoFactorContext, person: PersonRecord, sealed: Buffer): string {
  try {
    return decrypt(requireDataKey(ctx), totpAssociatedData(person.id), sealed);
  } catch (error) {
    if (error instanceof WrongDataKey) throw unavailable("data_key");
    throw error;
  }
}

/** Binds the ciphertext to its column. */
export const totpAssociatedData = (personId: string) => `person:${personId}:totp`;
