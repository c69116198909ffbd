import { randomBytes } from "node:crypto";
import type { SystemDb } from "../../../db/tenant.ts";
import { sha256 } from "../../../kernel/crypto.ts";
import * as queries from "./queries.ts";
import { toBase32 } from "./totp.ts";

const codeCount = 10;

/** 80 random bits: too many to try against a stolen hash. */
const codeBytes = 10;
const codeLength = 16;

/** Replaces all codes of the person; only hashes are stored. */
export async function createRecoveryCodes(db: SystemDb, personId: string): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, () => toBase32(randomBytes(codeBytes)));
  await queries.deleteRecoveryCodes(db, personId);
  await queries.insertRecoveryCodes(
    db,
    personId,
    codes.map((code) => hashCode(personId, code)),
  );
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join("-"));
}

/** Exactly one of several concurrent requests with the same code gets true. */
export async function consumeRecoveryCode(db: SystemDb, personId: string, typed: string): Promise<boolean> {
  const code = typed.replaceAll(/[\s-]/g, "").toUpperCase();
  return code.length === codeLength && queries.deleteRecoveryCode(db, personId, hashCode(personId, code));
}

const hashCode = (personId: string, code: string) => sha256(`recovery code ${personId} ${code}`);
