import type { TenantDb } from "../../../db/tenant.ts";
import { admitContacts } from "./admit.ts";
import type { Bond } from "./bonds.ts";
import type { TriggerKey } from "./checks.queries.ts";

/** A contact that wants to enter at a trigger. */
export type Entrant = TriggerKey & { readonly contactId: string; readonly bond?: Bond | null };

/** Those of one trigger; `bonds` are in the order of the contacts. */
export type AdmissionGroup = TriggerKey & { readonly contactIds: string[]; readonly bonds: (Bond | null)[] };

export function groupByTrigger(entrants: readonly Entrant[]): AdmissionGroup[] {
  const groups = new Map<string, AdmissionGroup>();
  for (const { automationId, node, contactId, bond = null } of entrants) {
    const key = `${automationId} ${node}`;
    const group = groups.get(key) ?? { automationId, node, contactIds: [], bonds: [] };
    group.contactIds.push(contactId);
    group.bonds.push(bond);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** In order of automation, so that concurrent transactions do not deadlock. */
export async function admitGroups(db: TenantDb, groups: readonly AdmissionGroup[], at: Date): Promise<void> {
  const ordered = groups.toSorted((one, other) => Number(one.automationId) - Number(other.automationId));
  for (const { automationId, node, contactIds, bonds } of ordered) {
    await admitContacts(db, { automationId, trigger: node, contactIds, bonds, at, cause: "trigger" });
  }
}
