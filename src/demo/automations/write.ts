import type { TenantDb } from "../../db/tenant.ts";
import { upsertTriggers, updateActiveSince } from "../../features/automations/entry/triggers.queries.ts";
import { addCounts, type CountChange } from "../../features/automations/engine/record.queries.ts";
import { findTrigger } from "../../features/automations/grammar.ts";
import type { Graph } from "../../features/automations/graph/graph.ts";
import { parseGraph } from "../../features/automations/graph/parse.ts";
import {
  insertAutomation,
  updateAutomationStatus,
  updateAutomationVersion,
} from "../../features/automations/queries.ts";
import { recipeGraphs } from "../../features/automations/recipes/graphs.ts";
import type { RecipeEmail, RecipeKey } from "../../features/automations/recipes/catalogue.ts";
import { czechRecipes } from "../../features/automations/recipes/texts-cs.ts";
import { namedObjects } from "../../features/automations/references.ts";
import { replaceReferences } from "../../features/automations/references.queries.ts";
import { insertVersion } from "../../features/automations/versions.queries.ts";
import { recordOpensAndClicks, recordReceivedEmails } from "../../features/contacts/email-events.queries.ts";
import { replaceContentUses } from "../../features/content/uses/queries.ts";
import { insertEvent } from "../../features/events/queries.ts";
import { findDefaultPurposeId } from "../../features/forms/queries.ts";
import { listVerifiedSenders } from "../../features/sending/senders/queries.ts";
import { attributeOrders } from "../../features/statistics/conversions/attribution.queries.ts";
import { rollUp } from "../../features/statistics/rollup.queries.ts";
import type { NewJournalEntry } from "../../journal/entry.ts";
import { contactEvent } from "../../journal/events.ts";
import { appendEntries } from "../../journal/journal.ts";
import type { Calendar } from "../calendar.ts";
import type { CompileEmail } from "../emails.ts";
import { seededRandom } from "../random.ts";
import { writeTemplate } from "../templates.ts";
import { products } from "../words/products.ts";
import { writeEmails } from "./emails.ts";
import {
  demoRecipes,
  planCarts,
  planRuns,
  type ActivePeriod,
  type NumberedRun,
  type PlannedCart,
  type PlannedRun,
  type PlannedVersion,
  type WrittenContact,
} from "./histories.ts";
import * as queries from "./queries.ts";

const activatedDaysAgo = 200;
const pausedDaysAgo = 4;

type AutomationsPlace = {
  readonly contacts: readonly WrittenContact[];
  readonly shopId: string;
  readonly compile: CompileEmail;
};

/** One is paused, so that the demo shows what that looks like. */
const pausedRecipe: RecipeKey = "win_back";
/** One waited longer at first, so that the demo shows two versions beside each other. */
const changedRecipe: RecipeKey = "welcome";
const changedDaysAgo = 30;
const firstWaitDays = 10;

