import type { Context } from "../../context.ts";
import { encryptedCompanyColumn } from "../../feature.ts";
import { decrypt, encrypt, requireDataKey, WrongDataKey } from "../../kernel/encryption.ts";
import type { Graph, GraphNode } from "./graph/graph.ts";
import { isObject } from "./graph/json.ts";
import * as queries from "./secrets.queries.ts";

const associatedDataOf = (tenantId: string): string => `automation_secret ${tenantId}`;

export const webhookPasswords = encryptedCompanyColumn({
  table: "automation_secret",
  column: "password",
  associatedDataOf,
  replace: queries.updatePassword,
});

const basicAuthOf = ({ config }: GraphNode) => (isObject(config["basicAuth"]) ? config["basicAuth"] : undefined);

/** Stores new passwords and forgets those of removed nodes; a node without a new one keeps what is stored. */
export async function savePasswords(ctx: Context, automationId: string, { nodes }: Graph): Promise<void> {
  const withAuth = nodes.filter((node) => basicAuthOf(node) !== undefined);
  await queries.deleteOtherPasswords(
    ctx.db,
    automationId,
    withAuth.map(({ id }) => id),
  );
  for (const node of withAuth) {
    const password = basicAuthOf(node)?.["password"];
    if (typeof password !== "string" || password === "") continue;
    const dataKey = requireDataKey(ctx.dataKey);
    const encrypted = encrypt(dataKey, associatedDataOf(ctx.db.tenantId), password);
    await queries.upsertPassword(ctx.db, automationId, { node: node.id, password: encrypted });
  }
}

/** Throws `WrongDataKey` without the key that encrypted it. */
export function decryptPassword({ db, dataKey }: Context, password: Uint8Array): string {
  if (dataKey === undefined) throw new WrongDataKey("there is no data key");
  return decrypt(dataKey, associatedDataOf(db.tenantId), password);
}

const withBasicAuth = (node: GraphNode, change: (auth: Readonly<Record<string, unknown>>) => object): GraphNode => {
  const basicAuth = basicAuthOf(node);
  return basicAuth === undefined ? node : { ...node, config: { ...node.config, basicAuth: change(basicAuth) } };
};

/** The graph as it is stored: a version contains no password. */
export const withoutPasswords = ({ nodes, edges }: Graph): Graph => ({
  nodes: nodes.map((node) => withBasicAuth(node, ({ enabled, username }) => ({ enabled, username }))),
  edges,
});

/** The graph as it is shown: whether a password is stored. */
export const withPasswordStates = ({ nodes, edges }: Graph, stored: ReadonlySet<string>): Graph => ({
  nodes: nodes.map((node) => withBasicAuth(node, (auth) => ({ ...auth, passwordSet: stored.has(node.id) }))),
  edges,
});
