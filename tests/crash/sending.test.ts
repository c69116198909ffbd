import { setTimeout as delay } from "node:timers/promises";
import { Type } from "typebox";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isAlive } from "../../src/db/embedded/processes.ts";
import { apiOf, makeCompany, request, type Api, type Company } from "./api.ts";
import { findChild, findPostgres, killAll, listTree } from "./processes.ts";
import {
  aFolder,
  aFreePort,
  buildProduct,
  cleanUp,
  startProduct,
  waitFor,
  waitUntil,
  type ProductProcess,
} from "./product.ts";
import { noFaults, RecordingSink, type RelayFaults } from "./sink.ts";

/** `npm run test:crash` runs it in full. */
const isFull = process.env["CRASH"] === "full";
const recipientCount = isFull ? 20_000 : 2000;
const kills = isFull ? 20 : 3;
const timeoutMs = isFull ? 900_000 : 180_000;

/** The maximum of messages in flight per worker: its concurrent batches times the maximum group size. */
const maxInFlight = 3 * 100;

const dataDir = aFolder();
const sink = new RecordingSink();
let env: Record<string, string>;
let product: ProductProcess;
let company: Company;
let api: Api;
let origin: string;

beforeAll(async () => {
  await buildProduct();
  const [port, relay] = [await aFreePort(), await aFreePort()];
  await sink.listen(relay);
  origin = `http://127.0.0.1:${port}`;
  env = {
    DATA_DIR: dataDir,
    PORT: String(port),
    WORKERS: "2",
    API_LIMITS: "1000000,100000,100000000",
    MAIL_MODE: "live",
    SMTP_URL: `smtp://127.0.0.1:${relay}`,
    LOG_LEVEL: "error",
  };
  product = await startProduct(env);
  company = await makeCompany(env, "admin@example.com", "shop@example.org");
  api = apiOf(origin, company, company.apiKey);
}, 120_000);

afterAll(async () => {
  await cleanUp();
  await sink.close();
});

