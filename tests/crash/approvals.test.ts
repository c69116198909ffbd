import { Type } from "typebox";
import { Value } from "typebox/value";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isAlive } from "../../src/db/embedded/processes.ts";
import { toolCall } from "../harness/servers/mcp-client.ts";
import { cookieOf } from "../harness/servers/sign-in.ts";
import { password, request } from "./api.ts";
import { MailingProduct } from "./mailing-product.ts";
import { cleanUp, waitFor, waitUntil } from "./product.ts";

let mailing: MailingProduct;
let session: Record<string, string>;

beforeAll(async () => {
  mailing = await MailingProduct.start({ HTTP_PROCESSES: "1", WORKERS: "1" });
  await mailing.ok("/company", { assistantSending: "approval" }, "PATCH");
  session = await signIn();
}, 120_000);

afterAll(async () => {
  await cleanUp();
  await mailing.sink.close();
});

async function signIn(): Promise<Record<string, string>> {
  const { headers, body } = await request(`${mailing.origin}/api/v1/session`, {
    method: "POST",
    body: { email: "admin@example.com", password },
  });
  const { csrfToken } = Value.Parse(Type.Object({ csrfToken: Type.String() }), body);
  return { cookie: cookieOf(headers.get("set-cookie")), "x-csrf-token": csrfToken };
}

async function callTool(name: string, values: object): Promise<Record<string, unknown>> {
  const { body } = await request(`${mailing.origin}/mcp`, {
    method: "POST",
    headers: { authorization: `Bearer ${mailing.company.apiKey}` },
    body: toolCall(name, values),
  });
  return Object(body).result.structuredContent;
}

const people = 3;

/** A campaign, and the request of an assistant to send it. */
async function aRequest(mark: string) {
  const listId = await mailing.aList(mark);
  const { shopId, purposeId } = mailing.company;
  for (let n = 0; n < people; n += 1) {
    const email = `${mark}${n}@example.com`;
    await mailing.ok("/contacts", { email, shopId, purposeId, consentConfirmed: true, listIds: [listId] });
  }
  const campaignId = await mailing.aDraft(listId, "<p>Hello {{df_name}}</p>");
  const approval = { campaign_id: campaignId, expectedRecipients: people, timing: "now" };
  const { confirmToken } = await callTool("campaigns_approve", approval);
  const { requestId } = await callTool("campaigns_approve", { ...approval, confirmToken });
  return { campaignId, requestId: String(requestId) };
}

const approve = (requestId: string) =>
  request(`${mailing.origin}/api/v1/tenants/${mailing.company.tenant}/assistant-requests/${requestId}/approve`, {
    method: "POST",
    headers: session,
    body: {},
  });

/** Approves while the table is locked, and kills the process that waits for the lock in its transaction. */
async function killWhileWaitingFor(table: string, requestId: string): Promise<void> {
  let backend = 0;
  await mailing.inDatabase((sql) =>
    sql.begin(async (holder) => {
      await holder`lock table ${holder(table)} in exclusive mode`;
      const answer = approve(requestId).catch(() => undefined);
      backend = await waitFor(() => findWaitingBackend(table));
      await mailing.kill("serve");
      expect(await answer).toBeUndefined();
    }),
  );
  await waitUntil(() => !isAlive(backend));
}

/** The backend that waits for the table, or has decided on the request and waits for it. */
async function findWaitingBackend(table: string): Promise<number | undefined> {
  let found: number | undefined;
  await mailing.inDatabase(async (sql) => {
    const [row] = await sql<{ pid: number }[]>`
      select w.pid from pg_locks w where not w.granted and w.relation = ${table}::regclass and exists (
        select from pg_locks d where d.pid = w.pid and d.relation = 'assistant_request'::regclass
          and d.mode = 'RowExclusiveLock')`;
    found = row?.pid;
  });
  return found;
}

const State = Type.Object({ state: Type.String() });
const Status = Type.Object({ status: Type.String() });
const History = Type.Object({ items: Type.Array(Type.Object({ change: Type.String(), actor: Type.Unknown() })) });

/** The supervisor restarts the killed process. */
const getState = (requestId: string) =>
  waitFor(() => mailing.api.read(`/assistant-requests/${requestId}`, State).catch(() => undefined));

/** The person presses the button again: the campaign leaves exactly once. */
async function expectSentOnce(mark: string, { campaignId, requestId }: Awaited<ReturnType<typeof aRequest>>) {
  const { state } = await getState(requestId);
  const { status } = await mailing.api.read(`/campaigns/${campaignId}`, Status);
  expect([state, status === "draft"]).toEqual([state, state === "waiting"]);
  const again = await approve(requestId);
  if (state === "waiting") expect(again).toMatchObject({ status: 200, body: { state: "approved" } });
  else expect(again).toMatchObject({ status: 409, body: { error: { message: "status" } } });
  await waitUntil(async () => (await mailing.api.read(`/campaigns/${campaignId}`, Status)).status === "completed");
  const { items } = await mailing.api.read(`/campaigns/${campaignId}/history`, History);
  expect(items.filter(({ change }) => change === "approved")).toMatchObject([{ actor: { kind: "assistant" } }]);
  const received = mailing.sink.accepted.filter(({ to }) => to.startsWith(mark)).map(({ to }) => to);
  expect(received.toSorted()).toEqual(Array.from({ length: people }, (_, n) => `${mark}${n}@example.com`));
  return state;
}

it.each([
  ["is decided", "assistant_request"],
  ["has taken effect", "campaign"],
])(
  "runs nothing of an approved request whose process is killed before it %s",
  { timeout: 120_000 },
  async (_, table) => {
    const requested = await aRequest(table);
    await killWhileWaitingFor(table, requested.requestId);
    expect(await expectSentOnce(table, requested)).toBe("waiting");
  },
);

it(
  "runs an approved request once or not at all when its process is killed at its commit",
  { timeout: 120_000 },
  async () => {
    const requested = await aRequest("commit");
    await killWhileWaitingFor("audit_entry", requested.requestId);
    expect(["waiting", "approved"]).toContain(await expectSentOnce("commit", requested));
  },
);

it(
  "keeps what an approved request did when its process is killed before it answers",
  { timeout: 120_000 },
  async () => {
    const requested = await aRequest("answer");
    const answer = approve(requested.requestId).catch(() => undefined);
    await waitUntil(async () => (await getState(requested.requestId)).state === "approved");
    await mailing.kill("serve");
    await answer;
    expect(await expectSentOnce("answer", requested)).toBe("approved");
  },
);
