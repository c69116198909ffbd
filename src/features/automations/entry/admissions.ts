import type { TenantDb } from "../../../db/tenant.ts";
import { admitContacts } from "./admit.ts";
import type { TriggerKey } from "./checks.queries.ts";

/** Contacts that want to enter at one trigger. */
export type AdmissionGroup = TriggerKey & { readonly contactIds: string[] };

export function groupByTrigger(entries: readonly (TriggerKey & { readonly contactId: string })[]): AdmissionGroup[] {
  const groups = new Map<string, AdmissionGroup>();
  for (const { automationId, node, contactId } of entries) {
    const group = groups.get(`${automationId} ${node}`);
    if (group === undefined) groups.set(`${automationId} ${node}`, { automationId, node, contactIds: [contactId] });
    else group.contactIds.push(contactId);
  }
  return [...groups.values()];
}

/** In order of automation, so that concurrent transactions do not deadlock. */
export async function admitGroups(db: TenantDb, groups: readonly AdmissionGroup[], at: Date): Promise<void> {
  const ordered = groups.toSorted((one, other) => Number(one.automationId) - Number(other.automationId));
  for (const { automationId, node, contactIds } of ordered) {
    await admitContacts(db, { automationId, trigger: node, contactIds, at });
  }
}
