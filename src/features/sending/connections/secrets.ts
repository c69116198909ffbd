import { Type, type Static } from "typebox";
import { Value } from "typebox/value";
import { encryptedCompanyColumn } from "../../../feature.ts";
import { decryptStored, encrypt, requireDataKey, type DataKey } from "../../../kernel/encryption.ts";
import { replaceSecret } from "./queries.ts";

/** `auth` is the kind of sign-in that the secret belongs to. */
const ConnectionSecret = Type.Union([
  Type.Object({ auth: Type.Literal("password"), password: Type.String() }),
  Type.Object({ auth: Type.Literal("xoauth2"), clientSecret: Type.String(), refreshToken: Type.String() }),
]);
export type ConnectionSecret = Static<typeof ConnectionSecret>;

/** Binds the ciphertext to its column. */
const associatedDataOf = (tenantId: string) => `${tenantId}:sending_connection.secret`;

export const encryptSecret = (dataKey: DataKey | undefined, tenantId: string, secret: ConnectionSecret): Buffer =>
  encrypt(requireDataKey(dataKey), associatedDataOf(tenantId), JSON.stringify(secret));

/** 503 `data_key` without the key that encrypted it. */
export const decryptSecret = (
  dataKey: DataKey | undefined,
  tenantId: string,
  encrypted: Uint8Array,
): ConnectionSecret =>
  Value.Parse(ConnectionSecret, JSON.parse(decryptStored(dataKey, associatedDataOf(tenantId), encrypted)));

export const connectionSecrets = encryptedCompanyColumn({
  table: "sending_connection",
  column: "secret",
  associatedDataOf,
  replace: replaceSecret,
});
