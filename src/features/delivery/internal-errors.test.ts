import { pino } from "pino";
import { expect, it } from "vitest";
import { anEmail, company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { anEngine, aSendingCampaign, type RelayAnswer } from "../../../tests/harness/factories/sending-campaigns.ts";
import type { CompiledMessages, MessageSource } from "../../message-source.ts";
import { campaignSource } from "../campaigns/source.ts";

const broken = () => {
  throw new TypeError("Cannot read properties of undefined (reading 'title')");
};

/** Campaigns whose compiled messages are changed before they are sent. */
const changedSource = (change: (messages: CompiledMessages) => CompiledMessages): MessageSource => ({
  ...campaignSource,
  compile: async (ctx, ref, bounceHost) => change(await campaignSource.compile(ctx, ref, bounceHost)),
});

/** A campaign to three people, and an engine that keeps its log. */
async function aCampaign(options: { source?: MessageSource; answer?: RelayAnswer; firstName?: string }) {
  const test = await company();
  const { id: listId } = await test.aList();
  for (let n = 0; n < 3; n += 1)
    await test.aContact({ email: anEmail(), listIds: [listId], firstName: options.firstName ?? "Jan" });
  const id = await aSendingCampaign(test, { listIds: [listId] });
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: "warn", base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const engine = anEngine({ ...test, app: { ...test.app, log } }, options.answer, [options.source ?? campaignSource]);
  return { test, id, lines, ...engine };
}

const stateOf = async ({ api, ctx: { db } }: TestCompany, id: string) => {
  const { status, progress } = await api.ok("getCampaign", { params: { campaign_id: id } });
  const messages = await db.sql<{ state: string; n: number }[]>`
    select state, count(*)::int as n from message where tenant_id = ${db.tenantId} and source_id = ${id} group by state
    order by state`;
  return { status, holdReason: progress.holdReason, messages: messages.map(({ state, n }) => `${n} ${state}`) };
};

it.each<[string, (messages: CompiledMessages) => CompiledMessages, string]>([
  ["merge values", (messages) => ({ ...messages, valuesFor: broken }), "prepare"],
  ["product blocks", (messages) => ({ ...messages, findBlocks: async () => broken() }), "prepare"],
  ["coupons", (messages) => ({ ...messages, assignCoupons: async () => broken() }), "prepare"],
  [
    "composing",
    (messages) => {
      const expressions = messages.prepared.plan.expressions.map((each) => ({ ...each, evaluate: broken }));
      const prepared = { ...messages.prepared, plan: { ...messages.prepared.plan, expressions } };
      return { ...messages, prepared };
    },
    "compose",
  ],
])("pauses a source at an error in %s, logs its cause once and fails nobody", async (_, change, step) => {
  const { test, id, lines, run, taken } = await aCampaign({ source: changedSource(change) });
  await run();
  expect(taken).toEqual([]);
  expect(await stateOf(test, id)).toEqual({ status: "paused", holdReason: "internal", messages: ["3 queued"] });
  expect(lines).toEqual([
    expect.objectContaining({
      level: 50,
      err: expect.objectContaining({ type: "TypeError" }),
      tenantId: test.tenantId,
      kind: "campaign",
      sourceId: id,
      step,
    }),
  ]);
  expect(JSON.stringify(lines)).not.toContain("@");
  const { items } = await test.api.ok("listNotifications");
  expect(items.map(({ type, params }) => [type, params["reason"]])).toEqual([["campaign_stopped", "internal"]]);
});

it("pauses a source that cannot be compiled because of an error", async () => {
  const source = { ...campaignSource, compile: async () => broken() };
  const { test, id, lines, run } = await aCampaign({ source });
  await run();
  expect(await stateOf(test, id)).toEqual({ status: "paused", holdReason: "internal", messages: ["3 queued"] });
  expect(lines).toMatchObject([{ step: "compile", err: { type: "TypeError" } }]);
});

it("takes a message for unknown when the transport fails, and stops the source", async () => {
  let tries = 0;
  const { test, id, lines, run } = await aCampaign({
    answer: () => {
      tries += 1;
      return tries === 2 ? broken() : { outcome: "sent", response: "250 ok" };
    },
  });
  await run();
  expect(await stateOf(test, id)).toEqual({
    status: "paused",
    holdReason: "internal",
    messages: ["2 sent", "1 unknown"],
  });
  expect(lines).toMatchObject([{ step: "send", err: { type: "TypeError" } }]);
});

it("waits without a pause while the database is unreachable", async () => {
  const unreachable = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  let isAway = true;
  const { test, id, lines, run } = await aCampaign({
    source: changedSource((messages) => ({
      ...messages,
      findBlocks: async () => {
        if (isAway) throw unreachable;
        return new Map();
      },
    })),
  });
  await run();
  expect(await stateOf(test, id)).toEqual({ status: "sending", holdReason: null, messages: ["3 queued"] });
  expect(lines).toMatchObject([{ level: 40, step: "prepare" }]);
  isAway = false;
  test.clock.advance(31_000);
  await run();
  expect(await stateOf(test, id)).toMatchObject({ status: "completed", messages: ["3 sent"] });
});

it("fails only the person whose data cannot be part of a message", async () => {
  const { test, id, lines, run } = await aCampaign({
    source: changedSource((messages) => ({
      ...messages,
      valuesFor: (contact, today, own) => {
        const values = messages.valuesFor(contact, today, own);
        // Too long for a header.
        return contact.firstName === "Jan"
          ? { ...values, links: { ...values.links, unsubscribe: "x".repeat(901) } }
          : values;
      },
    })),
  });
  await run();
  expect(await stateOf(test, id)).toMatchObject({ messages: ["3 failed"], holdReason: null });
  expect(lines).toEqual([]);
});
