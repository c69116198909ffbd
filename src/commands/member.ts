import type { Config } from "../config.ts";
import { findCompany } from "../features/account/find-company.ts";
import { addMember } from "../features/people/members.ts";
import { notFound } from "../kernel/errors.ts";
import { readPassword, type PasswordOptions } from "./password.ts";
import { print, withApp } from "./with-app.ts";

export type MemberOptions = PasswordOptions & { tenant: string; email: string; roles: string[]; json?: boolean };

export async function createMemberCommand(config: Config, options: MemberOptions): Promise<void> {
  const password = await readPassword(options, { variable: config.commandPassword, input: process.stdin });
  const member = await withApp(config, "member create", async ({ db, services }) => {
    const company = await findCompany(db, options.tenant);
    if (company === undefined) throw notFound("tenant");
    return addMember(db, company.tenantId, { ...options, password, at: services.clock.now() });
  });
  print(options, { member });
}
