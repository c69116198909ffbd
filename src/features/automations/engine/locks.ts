import type { TenantDb } from "../../../db/tenant.ts";
import { lockContacts, lockListsForShare } from "../../contacts/memberships/queries.ts";
import { lockCompanyAddresses } from "../../contacts/queries.ts";
import { findTrigger } from "../grammar.ts";
import type { CompiledGraph } from "./compiled-graph.ts";
import { behaviourOf } from "./executors.ts";

const locksOf = ({ nodes }: CompiledGraph) =>
  new Set(nodes.filter(({ type }) => findTrigger(type) === undefined).map(({ type }) => behaviourOf(type).locks));

export const locksContacts = (graph: CompiledGraph): boolean => {
  const locks = locksOf(graph);
  return locks.has("contacts") || locks.has("addresses");
};

/**
 * Locks what the steps of a graph change, in the order of all other writers: addresses, lists, contacts. Runs are locked
 * afterwards, as by a deletion of contacts, which also locks contacts first.
 */
export async function lockForSteps(db: TenantDb, graph: CompiledGraph, contactIds: readonly string[]): Promise<void> {
  if (locksOf(graph).has("addresses")) await lockCompanyAddresses(db);
  const listIds = graph.nodes.flatMap(({ config }) => (typeof config["listId"] === "string" ? [config["listId"]] : []));
  if (listIds.length > 0) await lockListsForShare(db, listIds);
  await lockContacts(db, contactIds);
}
