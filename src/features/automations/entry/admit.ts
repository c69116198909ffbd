import type { TenantDb } from "../../../db/tenant.ts";
import type { JournalCursor } from "../../../journal/journal.ts";
import { addMs, hours } from "../../../kernel/local-time.ts";
import { lockContacts } from "../../contacts/memberships/queries.ts";
import { addCounts } from "../engine/record.queries.ts";
import type { Graph } from "../graph/graph.ts";
import { countRunsOfContacts, insertRuns, lockActiveGraph, type NewRun, type RunCounts } from "./admit.queries.ts";
import { joinBonds, listCurrentBonds, type Bond, type Bonds } from "./bonds.ts";

export type Admission = {
  readonly automationId: string;
  /** The key of the trigger node. */
  readonly trigger: string;
  /** A contact that is mentioned twice wants to enter twice. */
  readonly contactIds: readonly string[];
  /** One element per contact, in their order; left out where leaving ends no run. */
  readonly bonds?: Bonds;
  /** One element per contact, in their order; left out where nothing happened to them. */
  readonly events?: readonly (JournalCursor | null)[];
  readonly at: Date;
  readonly cause: Cause;
};

/** What asks for the entry; `depth` is the number of automations that led to it by their steps. */
export type Cause = "trigger" | "request" | { readonly depth: number };

export type Admitted = {
  readonly added: string[];
  /** Refused by the re-entry rule of the trigger. */
  readonly alreadyIn: string[];
  /**
   * Deleted contacts, those with too many runs or entries or that have left again, and all while the automation is not active
   * or lost the trigger.
   */
  readonly skipped: string[];
};

/** Limit of the runs of one contact in one automation. */
const maxConcurrentRuns = 10;
/** Entries of one contact by triggers: automations whose steps cause each other's triggers would go on for ever. */
const maxEntriesPerHour = 10;

/**
 * Lets contacts in at a trigger of an active automation. Locks the contacts, so that concurrent admissions of the same
 * contact see each other's runs and a deletion cannot leave a run behind.
 */
export const admitContacts = (db: TenantDb, admission: Admission): Promise<Admitted> =>
  db.transaction(async (inner) => {
    const { automationId, trigger, contactIds, bonds = [], events = [], at, cause } = admission;
    const found = await lockActiveGraph(inner, automationId);
    const node = found?.graph.nodes.find(({ id }) => id === trigger);
    if (found === undefined || node === undefined) return { added: [], alreadyIn: [], skipped: [...contactIds] };
    const existing = new Set(await lockContacts(inner, [...new Set(contactIds)]));
    const counts = await countRunsOfContacts(inner, {
      automationId,
      contactIds: [...existing],
      since: addMs(at, -hours(1)),
    });
    const maxRecent = cause === "trigger" ? maxEntriesPerHour : Infinity;
    const currentBonds = await listCurrentBonds(inner, contactIds, bonds);
    const rules = { existing, counts, maxRecent, reentry: node.config["reentry"], currentBonds, events };
    const { entrants, ...admitted } = decide(contactIds, rules);
    if (entrants.length === 0) return admitted;
    const firstNode = findFirstNode(found.graph, trigger);
    const depth = typeof cause === "string" ? 0 : cause.depth;
    const { version } = found;
    await insertRuns(inner, { automationId, trigger, version, at, depth, firstNode, entrants });
    const n = entrants.length;
    await addCounts(inner, automationId, [
      { node: "", output: "", measure: "entered", n },
      { node: "", output: "", measure: firstNode === undefined ? "completed" : "active", n },
      { node: trigger, output: "", measure: "passed", n },
      { node: trigger, output: "next", measure: "passed", n },
    ]);
    return admitted;
  });

const findFirstNode = ({ edges }: Graph, trigger: string): string | undefined =>
  edges.find(({ from }) => from === trigger)?.to;

type Rules = {
  readonly existing: ReadonlySet<string>;
  readonly counts: readonly RunCounts[];
  readonly maxRecent: number;
  readonly reentry: unknown;
  /** One element per contact, in their order. */
  readonly currentBonds: readonly (Bond | null | "left")[];
  readonly events: readonly (JournalCursor | null)[];
};

type Decision = Admitted & { readonly entrants: NewRun[] };

function decide(contactIds: readonly string[], rules: Rules): Decision {
  const { existing, counts, maxRecent, reentry, currentBonds, events } = rules;
  const runs = new Map(counts.map(({ contactId, ...numbers }) => [contactId, numbers]));
  const admitted: Decision = { added: [], alreadyIn: [], skipped: [], entrants: [] };
  const newest = new Map<string, { bond: Bond | null }>();
  for (const [index, contactId] of contactIds.entries()) {
    const bond = currentBonds[index] ?? null;
    const { running, ever, recent } = runs.get(contactId) ?? { running: 0, ever: 0, recent: 0 };
    const isIn = reentry === "once" ? ever > 0 : reentry !== "always" && running > 0;
    const isLimited = running >= maxConcurrentRuns || recent >= maxRecent;
    if (!existing.has(contactId) || bond === "left" || (!isIn && isLimited)) admitted.skipped.push(contactId);
    else if (isIn) {
      admitted.alreadyIn.push(contactId);
      const earlier = newest.get(contactId);
      if (earlier !== undefined) earlier.bond = joinBonds(earlier.bond, bond);
    } else {
      admitted.added.push(contactId);
      const entrant = { contactId, bond, event: events[index] ?? null };
      newest.set(contactId, entrant);
      admitted.entrants.push(entrant);
      runs.set(contactId, { running: running + 1, ever: ever + 1, recent: recent + 1 });
    }
  }
  return admitted;
}

type Preview = Pick<Admission, "automationId" | "contactIds"> & {
  readonly reentry: unknown;
  /** Runs that a simulation adds to the stored ones. */
  readonly earlier: readonly RunCounts[];
};

/** Whom a step would let into an active automation; nothing is locked or written. */
export async function previewAdmission(
  db: TenantDb,
  { automationId, contactIds, reentry, earlier }: Preview,
): Promise<Admitted> {
  const stored = await countRunsOfContacts(db, { automationId, contactIds, since: new Date(0) });
  const counts = new Map(stored.map((own) => [own.contactId, own]));
  for (const { contactId, running, ever, recent } of earlier) {
    const own = counts.get(contactId) ?? { running: 0, ever: 0, recent: 0 };
    const sum = { running: own.running + running, ever: own.ever + ever, recent: own.recent + recent };
    counts.set(contactId, { contactId, ...sum });
  }
  const existing = new Set(contactIds);
  const rules = { existing, counts: [...counts.values()], maxRecent: Infinity, reentry, currentBonds: [], events: [] };
  const { entrants: _, ...admitted } = decide(contactIds, rules);
  return admitted;
}
