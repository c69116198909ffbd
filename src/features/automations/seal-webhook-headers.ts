import type { SystemDb, TenantDb } from "../../db/tenant.ts";
import type { DataKey } from "../../kernel/encryption.ts";
import { listSecrets } from "./graph/webhook-secrets.ts";
import * as queries from "./seal-webhook-headers.queries.ts";
import { encryptSecret, withoutSecrets } from "./secrets.ts";

/**
 * Encrypts credentials in headers of webhook nodes that were stored before such values were secrets, and removes them from
 * all versions. One automation in one transaction, so that it may be interrupted and run in several processes.
 */
export async function sealWebhookHeaders(db: SystemDb, dataKey: DataKey): Promise<void> {
  for (const { tenantId, automationId } of await queries.listAutomationsWithHeaders(db))
    await db.forTenant(tenantId).transaction((inner) => sealAutomation(inner, automationId, dataKey));
}

async function sealAutomation(db: TenantDb, automationId: string, dataKey: DataKey): Promise<void> {
  const versions = await queries.lockVersions(db, automationId);
  const [newest] = versions;
  const secrets = (newest?.graph.nodes ?? [])
    .filter(({ type }) => type === "webhook")
    .flatMap(({ id, config }) => listSecrets(config).map((secret) => ({ node: id, ...secret })));
  for (const { node, place, value } of secrets) {
    if (value === "") continue;
    await queries.insertSecretIfNone(db, automationId, {
      node,
      place,
      value: encryptSecret(dataKey, db.tenantId, value),
    });
  }
  for (const { version, graph } of versions)
    await queries.updateVersionGraph(db, automationId, { version, graph: withoutSecrets(graph) });
}
