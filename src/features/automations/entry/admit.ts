import type { TenantDb } from "../../../db/tenant.ts";
import { lockContacts } from "../../contacts/memberships/queries.ts";
import { addCounts } from "../engine/record.queries.ts";
import type { Graph } from "../graph/graph.ts";
import { countRunsOfContacts, insertRuns, lockActiveGraph, type RunCounts } from "./admit.queries.ts";

export type Admission = {
  readonly automationId: string;
  /** The key of the trigger node. */
  readonly trigger: string;
  /** A contact that is mentioned twice wants to enter twice. */
  readonly contactIds: readonly string[];
  readonly at: Date;
};

export type Admitted = {
  readonly added: string[];
  /** Refused by the re-entry rule of the trigger. */
  readonly alreadyIn: string[];
  /** Deleted contacts, those with too many runs, and all while the automation is not active or lost the trigger. */
  readonly skipped: string[];
};

/** Of one contact in one automation. */
const maxConcurrentRuns = 10;

/**
 * Lets contacts in at a trigger of an active automation. Locks the contacts, so that concurrent admissions of the same
 * contact see each other's runs and a deletion cannot leave a run behind.
 */
export const admitContacts = (db: TenantDb, admission: Admission): Promise<Admitted> =>
  db.transaction(async (inner) => {
    const { automationId, trigger, contactIds, at } = admission;
    const found = await lockActiveGraph(inner, automationId);
    const node = found?.graph.nodes.find(({ id }) => id === trigger);
    if (found === undefined || node === undefined) return { added: [], alreadyIn: [], skipped: [...contactIds] };
    const existing = new Set(await lockContacts(inner, [...new Set(contactIds)]));
    const counts = await countRunsOfContacts(inner, { automationId, contactIds: [...existing] });
    const admitted = decide(contactIds, { existing, counts, reentry: node.config["reentry"] });
    if (admitted.added.length === 0) return admitted;
    const firstNode = findFirstNode(found.graph, trigger);
    const runs = { automationId, trigger, version: found.version, at, firstNode, contactIds: admitted.added };
    await insertRuns(inner, runs);
    const n = admitted.added.length;
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
  readonly reentry: unknown;
};

function decide(contactIds: readonly string[], { existing, counts, reentry }: Rules): Admitted {
  const runs = new Map(counts.map(({ contactId, running, ever }) => [contactId, { running, ever }]));
  const admitted: Admitted = { added: [], alreadyIn: [], skipped: [] };
  for (const contactId of contactIds) {
    const { running, ever } = runs.get(contactId) ?? { running: 0, ever: 0 };
    const isIn = reentry === "once" ? ever > 0 : reentry !== "always" && running > 0;
    if (!existing.has(contactId) || (!isIn && running >= maxConcurrentRuns)) admitted.skipped.push(contactId);
    else if (isIn) admitted.alreadyIn.push(contactId);
    else {
      admitted.added.push(contactId);
      runs.set(contactId, { running: running + 1, ever: ever + 1 });
    }
  }
  return admitted;
}
