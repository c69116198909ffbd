import type { RecipeGraph, RecipeKey } from "../../features/automations/recipes/catalogue.ts";
import type { Graph, GraphNode } from "../../features/automations/graph/graph.ts";
import { resolveTime } from "../../features/automations/time/resolve.ts";
import { parseTimeSpec } from "../../features/automations/time/spec.ts";
import { addMs, dayAt, days, hours } from "../../kernel/local-time.ts";
import { between, pickHour, type Calendar } from "../calendar.ts";
import type { DemoContact } from "../contacts.ts";
import { seededRandom, type Random } from "../random.ts";
import { timeZone } from "../words/company.ts";

export type WrittenContact = DemoContact & { readonly contactId: string };

/** When an automation of the demo was active; one that runs, until now. */
export type ActivePeriod = { readonly from: Date; readonly to: Date; readonly isPaused: boolean };

type DemoRecipe = Extract<RecipeKey, "welcome" | "abandoned_cart" | "birthday" | "win_back">;

export type PlannedPass = {
  readonly node: string;
  readonly type: string;
  readonly at: Date;
  readonly output: string | null;
};

export type PlannedRun = {
  readonly version: number;
  readonly contact: WrittenContact;
  readonly trigger: string;
  readonly enteredAt: Date;
  readonly passes: readonly PlannedPass[];
  /** Where it stands, or stood when the automation was paused; null after the end. */
  readonly waiting: { readonly node: string; readonly arrivedAt: Date; readonly dueAt: Date } | null;
};

export type NumberedRun = PlannedRun & { readonly id: string };

/** A contact left goods in the cart. */
export type PlannedCart = { readonly contact: WrittenContact; readonly at: Date };

type Entry = { readonly contact: WrittenContact; readonly trigger: string; readonly at: Date };

export const demoRecipes = [
  "welcome",
  "abandoned_cart",
  "birthday",
  "win_back",
] as const satisfies readonly DemoRecipe[];

/** A graph from the time it was saved until the next one. */
export type PlannedVersion = { readonly version: number; readonly graph: Graph; readonly savedAt: Date };

type Planning = {
  readonly calendar: Calendar;
  readonly active: ActivePeriod;
  readonly contacts: readonly WrittenContact[];
  readonly carts: readonly PlannedCart[];
};

/** The runs of one automation in the order of entry, each with the version that was the newest then. */
export function planRuns(recipe: DemoRecipe, versions: readonly PlannedVersion[], planning: Planning): PlannedRun[] {
  const { active } = planning;
  return findEntries[recipe](planning)
    .filter(({ contact, at }) => at >= active.from && at < active.to && isSubscribedAt(contact, at))
    .toSorted((left, right) => left.at.getTime() - right.at.getTime())
    .map((entry) => {
      const { contact, trigger, at } = entry;
      const { version, graph } = findVersion(versions, at);
      return { version, contact, trigger, enteredAt: at, ...walk({ recipe, graph, active }, entry) };
    });
}

function findVersion(versions: readonly PlannedVersion[], at: Date): PlannedVersion {
  const found = versions.findLast(({ savedAt }) => savedAt <= at);
  if (found === undefined) throw new Error("a run began before its automation");
  return found;
}

const isSubscribedAt = ({ row }: WrittenContact, at: Date): boolean => row.consentAt !== null && row.consentAt <= at;

