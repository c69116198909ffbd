import type { Services, VisitorContext } from "../../../context.ts";
import { decrypt, encrypt, WrongDataKey } from "../../../kernel/crypto.ts";
import { conflict, unauthorized, unavailable, validation } from "../../../kernel/errors.ts";
import { isPasswordOf } from "../passwords.ts";
import { findPerson, type PersonRecord } from "../queries.ts";
import * as queries from "./queries.ts";
import { beginAttempt, forgiveAttempt, type Visitor } from "./throttle.ts";
import { findStep, newSecret, otpauthUrl } from "./totp.ts";

type SecretVisitor = Visitor & Pick<Services, "dataKey">;

export async function signedInPerson(ctx: VisitorContext): Promise<PersonRecord> {
  const person = ctx.personId === undefined ? undefined : await findPerson(ctx.db, ctx.personId);
  if (person === undefined) throw unauthorized();
  return person;
}

export async function begin(ctx: VisitorContext, password: string) {
  const person = await signedInPerson(ctx);
  await requirePassword(ctx, person, password);
  const key = dataKeyOf(ctx);
  const secret = newSecret();
  const isPending = await queries.updatePendingSecret(ctx.db, person.id, encrypt(key, totpPlace(person.id), secret));
  if (!isPending) throw conflict("status");
  return { secret, url: otpauthUrl(secret, person.email) };
}

export async function confirm(ctx: VisitorContext, code: string): Promise<void> {
  const person = await signedInPerson(ctx);
  const sealed = person.totpSecret;
  if (sealed === null || person.totpEnabledAt !== null) throw conflict("status");
  const secret = openSecret(ctx, person, sealed);
  const attempt = await beginAttempt(ctx, person.email);
  const at = ctx.clock.now();
  const step = findStep(secret, code, at);
  if (step === undefined) throw validation("code");
  await forgiveAttempt(ctx, attempt);
  if (!(await queries.updateTwoFactorOn(ctx.db, person.id, { sealed, step, at }))) throw conflict("status");
}

export async function end(ctx: VisitorContext, proof: { password: string; code: string }): Promise<void> {
  const person = await signedInPerson(ctx);
  await requirePassword(ctx, person, proof.password);
  if (person.totpEnabledAt === null) throw conflict("status");
  const attempt = await beginAttempt(ctx, person.email);
  if (!(await takeCode(ctx, person, proof.code))) throw validation("code");
  await forgiveAttempt(ctx, attempt);
  await queries.updateTwoFactorOff(ctx.db, person.id);
}

/** Each code is taken once, also when it comes twice at the same moment. */
export async function takeCode(ctx: SecretVisitor, person: PersonRecord, code: string): Promise<boolean> {
  if (person.totpSecret === null) return false;
  const step = findStep(openSecret(ctx, person, person.totpSecret), code, ctx.clock.now());
  return step !== undefined && queries.updateLastStep(ctx.db, person.id, step);
}

/** A session left open on somebody's desk is not enough, nor a way to try passwords without limit. */
async function requirePassword(ctx: Visitor, person: PersonRecord, password: string): Promise<void> {
  const attempt = await beginAttempt(ctx, person.email);
  if (!(await isPasswordOf(person, password))) throw validation("password");
  await forgiveAttempt(ctx, attempt);
}

function dataKeyOf({ dataKey }: Pick<Services, "dataKey">): Uint8Array {
  if (dataKey === undefined) throw unavailable("data_key");
  return dataKey;
}

function openSecret(ctx: SecretVisitor, person: PersonRecord, sealed: Buffer): string {
  try {
    return decrypt(dataKeyOf(ctx), totpPlace(person.id), sealed);
  } catch (error) {
    if (error instanceof WrongDataKey) throw unavailable("data_key");
    throw error;
  }
}

/** What a secret is bound to. */
export const totpPlace = (personId: string) => `person:${personId}:totp`;
