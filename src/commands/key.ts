import type { Config } from "../config.ts";
import { findCompany } from "../features/account/find-company.ts";
import { createApiKeyForMember } from "../features/people/api-keys.ts";
import { notFound, validation } from "../kernel/errors.ts";
import { print, withApp } from "./with-app.ts";

export type KeyOptions = {
  tenant: string;
  email: string;
  scope: "read" | "full";
  roles?: string[];
  name: string;
  validDays: string;
  json?: boolean;
};

export async function createKeyCommand(config: Config, options: KeyOptions): Promise<void> {
  const validDays = Number(options.validDays);
  if (!Number.isInteger(validDays) || validDays < 1 || validDays > 730) throw validation("validDays");
  const apiKey = await withApp(config, "key create", async ({ db, services }) => {
    const company = await findCompany(db, options.tenant);
    if (company === undefined) throw notFound("tenant");
    const { name, email, scope, roles } = options;
    const { key } = await createApiKeyForMember(db.forTenant(company.tenantId), email, {
      name,
      scope,
      roles,
      validDays,
      at: services.clock.now(),
    });
    return key;
  });
  print(options, { apiKey });
}
