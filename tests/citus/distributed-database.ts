import { readConfig } from "../../src/config/config.ts";
import type { DatabaseUrls } from "../../src/db/application-role.ts";
import { distribute } from "../../src/db/distribution/distribute.ts";
import { prepareDatabase } from "../../src/composition/prepare-database.ts";
import { CitusCluster, withConnection } from "./cluster.ts";

/** True in `npm run test:citus`. */
export const isOnCitus = process.env["CITUS"] === "1";

/** Few: every shard of every table makes the preparation longer. */
export const testShards = 4;

/** One on each node: a statement over all companies needs no more connections than the coordinator keeps open. */
export const featureTestShards = 2;

export type DistributedDatabase = {
  readonly cluster: CitusCluster;
  readonly urls: DatabaseUrls;
  stop(): Promise<void>;
};

/** A cluster with one migrated and distributed database, and the application's role. */
export async function startDistributedDatabase(folder: string, shards = testShards): Promise<DistributedDatabase> {
  const cluster = await CitusCluster.start(folder);
  const ownerUrl = await cluster.createDatabase("postrider");
  await withConnection(ownerUrl, (sql) => sql`create role postrider_app login`);
  const application = new URL(ownerUrl);
  application.username = "postrider_app";
  const urls = { ownerUrl, applicationUrl: application.href };
  await prepareDatabase(readConfig({}), urls);
  await withConnection(ownerUrl, (sql) => distribute(sql, { shards, onProgress: () => undefined }));
  return { cluster, urls, stop: () => cluster.stop() };
}
