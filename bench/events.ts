import { joinRows } from "../src/backup/copy.ts";
import { median } from "./support/compare.ts";
import { withEnvironment, type BenchEnvironment } from "./support/environment.ts";
import { residentMb } from "./support/processes.ts";
import { seedContacts } from "./support/seed-contacts.ts";

const contacts = 100_000;
const eventsEach = 3;
const rounds = 3;

/** The event feed over HTTP as lines, page after page, against COPY of the same rows of the journal; rounds alternate. */
export const benchEvents = (): Promise<object[]> =>
  withEnvironment(async (environment) => {
    await seedContacts(environment, contacts);
    await seedEvents(environment);
    const server = await environment.serve();
    const before = residentMb([server.pid]);
    const pairs: { feed: number; copy: number }[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const pair = { feed: await readFeed(environment, server.port), copy: await copyJournal(environment) };
      if (round > 0) pairs.push(pair);
    }
    return [
      {
        bench: `event feed of ${contacts * (eventsEach + 1)} events: rows per second over HTTP, of COPY of the same rows`,
        target: "at least 20 000 rows per second and 0.3 of COPY",
        rowsPerSecond: Math.round(median(pairs.map(({ feed }) => feed))),
        ratio: Number(median(pairs.map(({ feed, copy }) => feed / copy)).toFixed(2)),
        growthMb: Math.round(residentMb([server.pid]) - before),
        pairs,
      },
    ];
  });

async function seedEvents({ sql, company: { tenantId } }: BenchEnvironment): Promise<void> {
  for (let n = 0; n < eventsEach; n += 1) {
    await sql`
      insert into journal (tenant_id, at, type, contact_id, payload)
      select tenant_id, now(), 'email_opened', id, '{"campaignId":"1","variantId":"1","domain":"example.com",
        "first":true,"verdict":"human","agent":"Mozilla/5.0 (Windows NT 10.0; Win64; x64)","network":"AS5610","seconds":12.5}'
      from contact where tenant_id = ${tenantId}`;
  }
  await sql.unsafe("vacuum analyze journal");
}

/** Rows per second. */
async function readFeed({ company }: BenchEnvironment, port: number): Promise<number> {
  const headers = { Authorization: `Bearer ${company.apiKey}`, Accept: "application/x-ndjson" };
  const startedAt = performance.now();
  let rows = 0;
  let after = "";
  for (;;) {
    const url = `http://127.0.0.1:${port}/api/v1/tenants/${company.tenant}/events${after === "" ? "" : `?after=${after}`}`;
    const answer = await fetch(url, { headers });
    if (!answer.ok) throw new Error(`the feed answered ${answer.status} ${await answer.text()}`);
    const page = await readLines(answer.body ?? []);
    if (page.rows === 0) return rows / ((performance.now() - startedAt) / 1000);
    rows += page.rows;
    after = /"cursor":"([^"]+)"/.exec(page.last)?.[1] ?? "";
  }
}

async function readLines(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  let [rows, last] = [0, ""];
  for await (const chunk of body) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1;
    last = (last + Buffer.from(chunk).toString()).slice(-2000);
  }
  return { rows, last: last.slice(last.lastIndexOf("\n", last.length - 2) + 1) };
}

async function copyJournal({ sql, company: { tenantId } }: BenchEnvironment): Promise<number> {
  const startedAt = performance.now();
  let rows = 0;
  const statement = `copy (select id, tx, type, at, contact_id, payload from journal where tenant_id = ${tenantId}
    order by tx, id) to stdout`;
  for await (const chunk of joinRows(sql.unsafe(statement).copyOut()))
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1;
  return rows / ((performance.now() - startedAt) / 1000);
}
