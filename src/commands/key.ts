import type { Config } from "../config/config.ts";
import { createApiKeyForMember } from "../features/members/api-keys.ts";
import { validation } from "../kernel/errors.ts";
import { asOperator } from "./operator.ts";
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
  if (!Number.isInteger(validDays) || validDays < 1 || validDays > 730)
    throw validation("validDays", { type: "integer", min: 1, max: 730, unit: "days" });
  const apiKey = await withApp(config, "key create", async (app) => {
    const { name, email, scope, roles, tenant } = options;
    const at = app.services.clock.now();
    const { key } = await asOperator(app, { tenant, command: "key create" }, (db) =>
      createApiKeyForMember(db, email, { name, scope, roles, validDays, at }),
    );
    return key;
  });
  print(options, { apiKey });
}
