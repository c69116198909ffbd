import type { Context } from "../../context.ts";
import { encryptedCompanyColumn } from "../../feature.ts";
import { decrypt, encrypt, requireDataKey, WrongDataKey, type DataKey } from "../../kernel/encryption.ts";
import type { Graph, GraphNode } from "./graph/graph.ts";
import { listSecrets, storedSecretKey, withoutSecretValues, withSecretStates } from "./graph/webhook-secrets.ts";
import * as queries from "./secrets.queries.ts";

const associatedDataOf = (tenantId: string): string => `automation_secret ${tenantId}`;

export const webhookSecrets = encryptedCompanyColumn({
  table: "automation_secret",
  column: "value",
  associatedDataOf,
  replace: queries.replaceSecret,
});

export const encryptSecret = (dataKey: DataKey, tenantId: string, value: string): Uint8Array =>
  encrypt(dataKey, associatedDataOf(tenantId), value);

const webhooksOf = ({ nodes }: Graph): readonly GraphNode[] => nodes.filter(({ type }) => type === "webhook");

/** The secrets of an automation that are stored, by `storedSecretKey`. */
export async function findStoredSecrets(
  { db }: Pick<Context, "db">,
  automationId: string,
): Promise<ReadonlySet<string>> {
  const stored = await queries.listSecretPlaces(db, automationId);
  return new Set(stored.map(({ node, place }) => storedSecretKey(node, place)));
}

/** Stores new secrets and deletes those that the graph no longer has; one without a new value keeps what is stored. */
export async function saveSecrets(ctx: Context, automationId: string, graph: Graph): Promise<void> {
  const secrets = webhooksOf(graph).flatMap(({ id, config }) =>
    listSecrets(config).map((secret) => ({ node: id, ...secret })),
  );
  await queries.deleteOtherSecrets(ctx.db, automationId, secrets);
  for (const { node, place, value } of secrets) {
    if (value === "") continue;
    const encrypted = encryptSecret(requireDataKey(ctx.dataKey), ctx.db.tenantId, value);
    await queries.upsertSecret(ctx.db, automationId, { node, place, value: encrypted });
  }
}

/** The secrets of a node by place. Throws `WrongDataKey` without the key that encrypted them. */
export async function decryptSecrets(
  { db, dataKey }: Context,
  automationId: string,
  node: string,
): Promise<ReadonlyMap<string, string>> {
  const stored = await queries.listNodeSecrets(db, automationId, node);
  const text = (value: Uint8Array): string => {
    if (dataKey === undefined) throw new WrongDataKey("there is no data key");
    return decrypt(dataKey, associatedDataOf(db.tenantId), value);
  };
  return new Map(stored.map(({ place, value }) => [place, text(value)]));
}

const mapWebhooks = ({ nodes, edges }: Graph, change: (node: GraphNode) => GraphNode["config"]): Graph => ({
  nodes: nodes.map((node) => (node.type === "webhook" ? { ...node, config: change(node) } : node)),
  edges,
});

/** The graph as it is stored. */
export const withoutSecrets = (graph: Graph): Graph => mapWebhooks(graph, ({ config }) => withoutSecretValues(config));

/** The graph as it is shown: which secrets are stored. */
export const withStoredStates = (graph: Graph, stored: ReadonlySet<string>): Graph =>
  mapWebhooks(graph, ({ id, config }) => withSecretStates(config, (place) => stored.has(storedSecretKey(id, place))));