const ok = async (path: string, body: unknown, method = "POST"): Promise<Record<string, unknown>> => {
  const answer = await api.call(path, { method, body });
  if (answer.status >= 300) throw new Error(`${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return Object(answer.body);
};

const addressOf = (mark: string, n: number) => `${mark}${n}@example${n % 7}.com`;

/** A list of this many contacts, by import. */
async function aList(mark: string, count: number): Promise<string> {
  const list = await ok("/lists", {
    name: mark,
    publicName: "",
    shopId: null,
    notifyOnUnsubscribe: false,
    notifyOnAdd: false,
    note: "",
  });
  const form = new FormData();
  const rows = Array.from({ length: count }, (_, n) => `${addressOf(mark, n)};Jan`);
  form.set("file", new Blob([`email;firstName\n${rows.join("\n")}\n`]), "people.csv");
  const upload = await fetch(`${origin}/api/v1/tenants/${company.tenant}/imports/files`, {
    method: "POST",
    headers: { authorization: `Bearer ${company.apiKey}` },
    body: form,
  });
  const { fileId } = Object(await upload.json());
  const made = await ok("/imports", {
    name: mark,
    source: "test",
    fileId,
    mapping: [
      { column: "email", target: "email" },
      { column: "firstName", target: "firstName" },
    ],
    mode: "upsert",
    shopId: company.shopId,
    listIds: [list["id"]],
    purposeId: company.purposeId,
    consentConfirmed: true,
  });
  const shape = Type.Object({ status: Type.String() });
  await waitUntil(
    async () => (await api.read(`/imports/${String(made["id"])}`, shape)).status === "completed",
    120_000,
  );
  return String(list["id"]);
}

async function approve(listId: string, expectedRecipients: number): Promise<string> {
  const draft = await ok("/campaigns", {
    name: `Campaign ${listId}`,
    shopId: company.shopId,
    senderId: company.senderId,
    subject: "Hello {{df_name}}",
    audience: { listIds: [listId] },
  });
  const id = String(draft["id"]);
  const content = await api.call(`/campaigns/${id}/content`);
  const { version } = Object(content.body);
  const html = `<p>Hello {{df_name}}</p><a href="https://example.org/a">a</a>${"<p>text</p>".repeat(200)}`;
  await ok(`/campaigns/${id}/content`, { kind: "html", html, baseVersion: version }, "PUT");
  await ok(`/campaigns/${id}/approve`, { expectedRecipients });
  return id;
}

const Detail = Type.Object({ status: Type.String(), counts: Type.Record(Type.String(), Type.Integer()) });

/** A killed HTTP process is restarted by its supervisor. */
const detail = (id: string) => waitFor(() => api.read(`/campaigns/${id}`, Detail).catch(() => undefined), 60_000);

const untilCompleted = (id: string) => waitUntil(async () => (await detail(id)).status === "completed", timeoutMs);

type Row = { email: string; state: string };

async function recipients(id: string): Promise<Row[]> {
  const answer = await request(
    `${origin}/api/v1/tenants/${company.tenant}/stats/campaigns/${id}/recipients?format=csv`,
    { headers: { authorization: `Bearer ${company.apiKey}` } },
  );
  const [header = "", ...lines] = String(answer.body)
    .replace(/^\ufeff/, "")
    .trim()
    .split(/\r?\n/);
  const columns = header.split(";");
  return lines.map((line) => {
    const cells = line.split(";");
    const at = (name: string) => cells[columns.indexOf(name)] ?? "";
    return { email: at("email"), state: at("state") };
  });
}

/**
 * Nobody gets it twice and nobody is lost: every recipient marked as sent got it, and only messages in flight are
 * unknown.
 */
async function check(id: string, mark: string, { unknownAtMost }: { unknownAtMost: number }): Promise<Row[]> {
  const rows = await recipients(id);
  const taken = sink.accepted.filter(({ to }) => to.startsWith(mark));
  const times = new Map<string, number>();
  for (const { to } of taken) times.set(to, (times.get(to) ?? 0) + 1);
  expect([...times].filter(([, count]) => count > 1)).toEqual([]);
  expect(rows.filter(({ email, state }) => state === "sent" && !times.has(email))).toEqual([]);
  const uncertain = rows.filter(({ state }) => state === "unknown");
  const got = new Set(rows.filter(({ state }) => state === "sent" || state === "unknown").map(({ email }) => email));
  expect([...times.keys()].filter((to) => !got.has(to))).toEqual([]);
  expect(uncertain.length).toBeLessThanOrEqual(unknownAtMost);
  return rows;
}

/** A throttled recipient waits half a minute at least: the short run throttles a few times only. */
const manyFaults: RelayFaults = { busy: isFull ? 0.01 : 0.001, dropped: 0.002, droppedAfterEnd: 0.001, slowMs: 4 };

async function waitForMoreSent(mark: string, count: number): Promise<void> {
  const now = () => sink.accepted.filter(({ to }) => to.startsWith(mark)).length;
  const goal = Math.min(recipientCount - 1, now() + count);
  await waitUntil(() => now() >= goal, timeoutMs);
}

type KillTarget = "worker" | "serve" | "database" | "everything";

async function kill(target: KillTarget): Promise<void> {
  if (target === "everything") {
    const all = [product.pid, ...listTree(product.pid)];
    killAll(all);
    await waitUntil(() => !all.some(isAlive));
    product = await startProduct(env);
    return;
  }
  const find = () => (target === "database" ? findPostgres(product.pid) : findChild(product.pid, target));
  const pid = await waitFor(find);
  killAll([pid]);
  await waitUntil(() => !isAlive(pid));
}

it(
  "sends a campaign once to everybody while its processes are killed and the relay fails randomly",
  async () => {
    const mark = "kill";
    const listId = await aList(mark, recipientCount);
    sink.faults = manyFaults;
    const id = await approve(listId, recipientCount);
    const targets: KillTarget[] = ["worker", "database", "everything", "serve", "worker"];
    for (let count = 0; count < kills; count += 1) {
      // Every kill leaves unknown messages that are never sent: the others must suffice for all kills.
      await waitForMoreSent(mark, Math.floor((recipientCount / kills) * (0.4 + Math.random() * 0.3)));
      await kill(targets[count % targets.length] ?? "worker");
    }
    sink.faults = noFaults;
    await untilCompleted(id);
    // Two workers are killed with messages in flight; messages that the relay disconnected after their end are unknown
    // too.
    const rows = await check(id, mark, { unknownAtMost: kills * 2 * maxInFlight + Math.ceil(recipientCount * 0.01) });
    expect(rows).toHaveLength(recipientCount);
    expect(rows.filter(({ state }) => state !== "sent" && state !== "unknown")).toEqual([]);
  },
  timeoutMs * 2,
);

it(
  "stops at once when it is paused, continues when resumed, and skips contacts that unsubscribe meanwhile",
  async () => {
    const mark = "pause";
    const listId = await aList(mark, 1000);
    sink.faults = { ...noFaults, slowMs: 20 };
    const id = await approve(listId, 1000);
    await waitForMoreSent(mark, 100);
    await ok(`/campaigns/${id}/pause`, {});
    await delay(1500);
    const before = sink.accepted.length;
    await delay(1500);
    expect(sink.accepted.length).toBe(before);
    const waiting = (await recipients(id)).filter(({ state }) => state === "queued").slice(-20);
    expect(waiting).toHaveLength(20);
    for (const { email } of waiting) {
      const found = await api.read(
        `/contacts?q=${encodeURIComponent(email)}`,
        Type.Object({ items: Type.Array(Type.Object({ id: Type.String() })) }),
      );
      await ok(`/contacts/${found.items[0]?.id ?? ""}/unsubscribe`, {});
    }
    await ok(`/campaigns/${id}/resume`, {});
    await untilCompleted(id);
    const rows = await check(id, mark, { unknownAtMost: 0 });
    const left = new Set(waiting.map(({ email }) => email));
    expect(
      rows
        .filter(({ state }) => state === "skipped")
        .map(({ email }) => email)
        .toSorted(),
    ).toEqual([...left].toSorted());
    expect(rows.filter(({ state }) => state === "sent")).toHaveLength(980);
    sink.faults = noFaults;
  },
  timeoutMs,
);
