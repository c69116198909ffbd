import type { Context } from "../../context.ts";
import { encryptedCompanyColumn } from "../../feature.ts";
import { decrypt, encrypt, requireDataKey, WrongDataKey } from "../../kernel/encryption.ts";
import type { Receiver } from "./call.ts";
import * as queries from "./secrets.queries.ts";

const associatedDataOf = (tenantId: string): string => `webhook ${tenantId}`;

export const encryptPassword = ({ db, dataKey }: Context, password: string): Buffer =>
  encrypt(requireDataKey(dataKey), associatedDataOf(db.tenantId), password);

type StoredCredentials = { readonly login: string | null; readonly password: Uint8Array | null };

/** Throws `WrongDataKey` without the key that encrypted them. */
export function decryptCredentials(
  { db, dataKey }: Context,
  { login, password }: StoredCredentials,
): Receiver["credentials"] {
  if (login === null || password === null) return null;
  if (dataKey === undefined) throw new WrongDataKey("there is no data key");
  return { login, password: decrypt(dataKey, associatedDataOf(db.tenantId), password) };
}

export const webhookCredentials = encryptedCompanyColumn({
  table: "webhook",
  column: "password",
  associatedDataOf,
  replace: queries.updatePassword,
});
