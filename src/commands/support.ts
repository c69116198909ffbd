import type { Config } from "../config/config.ts";
import { grantSupportView } from "../features/members/support-view.ts";
import { asOperator } from "./operator.ts";
import { print, withApp } from "./with-app.ts";

export type SupportOptions = { tenant: string; email: string; hours: string; json?: boolean };

export async function supportViewCommand(config: Config, options: SupportOptions): Promise<void> {
  const expiresAt = await withApp(config, "support view", (app) => {
    const { tenant, email, hours } = options;
    return asOperator(app, { tenant, command: "support view" }, ({ tenantId }) =>
      grantSupportView(app.db, { tenantId, email, forHours: Number(hours), at: app.services.clock.now() }),
    );
  });
  print(options, { expiresAt: expiresAt.toISOString() });
}
