import Fastify from "fastify";
import { openPool, type Database } from "../src/db/tenant.ts";
import { EventBuffer } from "../src/features/tracking/event-buffer.ts";
import { EventJudge } from "../src/features/tracking/event-judge.ts";
import { addMs } from "../src/kernel/local-time.ts";
import { systemClock } from "../src/kernel/clock.ts";
import { publicTokenKey, signToken } from "../src/kernel/public-token.ts";
import { createLog } from "../src/log/log.ts";
import { registerTracking } from "../src/surfaces/track/track.ts";
import { median } from "./support/compare.ts";
import { withEnvironment, type BenchEnvironment } from "./support/environment.ts";
import { load } from "./support/load.ts";
import { seedContacts } from "./support/seed-contacts.ts";
import {
  linkCount,
  peoplePatterns,
  plant,
  scannerPatterns,
  type PlantedMessage,
  type PlantedRequest,
} from "./support/verdict-traffic.ts";

/**
 * Planted scanners and people. Hours pass by the times of the events, through the buffers of two processes and one judge;
 * the fast patterns also in real time, through two HTTP processes and a worker of the product.
 */
const scannersEach = 200;
const peopleEach = 200;
const liveEach = 30;
const waitMs = 10_000;

type Sent = PlantedMessage & { readonly contactId: string };
type Outcome = { readonly openedAt: Date | null; readonly clickedAt: Date | null };

export async function benchVerdicts(): Promise<object[]> {
  return withEnvironment(async (environment) => {
    const [scanners, people] = [plant(scannerPatterns, scannersEach), plant(peoplePatterns, peopleEach)];
    await seedContacts(environment, scanners.length + people.length + 5000);
    const db = openPool(environment.url, 4);
    try {
      const simulated = await simulate(environment, db, [...scanners, ...people]);
      const live = await runLive(environment);
      const redirect = await compareRedirects(environment, db);
      return [{ bench: "scanners caught and people lost", targets, ...simulated, live, redirect }];
    } finally {
      await db.close();
    }
  });
}

const targets = { caught: ">= 0.98", lost: "<= 0.005", redirectRatio: "1" };

