import { composeApp } from "../app.ts";
import { createBackground } from "../background.ts";
import type { Config } from "../config.ts";
import { createLog } from "../log.ts";
import { createTransport } from "../mail/transport.ts";
import { onStop, reportReady } from "../supervisor/child.ts";
import { requireDatabaseUrl } from "./database-url.ts";

export async function work(config: Config): Promise<void> {
  const app = composeApp(config, requireDatabaseUrl(config), createLog(config.logLevel), { poolSize: 5 });
  const transport = createTransport(config);
  const background = createBackground(app, transport);
  await background.start();
  onStop(async () => {
    await background.stop();
    await transport.close();
    await app.db.close();
  });
  reportReady();
}