/** Four automations of the Czech shop with what they did in half a year; those that run go on with the contacts that wait. */
export async function writeAutomations(
  db: TenantDb,
  calendar: Calendar,
  { contacts, shopId, compile }: AutomationsPlace,
): Promise<void> {
  const from = calendar.at(activatedDaysAgo, 10 * 60);
  const readers = contacts.filter(({ row }) => row.shopId === shopId && isMailable(row));
  const before = await queries.findJournalPosition(db);
  const carts = planCarts(calendar, readers);
  const entries = await writeCarts(db, shopId, carts);
  for (const recipe of demoRecipes) {
    const texts = czechRecipes[recipe];
    const isPaused = recipe === pausedRecipe;
    const active = { from, to: isPaused ? calendar.at(pausedDaysAgo, 7 * 60) : calendar.now, isPaused };
    const graph = await writeTemplates(db, recipeGraphs[recipe]("cs"), {
      emails: texts.emails,
      shopId,
      compile,
      at: from,
    });
    const changedAt = recipe === changedRecipe ? calendar.at(changedDaysAgo, 15 * 60) : null;
    const versions = planVersions(graph, from, changedAt);
    const runs = planRuns(recipe, versions, { calendar, active, contacts: readers, carts });
    const id = await writeAutomation(db, { ...texts, shopId, transactional: false }, { graph, versions, active });
    const numbered = await writeRuns(db, { id, graph }, runs);
    await replaceContentUses(db, { kind: "automation", id }, findUses(graph, !isPaused));
    entries.push(...(await writeEmails(db, id, { graph, runs: numbered, now: calendar.now })));
  }
  await appendEntries(
    db,
    entries.toSorted((left, right) => left.at.getTime() - right.at.getTime()),
  );
  const range = { after: before, to: await queries.findJournalPosition(db) };
  await recordReceivedEmails(db, range);
  await recordOpensAndClicks(db, range);
  // The contacts, orders and clicks that were written before are counted too.
  const all = { after: { tx: "0", id: "0" }, to: range.to };
  await rollUp(db, all);
  await attributeOrders(db, all);
}

export const isMailable = ({ status, blacklistedAt }: WrittenContact["row"]): boolean =>
  status === "subscribed" && blacklistedAt === null;

const cartSeed = 2_000_001;

async function writeCarts(db: TenantDb, shopId: string, carts: readonly PlannedCart[]): Promise<NewJournalEntry[]> {
  const random = seededRandom(cartSeed);
  const entries: NewJournalEntry[] = [];
  for (const { contact, at } of carts) {
    const { contactId } = contact;
    const { code, cs: name, price } = random.pickEarly(products);
    const data = { items: [{ code, name, quantity: random.integer(1, 2), price: price.cs / 100 }] };
    const event = { contactId, shopId, type: "cart", name: "cart", data, at, receivedAt: at } as const;
    const eventId = await insertEvent(db, event);
    const payload = { eventId, kind: "cart", title: "cart", shopId, happenedAt: at.toISOString() };
    entries.push(contactEvent.entry({ contactId, at, payload }));
  }
  return entries;
}

type Emails = {
  readonly emails: Readonly<Record<string, RecipeEmail>>;
  readonly shopId: string;
  readonly compile: CompileEmail;
  readonly at: Date;
};

/** Returns the graph with its sender and its templates. */
async function writeTemplates(db: TenantDb, graph: Graph, { emails, shopId, compile, at }: Emails): Promise<Graph> {
  const [sender] = await listVerifiedSenders(db, shopId);
  const templateIds = new Map<string, string>();
  for (const [node, email] of Object.entries(emails)) {
    const { name, subject, preheader } = email;
    const id = await writeTemplate(db, { name, subject, preheader, email: await compile(email), shopId, at });
    templateIds.set(node, id);
  }
  const nodes = graph.nodes.map((node) => {
    const templateId = templateIds.get(node.id);
    const subject = emails[node.id]?.subject;
    if (templateId === undefined || subject === undefined) return node;
    return { ...node, config: { ...node.config, senderId: sender?.id, subject, templateId } };
  });
  return { nodes, edges: graph.edges };
}

function planVersions(graph: Graph, from: Date, changedAt: Date | null): PlannedVersion[] {
  if (changedAt === null) return [{ version: 1, graph, savedAt: from }];
  const spec = { kind: "delay", amount: firstWaitDays, unit: "days" };
  const nodes = graph.nodes.map((node) =>
    node.type === "wait" ? { ...node, config: { ...node.config, spec } } : node,
  );
  return [
    { version: 1, graph: { ...graph, nodes }, savedAt: from },
    { version: 2, graph, savedAt: changedAt },
  ];
}

type WrittenAutomation = {
  readonly graph: Graph;
  readonly versions: readonly PlannedVersion[];
  readonly active: ActivePeriod;
};

