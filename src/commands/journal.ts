import { createWorker, loadBackground } from "../composition/background.ts";
import type { Config } from "../config/config.ts";
import { isParkedEndpointItem, retryEndpointItem } from "../features/webhook-endpoints/sending/parked-items.ts";
import { isParkedItem, retryItem } from "../features/webhooks/parked-items.ts";
import type { RetryOutcome } from "../journal/listener.ts";
import type { ParkedEntry } from "../journal/parked.queries.ts";
import { retryEntry, retryParked } from "../journal/parking.ts";
import { createTransport } from "../mail/transport.ts";
import { inCompany } from "./company-context.ts";
import { print, withApp } from "./with-app.ts";

export type RetryOptions = { tenant: string; reader?: string; json?: boolean };

export async function retryParkedCommand(config: Config, options: RetryOptions): Promise<void> {
  const { tenant, reader } = options;
  const retried = await withApp(config, "journal retry", async (app) => {
    const { listeners } = await loadBackground();
    // Readers send no mail themselves.
    const deps = createWorker(app, createTransport({ ...config, mailMode: "off" }));
    return inCompany(app, { tenant, command: "journal retry" }, (ctx) => {
      const db = app.db.forTenant(ctx.db.tenantId);
      const retry = async (entry: ParkedEntry): Promise<RetryOutcome> => {
        if (isParkedEndpointItem(entry)) return retryEndpointItem({ ...ctx, db }, entry);
        if (isParkedItem(entry)) return retryItem({ ...ctx, db }, entry);
        const listener = listeners.find((item) => item.reader === entry.reader);
        return listener === undefined ? "parked" : retryEntry({ listener, db, deps }, entry);
      };
      return retryParked(db, reader, retry);
    });
  });
  print(options, retried);
  if (retried.parked > 0) process.exitCode = 1;
}
