import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { dkimKeyAssociatedData } from "../src/features/sending/outgoing-sender.ts";
import { encrypt, fixedDataKey } from "../src/kernel/encryption.ts";
import { newsletterHtml, sendCampaign, type SendResult } from "./support/campaigns.ts";
import { median } from "./support/compare.ts";
import { seedContacts } from "./support/seed-contacts.ts";
import { postmasterPid, residentMb } from "./support/processes.ts";
import { sendRaw } from "./support/raw-client.ts";
import { costOfSignature } from "./support/signature.ts";
import { startSink, type Sink } from "./support/smtp-sink.ts";
import { withEnvironment, type BenchEnvironment } from "./support/environment.ts";

const contacts = Number(process.env["BENCH_CONTACTS"] ?? 60_000);

/** The running product: one worker, the database, a relay that accepts everything. */
export async function benchSending(): Promise<object[]> {
  const sink = await startSink();
  try {
    return await withEnvironment(async (environment) => {
      await seedContacts(environment, contacts);
      // The contacts have opened e-mails: otherwise all would become inactive after five e-mails, in the middle of a
      // round.
      await environment.sql`update contact set last_open_at = now(), engagement = 'A'`;
      const worker = await environment.work({
        MAIL_MODE: "live",
        SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
        DATA_KEY: dataKey.toString("base64"),
      });
      const pids = { worker: worker.pid, database: await postmasterPid(environment.sql) };
      const key = await signDomain(environment);
      const send = (html: string, domain?: string) => sendCampaign(environment, sink, pids, { html, domain });
      await send(newsletterHtml(10, 2));
      const rounds: Round[] = [];
      // Rounds alternate, so that load on the machine affects all of them.
      let small = await send(newsletterHtml(10, 2));
      for (let round = 0; round < 3; round += 1) {
        const raw = await measureRaw(sink, small);
        const baselineBefore = await baselineSignature(key, small.bytesEach);
        const signed = await send(newsletterHtml(10, 2), signedDomain);
        const baselineAfter = await baselineSignature(key, small.bytesEach);
        const next = await send(newsletterHtml(10, 2));
        // Measured between the others, because load also changes within a round.
        const addedUs = sumUs(signed) - (sumUs(small) + sumUs(next)) / 2;
        rounds.push({ small, raw, addedUs, baselineUs: (baselineBefore + baselineAfter) / 2 });
        small = next;
      }
      const middle = (figure: (round: Round) => number) => median(rounds.map(figure));
      const large = await send(newsletterHtml(30, 30));
      return [
        {
          bench:
            "a personalised message of 10 KB with two tracked links: messages per CPU-second of worker and database",
          target: "at least 5000",
          perCpuSecond: middle(({ small }) => small.perCpuSecond),
          messageBytes: middle(({ small }) => small.bytesEach),
          workerUs: middle(({ small }) => small.workerUs),
          databaseUs: middle(({ small }) => small.databaseUs),
        },
        {
          bench: "the same against a raw pipelined client with the same bytes, per CPU-second",
          target: "at least 0.2",
          ratio: Number(middle(({ small, raw }) => small.perCpuSecond / raw.perCpuSecond).toFixed(3)),
          rawPerCpuSecond: middle(({ raw }) => raw.perCpuSecond),
        },
        {
          bench: "messages per second on the wall",
          target: "at least 4000",
          perSecond: middle(({ small }) => small.perSecond),
        },
        {
          bench: "the newsletter of 30 KB with 30 links",
          perCpuSecond: large.perCpuSecond,
          perSecond: large.perSecond,
        },
        {
          bench: "what DKIM adds to a message, against a baseline RSA-2048 signature and SHA-256 of the body",
          target: "at most 1.2",
          ratio: Number(middle(({ addedUs, baselineUs }) => addedUs / baselineUs).toFixed(2)),
          addedUs: middle(({ addedUs }) => addedUs),
          baselineUs: middle(({ baselineUs }) => baselineUs),
        },
        { bench: "memory of the worker", target: "at most 400", mb: residentMb([worker.pid]) },
      ];
    });
  } finally {
    sink.stop();
  }
}

const dataKey = Buffer.alloc(32, 7);

const signedDomain = "signed.example.org";

async function signDomain({ sql, company: { tenantId } }: BenchEnvironment): Promise<KeyObject> {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  await sql`
    insert into sending_domain (tenant_id, domain, dkim_selector, dkim_private_key, dkim_public_key, verified_at, created_at)
    values (${tenantId}, ${signedDomain}, 's1', ${encrypt(fixedDataKey(dataKey), dkimKeyAssociatedData(tenantId), pem)}, '', now(), now())`;
  return privateKey;
}

async function baselineSignature(key: KeyObject, bytes: number): Promise<number> {
  const costs: number[] = [];
  for (let round = 0; round < 25; round += 1) costs.push(await costOfSignature(key, Buffer.alloc(bytes, "x")));
  return Math.round(median(costs.slice(5)));
}

type Round = { small: SendResult; raw: { perCpuSecond: number }; addedUs: number; baselineUs: number };
const sumUs = ({ workerUs, databaseUs }: { workerUs: number; databaseUs: number }) => workerUs + databaseUs;

async function measureRaw(sink: Sink, { bytesEach }: { bytesEach: number }) {
  const message = Buffer.from(`${"x".repeat(70)}\r\n`.repeat(Math.round(bytesEach / 72)));
  await sendRaw(sink.port, message, 2000);
  const raw = await sendRaw(sink.port, message, contacts);
  return { perCpuSecond: Math.round((contacts / raw.cpuMs) * 1000) };
}
