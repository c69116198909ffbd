import type { Config } from "../config/config.ts";
import { addMember } from "../features/members/members.ts";
import { asOperator } from "./operator.ts";
import { readPassword, type PasswordOptions } from "./password.ts";
import { print, withApp } from "./with-app.ts";

export type MemberOptions = PasswordOptions & { tenant: string; email: string; roles: string[]; json?: boolean };

export async function createMemberCommand(config: Config, options: MemberOptions): Promise<void> {
  const password = await readPassword(options, { variable: config.commandPassword, input: process.stdin });
  const member = await withApp(config, "member create", (app) =>
    asOperator(app, { tenant: options.tenant, command: "member create" }, ({ tenantId }) =>
      addMember(app.db, tenantId, { ...options, password, at: app.services.clock.now() }),
    ),
  );
  print(options, { member });
}
