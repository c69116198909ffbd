import type { TenantDb } from "../../../db/tenant.ts";
import { listMembershipsIn } from "./bonds.queries.ts";

/** What a contact joined with the entry that lets it in: when it leaves that, its run ends (`engine/exits.sql.ts`). */
export type Bond = {
  /** The run ends when the contact is on none of them. Empty where no list let it in. */
  readonly listIds: readonly string[];
  /** The run ends when the consent to it is withdrawn. */
  readonly purposeId: string | null;
};

export type Bonds = readonly (Bond | null)[];

/**
 * The bonds by the memberships of now, in the order of the contacts; `left` for a contact that has left again everything that
 * would let it in. Requires the locks of the contacts.
 */
export async function listCurrentBonds(
  db: TenantDb,
  contactIds: readonly string[],
  bonds: Bonds,
): Promise<readonly (Bond | null | "left")[]> {
  const listIds = [...new Set(bonds.flatMap((bond) => bond?.listIds ?? []))];
  const memberships = listIds.length === 0 ? [] : await listMembershipsIn(db, { listIds, contactIds });
  const lists = new Map(memberships.map((member) => [member.contactId, new Set(member.listIds)]));
  return contactIds.map((contactId, index) => {
    const bond = bonds[index] ?? null;
    if (bond === null || bond.listIds.length === 0) return bond;
    const joined = bond.listIds.filter((id) => lists.get(contactId)?.has(id) === true);
    return joined.length === 0 && bond.purposeId === null ? "left" : { ...bond, listIds: joined };
  });
}

/** A contact that joined several lists at once, each by an entry of its own, was let in by all of them. */
export const joinBonds = (left: Bond | null, right: Bond | null): Bond | null =>
  left === null || right === null ? left : { ...left, listIds: [...new Set([...left.listIds, ...right.listIds])] };