async function seedCampaign({ sql, company: { tenantId, shopId } }: BenchEnvironment): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into campaign (tenant_id, name, shop_id, status, created_at)
    values (${tenantId}, 'Spring', ${shopId}, 'completed', now()) returning id`;
  const id = row?.id ?? "";
  await sql`
    insert into message_link (tenant_id, source_id, variant_id, number, url)
    select ${tenantId}, ${id}, ${id}, n, 'https://shop.example/' || n from generate_series(1, ${linkCount}) n`;
  return id;
}

/** Writes a message for each of the planted ones. */
async function send(
  { sql, company: { tenantId } }: BenchEnvironment,
  campaignId: string,
  { messages, since }: { messages: readonly PlantedMessage[]; since: Date },
): Promise<Sent[]> {
  const rows = await sql<{ id: string }[]>`
    select id from contact where tenant_id = ${tenantId} order by id limit ${messages.length}`;
  const sent = messages.map((message, index) => ({ ...message, contactId: rows[index]?.id ?? "" }));
  const times = sent.map(({ sentS }) => addMs(since, sentS * 1000).toISOString());
  await sql`
    insert into message (tenant_id, source_id, contact_id, variant_id, batch_id, state, domain, tried_at, sent_at)
    select ${tenantId}, ${campaignId}, m.contact_id, ${campaignId}, 1, 'sent', 'example.com', m.at, m.at
    from unnest(${sent.map(({ contactId }) => contactId)}::bigint[], ${times}::timestamptz[]) as m(contact_id, at)`;
  return sent;
}

async function countOutcomes({ sql, company: { tenantId } }: BenchEnvironment, campaignId: string) {
  const rows = await sql<(Outcome & { contactId: string })[]>`
    select contact_id, opened_at, clicked_at from message where tenant_id = ${tenantId} and source_id = ${campaignId}`;
  return new Map(rows.map((row) => [row.contactId, row]));
}

const isPerson = ({ requests }: PlantedMessage): boolean => requests.some((request) => request.isPerson);

/** A scanner is caught if its message counts as neither opened nor clicked; a person is lost if a click does not count. */
function summarize(sent: readonly Sent[], outcomes: ReadonlyMap<string, Outcome>) {
  const isWrong = (message: Sent): boolean => {
    const { openedAt = null, clickedAt = null } = outcomes.get(message.contactId) ?? {};
    return isPerson(message) ? clickedAt === null || openedAt === null : clickedAt !== null || openedAt !== null;
  };
  const share = (messages: readonly Sent[]) => messages.filter(isWrong).length / Math.max(1, messages.length);
  const patterns = [...new Set(sent.map(({ pattern }) => pattern))];
  const ofPattern = (pattern: string) => sent.filter((message) => message.pattern === pattern);
  const of = (people: boolean) =>
    patterns.filter((pattern) => ofPattern(pattern).some((message) => isPerson(message) === people));
  const round = (value: number) => Number(value.toFixed(4));
  return {
    caught: Object.fromEntries(of(false).map((pattern) => [pattern, round(1 - share(ofPattern(pattern)))])),
    lost: Object.fromEntries(of(true).map((pattern) => [pattern, round(share(ofPattern(pattern)))])),
    lostOfAll: round(share(sent.filter(isPerson))),
  };
}

type TimedRequest = PlantedRequest & { readonly at: Date; readonly contactId: string };

const timed = (sent: readonly Sent[], since: Date): TimedRequest[] =>
  sent
    .flatMap(({ sentS, contactId, requests }) =>
      requests.map((request) => ({ ...request, contactId, at: addMs(since, (sentS + request.s) * 1000) })),
    )
    .toSorted((left, right) => left.at.getTime() - right.at.getTime());

function groupBySecond(requests: readonly TimedRequest[]): readonly TimedRequest[][] {
  const groups: TimedRequest[][] = [];
  for (const request of requests) {
    const first = groups.at(-1)?.[0];
    if (first !== undefined && request.at.getTime() - first.at.getTime() < 1000) groups.at(-1)?.push(request);
    else groups.push([request]);
  }
  return groups;
}

/** Hours of traffic: the clock jumps from one second with events to the next. */
async function simulate(environment: BenchEnvironment, db: Database, messages: readonly PlantedMessage[]) {
  const { tenantId } = environment.company;
  const since = addMs(new Date(), -3 * 3_600_000);
  const campaignId = await seedCampaign(environment);
  const sent = await send(environment, campaignId, { messages, since });
  let now = since;
  const clock = { now: () => now };
  const log = createLog("warn");
  const buffers = [new EventBuffer({ db, clock, log }), new EventBuffer({ db, clock, log })];
  const judge = new EventJudge({ db, clock, log, verdictWaitMs: waitMs });
  const judgeDue = async () => {
    while (await judge.judgeOnce());
  };
  let turn = 0;
  for (const requests of groupBySecond(timed(sent, since))) {
    now = requests[0]?.at ?? now;
    await judgeDue();
    for (const { client, contactId, at, link } of requests) {
      buffers[(turn += 1) % 2]?.add({
        tenantId,
        campaignId,
        contactId,
        at,
        link,
        ...client,
        method: "GET",
        prefetch: false,
      });
    }
    now = addMs(now, 1200);
    for (const buffer of buffers) await buffer.flush();
  }
  now = addMs(now, waitMs);
  await judgeDue();
  const [revised] = await environment.sql<{ n: number }[]>`
    select count(distinct contact_id)::int as n from journal where type = 'email_revised'`;
  return {
    messages: sent.length,
    ...summarize(sent, await countOutcomes(environment, campaignId)),
    revisedMessages: revised?.n,
  };
}

async function createSigner({ sql, company: { tenantId } }: BenchEnvironment, campaignId: string) {
  const [row] = await sql<{ fingerprintKey: Buffer }[]>`
    select fingerprint_key from company where tenant_id = ${tenantId}`;
  const key = publicTokenKey(row?.fingerprintKey ?? Buffer.alloc(32));
  return (contactId: string) => signToken(key, { purpose: "click", tenantId, contactId, campaignId });
}

const livePatterns = {
  atOnce: scannerPatterns["atOnce"],
  inSequence: scannerPatterns["inSequence"],
  pausing300Ms: scannerPatterns["pausing300Ms"],
  reader: () => [liveClick()],
};
let liveNetworks = 0;
const liveClick = (): PlantedRequest => ({
  s: 3,
  link: 1,
  client: {
    network: `10.200.${(liveNetworks += 1) % 250}.0/24`,
    agent: "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0",
  },
  isPerson: true,
});

/** Requests to two HTTP processes in turn; scanners follow all links at once, one after another, or with pauses. */
async function runLive(environment: BenchEnvironment) {
  const env = { LOG_LEVEL: "warn", TRUST_PROXY: "1", VERDICT_WAIT_S: String(waitMs / 1000) };
  const ports = [(await environment.serve(env)).port, (await environment.serve(env)).port];
  await environment.work(env);
  const patterns = Object.fromEntries(
    Object.entries(livePatterns).flatMap(([name, of]) => (of === undefined ? [] : [[name, of]])),
  );
  const campaignId = await seedCampaign(environment);
  const messages = plant(patterns, liveEach).map((message) => ({ ...message, sentS: 0 }));
  const sent = await send(environment, campaignId, { messages, since: addMs(new Date(), -5000) });
  const tokenOf = await createSigner(environment, campaignId);
  let turn = 0;
  const follow =
    ({ contactId }: Sent) =>
    async ({ link, client }: PlantedRequest) => {
      const address = client.network.replace(".0/24", ".7");
      const headers = { "user-agent": client.agent, "x-forwarded-for": address };
      const port = ports[(turn += 1) % 2];
      await fetch(`http://127.0.0.1:${port}/t/c/${tokenOf(contactId)}.${link}`, { redirect: "manual", headers });
    };
  const pauses: Readonly<Record<string, number>> = { inSequence: 0, pausing300Ms: 300 };
  await Promise.all(
    sent.map(async (message) => {
      const pauseMs = pauses[message.pattern];
      if (pauseMs === undefined) return void (await Promise.all(message.requests.map(follow(message))));
      for (const request of message.requests) {
        await follow(message)(request);
        if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }),
  );
  await untilJudged(environment);
  return { httpProcesses: ports.length, ...summarize(sent, await countOutcomes(environment, campaignId)) };
}