async function writeAutomation(
  db: TenantDb,
  settings: Parameters<typeof insertAutomation>[1],
  { graph, versions, active }: WrittenAutomation,
): Promise<string> {
  const { from, to, isPaused } = active;
  const id = await insertAutomation(db, settings, from);
  for (const { version, graph: saved, savedAt: createdAt } of versions) {
    const stored = parseGraph({ ...saved }, new Set()).graph;
    await insertVersion(db, id, { version, graph: stored, authorId: null, createdAt });
    await updateAutomationVersion(db, id, { version, updatedAt: createdAt });
  }
  const savedAt = versions.at(-1)?.savedAt ?? from;
  const parsed = parseGraph({ ...graph }, new Set());
  await replaceReferences(db, id, namedObjects(parsed));
  const triggers = graph.nodes.filter(({ type }) => findTrigger(type) !== undefined);
  await upsertTriggers(db, id, triggers);
  // What happened before is in the runs already.
  for (const { id: node } of triggers) await updateActiveSince(db, { automationId: id, node }, to);
  await updateAutomationStatus(db, id, { status: isPaused ? "paused" : "active", updatedAt: isPaused ? to : savedAt });
  return id;
}

const findUses = ({ nodes }: Graph, isActive: boolean) =>
  nodes
    .filter(({ type }) => type === "email")
    .map(({ config }) => ({
      contentKind: "template" as const,
      contentId: String(config["templateId"]),
      isActive,
    }));

async function writeRuns(
  db: TenantDb,
  { id: automationId, graph }: { readonly id: string; readonly graph: Graph },
  planned: readonly PlannedRun[],
): Promise<NumberedRun[]> {
  const ids = await queries.reserveRunIds(db, planned.length);
  const runs = planned.map((run, index) => ({ ...run, id: ids[index] ?? "" }));
  const isSubscription = graph.nodes.some(({ type }) => type === "subscribed");
  const purposeId = isSubscription ? await findDefaultPurposeId(db) : null;
  await queries.insertRuns(
    db,
    automationId,
    runs.map((run) => ({ ...runRow(run), purposeId })),
  );
  const passes = runs.flatMap(({ id, trigger, enteredAt, passes: own }) => [
    { runId: id, node: trigger, at: enteredAt, output: "next" },
    ...own.map(({ node, at, output }) => ({ runId: id, node, at, output })),
  ]);
  await queries.insertPasses(
    db,
    automationId,
    passes.toSorted((left, right) => left.at.getTime() - right.at.getTime()),
  );
  await addCounts(db, automationId, toCounts(runs));
  return runs;
}

function runRow({
  id,
  version,
  contact,
  trigger,
  enteredAt,
  passes,
  waiting,
}: NumberedRun): Omit<queries.NewRun, "purposeId"> {
  const start = { id, version, contactId: contact.contactId, trigger, enteredAt };
  if (waiting !== null) return { ...start, state: "waiting", ...waiting, finishedAt: null };
  const last = passes.at(-1);
  const at = last?.at ?? enteredAt;
  return { ...start, state: "completed", node: last?.node ?? trigger, arrivedAt: at, dueAt: null, finishedAt: at };
}

function toCounts(runs: readonly PlannedRun[]): CountChange[] {
  const counts = new Map<string, CountChange>();
  const add = (node: string, output: string, measure: CountChange["measure"]): void => {
    const key = `${node} ${output} ${measure}`;
    counts.set(key, { node, output, measure, n: (counts.get(key)?.n ?? 0) + 1 });
  };
  for (const { trigger, passes, waiting } of runs) {
    add("", "", "entered");
    add("", "", waiting === null ? "completed" : "active");
    if (waiting !== null) add(waiting.node, "", "waiting");
    for (const { node, output } of [{ node: trigger, output: "next" }, ...passes]) {
      add(node, "", "passed");
      if (output !== null) add(node, output, "passed");
    }
  }
  return [...counts.values()];
}
