import { randomBytes } from "node:crypto";
import type { Context } from "../../context.ts";
import { encryptedCompanyColumn } from "../../feature.ts";
import { decrypt, encrypt, requireDataKey, WrongDataKey } from "../../kernel/encryption.ts";
import { replaceSecret, type SecretColumn } from "./secrets.queries.ts";
import { secretPrefix } from "./signature.ts";

const secretBytes = 32;

const associatedDataOf = (tenantId: string): string => `webhook endpoint ${tenantId}`;

export type NewSecret = { readonly text: string; readonly encrypted: Buffer };

export function createSecret({ db, dataKey }: Context): NewSecret {
  const text = `${secretPrefix}${randomBytes(secretBytes).toString("base64")}`;
  return { text, encrypted: encrypt(requireDataKey(dataKey), associatedDataOf(db.tenantId), text) };
}

export type StoredSecrets = {
  readonly secret: Uint8Array;
  readonly previousSecret: Uint8Array | null;
  readonly previousUntil: Date | null;
};

/** Those that sign now, the newest first. Throws `WrongDataKey` without the key that encrypted them. */
export function signingSecrets({ db, dataKey, clock }: Context, stored: StoredSecrets): string[] {
  if (dataKey === undefined) throw new WrongDataKey("there is no data key");
  const { secret, previousSecret, previousUntil } = stored;
  const isPreviousValid = previousUntil !== null && clock.now() < previousUntil;
  const valid = isPreviousValid && previousSecret !== null ? [secret, previousSecret] : [secret];
  return valid.map((encrypted) => decrypt(dataKey, associatedDataOf(db.tenantId), encrypted));
}

const secretColumn = (column: SecretColumn) =>
  encryptedCompanyColumn({
    table: "webhook_endpoint",
    column,
    associatedDataOf,
    replace: (db, id, change) => replaceSecret(db, { id, column }, change),
  });

export const secrets = secretColumn("secret");
export const previousSecrets = secretColumn("previous_secret");
