import type { TenantDb } from "../../../db/tenant.ts";
import { lockContacts, lockListsForShare } from "../../contacts/memberships/queries.ts";
import { lockCompanyAddresses } from "../../contacts/queries.ts";
import { findTrigger } from "../grammar.ts";
import type { GraphNode } from "../graph/graph.ts";
import type { CompiledGraph } from "./compiled-graph.ts";
import { getBehaviour } from "./executors.ts";

const locksOf = (nodes: readonly GraphNode[]) =>
  new Set(nodes.filter(({ type }) => findTrigger(type) === undefined).map(({ type }) => getBehaviour(type).locks));

export const locksContacts = ({ nodes }: CompiledGraph): boolean => {
  const locks = locksOf(nodes);
  return locks.has("contacts") || locks.has("addresses");
};

/**
 * Locks what the steps change, in the order of all other writers: addresses, lists, contacts. Runs are locked
 * afterwards, as by a deletion of contacts, which also locks contacts first.
 */
export async function lockForSteps(
  db: TenantDb,
  nodes: readonly GraphNode[],
  contactIds: readonly string[],
): Promise<void> {
  if (locksOf(nodes).has("addresses")) await lockCompanyAddresses(db);
  const listIds = nodes.flatMap(({ config }) => (typeof config["listId"] === "string" ? [config["listId"]] : []));
  if (listIds.length > 0) await lockListsForShare(db, listIds);
  await lockContacts(db, contactIds);
}
