import type { Config } from "../config.ts";
import { findCompany } from "../features/account/find-company.ts";
import { grantSupportView } from "../features/people/support-view.ts";
import { notFound } from "../kernel/errors.ts";
import { print, withApp } from "./with-app.ts";

export type SupportOptions = { tenant: string; email: string; hours: string; json?: boolean };

export async function supportViewCommand(config: Config, options: SupportOptions): Promise<void> {
  const expiresAt = await withApp(config, "support view", async ({ db, services }) => {
    const company = await findCompany(db, options.tenant);
    if (company === undefined) throw notFound("tenant");
    const { email, hours } = options;
    return grantSupportView(db, {
      tenantId: company.tenantId,
      email,
      forHours: Number(hours),
      at: services.clock.now(),
    });
  });
  print(options, { expiresAt: expiresAt.toISOString() });
}
