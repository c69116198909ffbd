import { prepareDatabase } from "../composition/prepare-database.ts";
import { publicUrlOf, type Config } from "../config/config.ts";
import { loadDataKey } from "../storage/data-key.ts";
import { isDatabaseDistributed } from "../db/distribution/state.ts";
import { openPool } from "../db/tenant.ts";
import { hasCompany } from "../features/account/queries.ts";
import { systemClock } from "../kernel/clock.ts";
import { Sandbox } from "../sandbox/sandbox.ts";
import { requireDatabaseUrl } from "./database-url.ts";

/** Preparation before `start` listens: schema, queues, and on the first start the demo company. */
export async function prepare(config: Config): Promise<void> {
  const applicationUrl = requireDatabaseUrl(config);
  await prepareDatabase(config, { ownerUrl: config.databaseOwnerUrl ?? applicationUrl, applicationUrl });
  if (!config.demo) return;
  const db = openPool(applicationUrl, 2, { isDistributed: await isDatabaseDistributed(applicationUrl) });
  const sandbox = new Sandbox({ size: 1 });
  try {
    if (await hasCompany(db)) return;
    const { createDemo } = await import("../demo/demo.ts");
    const demo = await createDemo(db, { clock: systemClock, dataKey: loadDataKey(config), sandbox });
    if (demo === undefined) return;
    console.log(`
A demo company with sample data was created (DEMO=0 disables it).
  Web address  ${publicUrlOf(config)}
  Sign in      ${demo.email}
  Password     ${demo.password}
  Company      ${demo.tenant}
  API key      ${demo.apiKey}
They are shown this once.
`);
  } finally {
    await sandbox.close();
    await db.close();
  }
}
