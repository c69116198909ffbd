import { expect, it } from "vitest";
import { nodeOutages } from "../../src/db/distribution/node-outages.ts";
import type { TenantDb } from "../../src/db/tenant.ts";
import { countParked, insertParked } from "../../src/journal/parked.queries.ts";
import { company } from "../harness/factories/company.ts";
import { workerDatabase } from "../harness/servers/database.ts";

const reader = "test.look-ups";

const park = (db: TenantDb, id: string) =>
  insertParked(db, {
    reader,
    tx: "1",
    id,
    place: 0,
    type: "contact_created",
    errorClass: "Error",
    errorMessage: "",
    attempts: 1,
    parkedAt: new Date(),
  });

async function findPlacement({ sql, tenantId }: TenantDb): Promise<string> {
  const [row] = await sql<{ group: string }[]>`
    select groupid::text as "group" from pg_dist_placement
    where shardid = get_shard_id_for_distribution_column('company', ${tenantId}::bigint)`;
  return row?.group ?? "";
}

/** A company on each of two nodes. */
async function aCompanyOnEachNode(): Promise<TenantDb[]> {
  const byNode = new Map<string, TenantDb>();
  while (byNode.size < 2) {
    const { db } = (await company()).ctx;
    byNode.set(await findPlacement(db), db);
  }
  return [...byNode.values()];
}

it("counts the entries of a reader on all nodes, also when the nodes are asked one by one", async () => {
  const { db } = await workerDatabase();
  for (const own of await aCompanyOnEachNode()) {
    await park(own, "1");
    await park(own, "2");
  }
  expect((await countParked(db)).get(reader)).toBe(4);
  // A lost node whose companies were moved away: the others are asked one by one, and it is forgotten.
  nodeOutages.add("127.0.0.1:1");
  expect((await countParked(db)).get(reader)).toBe(4);
  expect(nodeOutages.hasAny()).toBe(false);
});
