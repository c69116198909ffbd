import { connect, type Sql } from "../../../src/db/client.ts";
import { workerDatabase } from "./database.ts";

let isBegun = false;
let owner: Sql | undefined;

/** Called at the beginning of each test file; the files of a worker share its modules and its database. */
export function beginTestFile(): void {
  isBegun = false;
}

/**
 * Ends what earlier files of this worker left to send: engines in tests send the mail of all companies. Done once in
 * a file, before its first company.
 */
export async function stopSendingOfEarlierFiles(): Promise<void> {
  if (isBegun) return;
  isBegun = true;
  const { ownerUrl } = await workerDatabase();
  owner ??= connect(ownerUrl, { max: 1 });
  await owner`delete from send_batch`;
  await owner`delete from campaign_expansion`;
  await owner`update campaign set status = 'cancelled' where status in ('scheduled', 'sending')`;
}