const findEntries: Readonly<Record<DemoRecipe, (planning: Planning) => Entry[]>> = {
  // An import starts no automation.
  welcome: ({ contacts }) =>
    contacts.flatMap((contact) => {
      const { consentAt, source } = contact.row;
      return consentAt === null || source === "import" ? [] : [{ contact, trigger: "start", at: consentAt }];
    }),
  abandoned_cart: ({ carts }) =>
    carts.flatMap(({ contact, at }) =>
      [
        { contact, trigger: "start", at: addMs(at, hours(1)) },
        { contact, trigger: "day", at: addMs(at, days(1)) },
      ].filter((entry) => !hasOrderedBetween(contact, at, entry.at)),
    ),
  birthday: ({ calendar, contacts, active }) => {
    const times = Array.from({ length: 366 }, (_, daysAgo) => calendar.at(daysAgo, 9 * 60)).filter(
      (at) => at >= active.from && at < active.to,
    );
    const byDay = new Map(times.map((at) => [dayAt(at, timeZone).slice(5), at]));
    return contacts.flatMap((contact) => {
      const at = byDay.get(contact.row.birthday?.slice(5) ?? "");
      return at === undefined ? [] : [{ contact, trigger: "start", at }];
    });
  },
  win_back: ({ contacts }) =>
    contacts.flatMap((contact) =>
      contact.orders.map(({ content }) => ({ contact, trigger: "start", at: content.createdAt })),
    ),
};

const hasOrderedBetween = ({ orders }: WrittenContact, from: Date, to: Date): boolean =>
  orders.some(({ content: { createdAt } }) => createdAt >= from && createdAt <= to);

/** Follows the graph as the engine would, until now or until the automation was paused. */
function walk(
  { recipe, graph, active }: { recipe: DemoRecipe; graph: RecipeGraph; active: ActivePeriod },
  { contact, trigger, at: enteredAt }: Entry,
): Pick<PlannedRun, "passes" | "waiting"> {
  const passes: PlannedPass[] = [];
  let at = enteredAt;
  for (let node = nextNode(graph, trigger, "next"); node !== undefined;) {
    const { id, type } = node;
    if (type === "wait") {
      const dueAt = waitsUntil(node, at);
      if (dueAt >= active.to) return { passes, waiting: { node: id, arrivedAt: at, dueAt } };
      at = dueAt;
    }
    const output = type === "condition" ? decide(`${recipe} ${id}`, contact, at) : "next";
    passes.push({ node: id, type, at, output: type === "end" ? null : output });
    node = nextNode(graph, id, output);
  }
  return { passes, waiting: null };
}

function nextNode({ nodes, edges }: RecipeGraph, from: string, output: string): GraphNode | undefined {
  const edge = edges.find((each) => each.from === from && each.output === output);
  return nodes.find(({ id }) => id === edge?.to);
}

function waitsUntil({ config }: GraphNode, base: Date): Date {
  const parsed = parseTimeSpec(config["spec"], ["delay"]);
  const dueAt = "problems" in parsed ? null : resolveTime(parsed.spec, { base, timeZone, fieldValue: null });
  if (dueAt === null) throw new Error("a recipe waits for ever");
  return dueAt;
}

/** Days that the conditions look back; others look at all orders. */
const lookbackDays: Readonly<Record<string, number>> = { "win_back ordered": 89, "win_back returned": 30 };

/** Only completed orders count. */
function decide(condition: string, { orders }: WrittenContact, at: Date): "yes" | "no" {
  const lookback = lookbackDays[condition];
  const since = lookback === undefined ? new Date(0) : addMs(at, -days(lookback));
  const hasOrdered = orders.some(
    ({ content: { completedAt, createdAt } }) => completedAt !== null && completedAt <= at && createdAt >= since,
  );
  return hasOrdered ? "yes" : "no";
}

const cartSeed = 2_000_000;

/** Carts of the last months. */
export function planCarts(calendar: Calendar, contacts: readonly WrittenContact[]): PlannedCart[] {
  const random = seededRandom(cartSeed);
  return contacts
    .filter(() => random.chance(0.09))
    .map((contact) => ({ contact, at: cartTime(random, calendar) }))
    .filter(({ contact, at }) => isSubscribedAt(contact, at));
}

function cartTime(random: Random, calendar: Calendar): Date {
  const begin = calendar.at(random.integer(6, 120), pickHour(random) * 60);
  return between(random, begin, addMs(begin, hours(1)));
}
