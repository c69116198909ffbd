import { connect } from "../src/db/client.ts";
import { findRunningServer } from "../src/db/embedded/server.ts";
import { insertApprovedCampaign, newsletterHtml, startCampaign, untilCompleted } from "./support/campaigns.ts";
import { createBenchCompany, type CompanyRows } from "./support/environment.ts";
import { proportionalMb } from "./support/processes.ts";
import { whileRunning, withFolder } from "./support/product.ts";
import { seedContacts } from "./support/seed-contacts.ts";
import { startSink, type Sink } from "./support/smtp-sink.ts";

const contacts = Number(process.env["BENCH_CONTACTS"] ?? 100_000);
/** The cache of the database fills with the first ones. */
const campaigns = 3;
const lookMs = 500;

/** Every process of the product, as a user starts it, while it sends. */
export async function benchSendingMemory(): Promise<object[]> {
  const sink = await startSink();
  try {
    return await withFolder((folder) => whileRunning(folder, settingsFor(sink), measure));
  } finally {
    sink.stop();
  }
}

const settingsFor = ({ port }: Sink) => ({ MAIL_MODE: "live", SMTP_URL: `smtp://127.0.0.1:${port}`, DEMO: "0" });

async function measure({ pid, dataDir }: { pid: number; dataDir: string }): Promise<object[]> {
  const server = await findRunningServer(dataDir);
  if (server === undefined) throw new Error("the database does not run");
  const company = await createBenchCompany(server.applicationUrl);
  // A connection for each step: those that insert much keep memory that is not the product's.
  const step = async <Result>(run: (rows: CompanyRows) => Promise<Result>): Promise<Result> => {
    const sql = connect(server.ownerUrl, { max: 1 });
    try {
      return await run({ sql, company });
    } finally {
      await sql.end();
    }
  };
  await step(async (rows) => {
    await seedContacts(rows, contacts);
    // Otherwise all would become inactive after five e-mails.
    await rows.sql`update contact set last_open_at = now(), engagement = 'A'`;
  });
  const lines: object[] = [];
  for (let n = 1; n <= campaigns; n += 1) {
    const id = await step((rows) => insertApprovedCampaign(rows, newsletterHtml(10, 2)));
    const peak = await step((rows) => sendWatched(rows, id, pid));
    lines.push({
      bench: `memory (PSS) of all processes while sending campaign ${n} to ${contacts} contacts, the database included`,
      target: "at most 600",
      ...peak,
    });
  }
  return lines;
}

type Size = { readonly mb: number; readonly cacheMb: number };

/** The largest size; `cacheMb` is the part that is the cache of the database. */
async function sendWatched(rows: CompanyRows, id: string, pid: number): Promise<Size> {
  const [own] = await rows.sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const without = new Set(own === undefined ? [] : [own.pid]);
  const sizes: Size[] = [];
  const appearance = () =>
    sizes.push({
      mb: proportionalMb([pid], { without }),
      cacheMb: proportionalMb([pid], { without, field: "Pss_Shmem" }),
    });
  const watch = setInterval(appearance, lookMs);
  await startCampaign(rows, id);
  await untilCompleted(rows, id);
  clearInterval(watch);
  appearance();
  return sizes.toSorted((a, b) => b.mb - a.mb)[0] ?? { mb: 0, cacheMb: 0 };
}
