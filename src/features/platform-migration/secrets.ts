import type { Context } from "../../context.ts";
import { encryptedCompanyColumn } from "../../feature.ts";
import { decrypt, encrypt, requireDataKey } from "../../kernel/encryption.ts";
import type { MigrationRecord } from "./queries.ts";
import type { ApiAccess } from "./readers/smartemailing-api.ts";
import * as queries from "./secrets.queries.ts";

const associatedDataOf = (tenantId: string): string => `legacy_migration ${tenantId}`;

export const encryptPassword = ({ db, dataKey }: Context, password: string): Buffer =>
  encrypt(requireDataKey(dataKey), associatedDataOf(db.tenantId), password);

/** Undefined once everything is read. */
export function decryptAccess(
  { db, dataKey }: Context,
  { url, login, password }: Pick<MigrationRecord, "url" | "login" | "password">,
): ApiAccess | undefined {
  if (url === null || login === null || password === null) return undefined;
  return { url, login, password: decrypt(requireDataKey(dataKey), associatedDataOf(db.tenantId), password) };
}

export const migrationPasswords = encryptedCompanyColumn({
  table: "platform_migration",
  column: "password",
  associatedDataOf,
  replace: queries.updatePassword,
});
