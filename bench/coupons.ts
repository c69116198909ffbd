import { openPool } from "../src/db/tenant.ts";
import { insertCodes } from "../src/features/coupons/codes.queries.ts";
import { newsletterHtml, sendCampaign } from "./support/campaigns.ts";
import { median } from "./support/compare.ts";
import { withEnvironment, type BenchEnvironment } from "./support/environment.ts";
import { postmasterPid, residentMb } from "./support/processes.ts";
import { seedContacts } from "./support/seed-contacts.ts";
import { startSink } from "./support/smtp-sink.ts";

const contacts = Number(process.env["BENCH_CONTACTS"] ?? 30_000);
const million = Number(process.env["BENCH_CODES"] ?? 1_000_000);
const rounds = 3;

export async function benchCoupons(): Promise<object[]> {
  const sink = await startSink();
  try {
    return await withEnvironment(async (environment) => {
      const added = await addManyCodes(environment);
      await seedContacts(environment, contacts);
      await environment.sql`update contact set last_open_at = now(), engagement = 'A'`;
      const worker = await environment.work({ MAIL_MODE: "live", SMTP_URL: `smtp://127.0.0.1:${sink.port}` });
      const pids = { worker: worker.pid, database: await postmasterPid(environment.sql) };
      const send = (html: string) => sendCampaign(environment, sink, pids, { html });
      const html = newsletterHtml(10, 2);
      await send(html);
      const costs: { wall: number; cpu: number; perSecond: number }[] = [];
      let before = await send(html);
      for (let round = 0; round < rounds; round += 1) {
        // A stack of its own: contacts keep their code of an older one.
        const mergeKey = `round${round}`;
        await addStack(environment, mergeKey, contacts);
        const own = await send(html.replace("</h1>", `</h1><p>{{coupon:${mergeKey}}}</p>`));
        const after = await send(html);
        costs.push({
          wall: 1 - own.perSecond / ((before.perSecond + after.perSecond) / 2),
          cpu: 1 - own.perCpuSecond / ((before.perCpuSecond + after.perCpuSecond) / 2),
          perSecond: own.perSecond,
        });
        before = after;
      }
      const percent = (share: number) => Number((share * 100).toFixed(1));
      return [
        ...added,
        {
          bench: "what a coupon code in a campaign costs of its sending rate, in per cent",
          target: "at most 15",
          percent: percent(median(costs.map(({ wall }) => wall))),
          percentOfCpu: percent(median(costs.map(({ cpu }) => cpu))),
          perSecond: median(costs.map(({ perSecond }) => perSecond)),
        },
      ];
    });
  } finally {
    sink.stop();
  }
}

async function addStack({ url, sql, company: { tenantId } }: BenchEnvironment, mergeKey: string, codes: number) {
  const [stack] = await sql<{ id: string }[]>`
    insert into coupon_stack (tenant_id, name, merge_key, note, created_at)
    values (${tenantId}, ${mergeKey}, ${mergeKey}, '', now()) returning id`;
  const id = stack?.id ?? "";
  const database = openPool(url, 1);
  try {
    for (let start = 0; start < codes; start += 10_000) {
      const some = Array.from({ length: Math.min(10_000, codes - start) }, (_, n) => `CODE-${start + n}`);
      await insertCodes(database.forTenant(tenantId), id, some);
    }
  } finally {
    await database.close();
  }
  return id;
}

/** A million codes as a text file over HTTP; every tenth is there twice. Then a hundred thousand in one JSON body. */
async function addManyCodes(environment: BenchEnvironment): Promise<object[]> {
  const server = await environment.serve();
  const { tenant, apiKey } = environment.company;
  const add = async (mergeKey: string, headers: Record<string, string>, body: FormData | string) => {
    const stackId = await addStack(environment, mergeKey, 0);
    const startedAt = performance.now();
    const answer = await fetch(
      `http://127.0.0.1:${server.port}/api/v1/tenants/${tenant}/coupon-stacks/${stackId}/codes`,
      { method: "POST", headers: { authorization: `Bearer ${apiKey}`, ...headers }, body },
    );
    const { counts } = Object(await answer.json());
    return { counts, seconds: (performance.now() - startedAt) / 1000 };
  };
  const upload = (mergeKey: string, lines: number) => {
    const pieces = Array.from({ length: lines / 10 }, (_, n) => {
      const codes = Array.from({ length: 9 }, (_each, one) => `CODE-${n * 9 + one}`);
      return `${[...codes, `code-${n * 9}`].join("\n")}\n`;
    });
    const form = new FormData();
    form.set("file", new Blob(pieces), "codes.txt");
    return add(mergeKey, {}, form);
  };
  // The first upload loads the code of the operation.
  await upload("first", 10_000);
  const before = residentMb([server.pid]);
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, residentMb([server.pid]))), 20);
  const file = await upload("million", million);
  clearInterval(watch);
  const codes = Array.from({ length: 100_000 }, (_, n) => `SPRING-${(n * 7919) % 1_000_003}`);
  const json = await add("json", { "content-type": "application/json" }, JSON.stringify({ codes }));
  return [
    {
      bench: `${million} codes of a text file`,
      target: "memory of the server does not depend on their number",
      counts: file.counts,
      perSecond: Math.round(million / file.seconds),
      growthMb: peak - before,
    },
    {
      bench: "100000 codes in one JSON body, in seconds",
      target: "at most 5",
      counts: json.counts,
      seconds: Number(json.seconds.toFixed(2)),
    },
  ];
}
