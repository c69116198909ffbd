import { expect, it } from "vitest";
import {
  anActiveAutomation,
  aGraph,
  enter,
  paramsOf,
  startedBy,
} from "../../../../tests/harness/factories/automations.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { aReadyCampaign } from "../../../../tests/harness/factories/campaign-drafts.ts";
import { listSignals } from "../entry/signals.ts";
import type { ContactChange } from "./reaction.ts";
import { findReactions } from "./reactions.ts";

const city = { type: "field", field: "city", operator: "eq", value: "Brno" };
const matchAll = (rules: readonly object[]) => ({ type: "group", match: "all", rules });
const notify = ({ member }: TestCompany) => ["notify", { memberIds: [member], subject: "Hi", text: "Hi" }] as const;

/** The ids of what reacts. */
const reacting = async ({ ctx }: TestCompany, change: ContactChange) =>
  (await findReactions(ctx, change)).map(({ by, id }) => `${by} ${id}`);

const aSegment = ({ api, shopId }: TestCompany, rules: readonly object[], refresh = "daily") =>
  api.ok("createSegment", { body: { name: crypto.randomUUID(), shopId, refresh, definition: matchAll(rules) } });

const started = (own: TestCompany, type: string, config: object) =>
  anActiveAutomation(own, aGraph({ t: [type, { ...config }], n: notify(own) }, ["t n"]));

it("an automation reacts to its trigger while it is active, unless it has only quiet steps", async () => {
  const own = await company();
  const { id: listId } = await own.aList();
  const change = { signals: listSignals([listId]) };
  await anActiveAutomation(own, startedBy("list_added", { listIds: [listId] }));
  expect(await reacting(own, change)).toEqual([]);
  const automation = await started(own, "list_added", { listIds: [listId] });
  expect(await reacting(own, change)).toEqual([`automation ${automation.id}`]);
  expect(await reacting(own, { signals: listSignals(["999"]) })).toEqual([]);
  expect(await reacting(await company(), change)).toEqual([]);
  await own.api.ok("updateCompany", { body: { sendingEnabled: false } });
  expect(await reacting(own, change)).toHaveLength(1);
  await own.api.ok("pauseAutomation", { params: paramsOf(automation) });
  expect(await reacting(own, change)).toEqual([]);
});

it("a list with notices reacts to who joins and leaves it, with what it is asked to notify of", async () => {
  const own = await company();
  const { id: listId } = await own.aList({ notifyOnAdd: true });
  const { id: left } = await own.aList({ notifyOnUnsubscribe: true });
  const { id: member } = await own.aContact({ listIds: [left] });
  const { id: stranger } = await own.aContact();
  const joins = { signals: listSignals([listId, left]), joinedListIds: [listId, left] };
  expect(await reacting(own, joins)).toEqual([`list ${listId}`]);
  expect(await reacting(own, { joinedListIds: [listId] })).toEqual([]);
  expect(await reacting(own, { leftListIds: [listId, left] })).toEqual([`list ${left}`]);
  expect(await reacting(own, { leftListIds: "all", contactIds: [member] })).toEqual([`list ${left}`]);
  expect(await reacting(own, { leftListIds: "all", contactIds: [stranger] })).toEqual([]);
  expect(await reacting(own, { leftListIds: "all" })).toEqual([`list ${left}`]);
  expect(await reacting(await company(), joins)).toEqual([]);
});

it("a segment is entered by what its rules read, also through other segments but not through a snapshot", async () => {
  const own = await company();
  const inner = await aSegment(own, [city]);
  const outer = await aSegment(own, [{ type: "segment", operator: "in", segmentId: inner.id }]);
  const snapshot = await aSegment(own, [{ ...city, field: "street" }], "static");
  const live = await started(own, "segment_entered", { segmentId: outer.id });
  const taken = await started(own, "segment_entered", { segmentId: snapshot.id });
  expect(await reacting(own, { data: ["field:city"] })).toEqual([`automation ${live.id}`]);
  expect(await reacting(own, { data: [`segment:${inner.id}`] })).toEqual([`automation ${live.id}`]);
  expect(await reacting(own, { data: ["field:street"] })).toEqual([]);
  expect(await reacting(own, { data: [`segment:${snapshot.id}`] })).toEqual([`automation ${taken.id}`]);
  expect(await reacting(own, { data: "all", contactIds: [] })).toHaveLength(2);
});

it("a date trigger reacts to its field", async () => {
  const own = await company();
  const { id: fieldId } = await own.api.ok("createCustomField", { body: { name: "Renewal", type: "date" } });
  const birthday = await started(own, "date", { field: "birthday", time: "09:00" });
  const renewal = await started(own, "date", { field: `customFields.${fieldId}`, time: "09:00" });
  expect(await reacting(own, { data: ["field:birthday"] })).toEqual([`automation ${birthday.id}`]);
  expect(await reacting(own, { data: [`custom_field:${fieldId}`] })).toEqual([`automation ${renewal.id}`]);
});

it("contacts inside go on by conditions that read what changes, and by the gate", async () => {
  const own = await company();
  const wait = { spec: { kind: "delay", amount: 1, unit: "days" } };
  const graph = aGraph(
    { t: ["manual"], w: ["wait", wait], c: ["condition", { definition: matchAll([city]) }], n: notify(own) },
    ["t w", "w c", "c yes n"],
  );
  const automation = await anActiveAutomation(own, graph);
  const [inside] = await enter(own, automation);
  const { id: outside } = await own.aContact();
  const found = [`automation ${automation.id}`];
  expect(await reacting(own, { data: ["field:city"], contactIds: [inside ?? ""] })).toEqual(found);
  expect(await reacting(own, { data: ["field:city"] })).toEqual(found);
  expect(await reacting(own, { data: ["field:city"], contactIds: [outside] })).toEqual([]);
  expect(await reacting(own, { data: ["field:street"], contactIds: [inside ?? ""] })).toEqual([]);
  expect(await reacting(own, { opensGate: true, contactIds: [inside ?? ""] })).toEqual(found);
  expect(await reacting(own, { opensGate: true, contactIds: [outside] })).toEqual([]);
});

it("a scheduled campaign reacts to who joins its audience, and a paused one to nothing", async () => {
  const own = await company();
  const excluded = await own.aList();
  const segment = await aSegment(own, [city]);
  const { id: campaign_id, listId } = await aReadyCampaign(own, { people: 1 });
  const params = { campaign_id };
  const audience = { listIds: [listId], excludeListIds: [excluded.id], segmentIds: [segment.id] };
  await own.api.ok("updateCampaign", { params, body: { audience } });
  expect(await reacting(own, { joinedListIds: [listId] })).toEqual([]);
  const plannedAt = new Date(own.clock.now().getTime() + 86_400_000).toISOString();
  const body = { expectedRecipients: 1, timing: "schedule", plannedAt };
  await own.api.ok("approveCampaign", { params, body });
  const found = [`campaign ${campaign_id}`];
  const changes: ContactChange[] = [
    { joinedListIds: [listId] },
    { data: [`list:${excluded.id}`] },
    { data: ["field:city"] },
    { data: "all" },
    { opensGate: true },
  ];
  for (const change of changes) expect(await reacting(own, change)).toEqual(found);
  expect(await reacting(own, { joinedListIds: [excluded.id], data: ["field:street"] })).toEqual([]);
  await own.api.ok("pauseCampaign", { params });
  for (const change of changes) expect(await reacting(own, change)).toEqual([]);
});
