import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { dkimKeyAssociatedData } from "../src/features/sending/outgoing-sender.ts";
import { encrypt, fixedDataKey } from "../src/kernel/encryption.ts";
import { insertApprovedCampaign, startCampaign, untilCompleted } from "./support/campaigns.ts";
import { median } from "./support/compare.ts";
import { seedContacts } from "./support/seed-contacts.ts";
import { cpuMs, postmasterPid, residentMb } from "./support/processes.ts";
import { sendRaw } from "./support/raw-client.ts";
import { costOfSignature } from "./support/signature.ts";
import { startSink, type Sink } from "./support/smtp-sink.ts";
import { withEnvironment, type BenchEnvironment } from "./support/environment.ts";

const contacts = 60_000;

/** HTML of about this size including the text part, personalised and with tracked links. */
const newsletterHtml = (kilobytes: number, links: number) =>
  `<html><body><h1>Ahoj {{df_name}}</h1>${Array.from({ length: links }, (_, n) => `<p><a href="https://example.com/${n}">Nabídka ${n}</a></p>`).join("")}${"<p>Nová kolekce je tady a s ní i sleva pro naše věrné zákazníky.</p>".repeat(Math.round((kilobytes * 1024) / 250))}<p>{{df_email}} <a href="{{df_unsubscribe}}">Odhlásit</a></p></body></html>`;

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
        const raw = await rawOf(sink, small);
        const baselineBefore = await baselineSignature(key, small.bytesEach);
        const signed = await send(newsletterHtml(10, 2), signedDomain);
        const baselineAfter = await baselineSignature(key, small.bytesEach);
        const next = await send(newsletterHtml(10, 2));
        // Measured between the others, because load also changes within a round.
        const addedUs = usOf(signed) - (usOf(small) + usOf(next)) / 2;
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

type SendResult = Awaited<ReturnType<typeof sendCampaign>>;
type Round = { small: SendResult; raw: { perCpuSecond: number }; addedUs: number; baselineUs: number };
type Pids = { worker: number; database: number };

type CampaignInput = { html: string; domain?: string | undefined };

async function sendCampaign(environment: BenchEnvironment, sink: Sink, pids: Pids, { html, domain }: CampaignInput) {
  const id = await insertApprovedCampaign(environment, html, domain);
  await sink.count();
  const before = { worker: cpuMs([pids.worker]), database: cpuMs([pids.database]) };
  const begun = performance.now();
  await startCampaign(environment, id);
  await untilCompleted(environment, id);
  const ms = performance.now() - begun;
  const workerMs = cpuMs([pids.worker]) - before.worker;
  const databaseMs = cpuMs([pids.database]) - before.database;
  const { count, bytes } = await sink.count();
  return {
    count,
    bytesEach: Math.round(bytes / count),
    perSecond: Math.round((count / ms) * 1000),
    perCpuSecond: Math.round((count / (workerMs + databaseMs)) * 1000),
    workerUs: Math.round((workerMs / count) * 1000),
    databaseUs: Math.round((databaseMs / count) * 1000),
  };
}

const usOf = ({ workerUs, databaseUs }: { workerUs: number; databaseUs: number }) => workerUs + databaseUs;

async function rawOf(sink: Sink, { bytesEach }: { bytesEach: number }) {
  const message = Buffer.from(`${"x".repeat(70)}\r\n`.repeat(Math.round(bytesEach / 72)));
  await sendRaw(sink.port, message, 2000);
  const raw = await sendRaw(sink.port, message, contacts);
  return { perCpuSecond: Math.round((contacts / raw.cpuMs) * 1000) };
}
