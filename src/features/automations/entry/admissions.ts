import type { TenantDb } from "../../../db/tenant.ts";
import type { JournalCursor } from "../../../journal/journal.ts";
import { admitContacts } from "./admit.ts";
import type { Bond } from "./bonds.ts";
import type { TriggerKey } from "./checks.queries.ts";

/** A contact that wants to enter at a trigger. */
export type Entrant = TriggerKey & {
  readonly contactId: string;
  readonly bond?: Bond | null;
  readonly event: JournalCursor | null;
};

/** Those of one trigger; `bonds` and `events` are in the order of the contacts. */
export type AdmissionGroup = TriggerKey & {
  readonly contactIds: string[];
  readonly bonds: (Bond | null)[];
  readonly events: (JournalCursor | null)[];
};

export function groupByTrigger(entrants: readonly Entrant[]): AdmissionGroup[] {
  const groups = new Map<string, AdmissionGroup>();
  for (const { automationId, node, contactId, bond = null, event } of entrants) {
    const key = `${automationId} ${node}`;
    const group = groups.get(key) ?? { automationId, node, contactIds: [], bonds: [], events: [] };
    group.contactIds.push(contactId);
    group.bonds.push(bond);
    group.events.push(event);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Rows are in order of automation, so that concurrent transactions do not deadlock. */
export async function admitGroups(db: TenantDb, groups: readonly AdmissionGroup[], at: Date): Promise<void> {
  const ordered = groups.toSorted((left, right) => Number(left.automationId) - Number(right.automationId));
  for (const { automationId, node, contactIds, bonds, events } of ordered) {
    await admitContacts(db, { automationId, trigger: node, contactIds, bonds, events, at, cause: "trigger" });
  }
}
