import type { Config } from "../config/config.ts";
import { externalUrls } from "../db/application-role.ts";
import { connect } from "../db/client.ts";
import { distribute } from "../db/distribution/distribute.ts";
import { DistributionError } from "../db/distribution/errors.ts";
import { lockMigrations } from "../db/migrate.ts";
import { countOtherProcesses } from "../db/other-processes.ts";
import { prepareDatabase } from "../composition/prepare-database.ts";

export type DistributeOptions = { readonly shards: number; readonly json?: boolean };

export async function distributeCommand(config: Config, { shards, json }: DistributeOptions): Promise<void> {
  const urls = externalUrls(config);
  if (urls === undefined) throw new DistributionError("Set DATABASE_URL to the coordinator of a Citus cluster.");
  await prepareDatabase(config, urls);
  const sql = connect(urls.ownerUrl, { max: 1, work: "migration" });
  try {
    if ((await countOtherProcesses(sql)) > 0)
      throw new DistributionError("Another Postrider process is using this database. Stop it first.");
    await lockMigrations(sql);
    const report = await distribute(sql, {
      shards,
      onProgress: (line) => {
        if (json !== true) console.log(line);
      },
    });
    if (json === true) console.log(JSON.stringify(report));
    else
      console.log(
        `Citus ${report.citus}: ${report.distributed.length} tables distributed now, ${report.shards} shards each on ` +
          `${report.nodes.join(", ")}; ${report.replicated.length} copied to every node; on the coordinator: ${report.local.join(", ")}.`,
      );
  } finally {
    await sql.end({ timeout: 5 });
  }
}
