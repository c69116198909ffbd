import { joinRows } from "../src/backup/copy.ts";
import { compare, median } from "./support/compare.ts";
import { withEnvironment, type BenchEnvironment, type ServerProcess } from "./support/environment.ts";
import { residentMb } from "./support/processes.ts";
import { seedContacts, seedLists } from "./support/seed-contacts.ts";

const contacts = Number(process.env["BENCH_CONTACTS"] ?? 1_000_000);
const rounds = 3;

/**
 * API v3: 500 contacts compared with the bare query and JSON; the CSV file of a list of a million members compared with
 * COPY of the same rows, and the additional memory of the HTTP process.
 */
export async function benchV3(): Promise<object[]> {
  return withEnvironment(async (environment) => {
    await seedContacts(environment, contacts);
    const listId = (await seedLists(environment)).get(100) ?? "";
    const ours = await environment.serve();
    const baseline = await environment.serveBaseline("v3.ts");
    const headers = { Authorization: `Bearer ${environment.company.apiKey}` };
    const page = await compare(
      { ours, baseline },
      {
        ours: () => ({ method: "GET", path: "/api/v3/contacts", headers }),
        baseline: () => ({ method: "GET", path: "/contacts", headers: {} }),
      },
    );
    return [
      { bench: "v3 GET contacts, 500 rows", target: "at least 0.5", ...page },
      {
        bench: `CSV of a list of ${contacts} contacts`,
        target: "at least 0.3",
        ...(await compareCsv(environment, ours, listId)),
      },
    ];
  });
}

async function compareCsv(environment: BenchEnvironment, server: ServerProcess, listId: string) {
  const csv: Transfer[] = [];
  const copy: Transfer[] = [];
  const before = residentMb([server.pid]);
  let peak = before;
  for (let round = 0; round < rounds; round += 1) {
    copy.push(await copyMembers(environment, listId));
    csv.push(await download(environment, server, listId, () => (peak = Math.max(peak, residentMb([server.pid])))));
  }
  const seconds = (transfers: readonly Transfer[]) => median(transfers.map((each) => each.seconds));
  return {
    ratio: Number((seconds(copy) / seconds(csv)).toFixed(3)),
    csvSeconds: Number(seconds(csv).toFixed(2)),
    copySeconds: Number(seconds(copy).toFixed(2)),
    lines: csv[0]?.lines,
    copiedLines: copy[0]?.lines,
    growthMb: peak - before,
  };
}

type Transfer = { readonly seconds: number; readonly lines: number };

async function count(chunks: AsyncIterable<Uint8Array>, onChunk: () => void): Promise<Transfer> {
  const startedAt = performance.now();
  let lines = 0;
  for await (const chunk of chunks) {
    for (const byte of chunk) if (byte === 10) lines += 1;
    onChunk();
  }
  return { seconds: (performance.now() - startedAt) / 1000, lines };
}

async function download(
  { company }: BenchEnvironment,
  { port }: ServerProcess,
  listId: string,
  onChunk: () => void,
): Promise<Transfer> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/csv/list-contacts?listid=${listId}`, {
    headers: { Authorization: `Bearer ${company.apiKey}` },
  });
  if (!answer.ok || answer.body === null) throw new Error(`the file answered ${answer.status}`);
  return count(answer.body, onChunk);
}

const copyMembers = ({ sql, company }: BenchEnvironment, listId: string): Promise<Transfer> =>
  count(
    joinRows(
      sql
        .unsafe(
          `copy (
        select c.id, c.email, c.first_name, c.last_name, m.state, m.added_at, m.changed_at
        from list_member m join contact c on c.tenant_id = m.tenant_id and c.id = m.contact_id
        where m.tenant_id = ${company.tenantId} and m.list_id = ${listId}
      ) to stdout (format csv, delimiter ';')`,
        )
        .copyOut(),
    ),
    () => undefined,
  );