async function untilJudged({ sql }: BenchEnvironment): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const [row] = await sql<{ n: number }[]>`select count(*)::int as n from tracking_batch where judged_at is null`;
    if (tries > 4 && row?.n === 0) return;
  }
  throw new Error("events were not judged");
}

const rounds = 7;

/** The same handler twice, one of them with a buffer that drops all events: what storing costs a redirect. */
async function compareRedirects(environment: BenchEnvironment, db: Database) {
  const campaignId = await seedCampaign(environment);
  const messages = plant({ reader: () => [liveClick()] }, 5000).map((message) => ({ ...message, sentS: 0 }));
  const sent = await send(environment, campaignId, { messages, since: addMs(new Date(), -60_000) });
  const tokenOf = await createSigner(environment, campaignId);
  const tokens = sent.map(({ contactId }) => tokenOf(contactId));
  const deps = {
    db,
    clock: systemClock,
    dataKey: undefined,
    log: createLog("silent"),
    trustProxy: () => false,
    publicUrls: ["http://localhost"],
  };
  const serve = async (limit: number) => {
    const server = Fastify();
    const limited = { ...deps, limit };
    registerTracking(server, limited);
    const url = await server.listen({ port: 0, host: "127.0.0.1" });
    return { server, port: Number(new URL(url).port) };
  };
  const [storing, dropping] = [await serve(100_000), await serve(0)];
  let asked = 0;
  const measure = async ({ port }: { port: number }) => {
    const { p50Ms, requests } = await load(port, { connections: 4, seconds: 2 }, (index) => ({
      method: "GET",
      path: `/t/c/${tokens[(asked + index) % tokens.length]}.${1 + (index % linkCount)}`,
      headers: { "User-Agent": "Mozilla/5.0 Firefox/142.0" },
    }));
    asked += requests;
    return p50Ms;
  };
  for (const side of [storing, dropping]) await measure(side);
  const all: { storing: number; dropping: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    all.push({ storing: await measure(storing), dropping: await measure(dropping) });
  }
  await Promise.all([storing.server.close(), dropping.server.close()]);
  const middle = (values: readonly number[]) => Number(median(values).toFixed(3));
  return {
    ratio: middle(all.map((one) => one.storing / one.dropping)),
    storingP50Ms: middle(all.map((one) => one.storing)),
    droppingP50Ms: middle(all.map((one) => one.dropping)),
  };
}
