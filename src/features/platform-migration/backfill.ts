import type { TenantDb } from "../../db/tenant.ts";
import { missingValues, type ProfileProposal } from "../contacts/change-profiles.ts";
import { parseProfile } from "./migrated-cells.ts";
import { listMigratedProfiles, type MigratedProfile } from "./staged-contacts.queries.ts";

/** Fills fields that are empty and that no person edited from the newest migration that knows the address. */
export const listBackfills = async (
  db: TenantDb,
  page: { shopId: string | undefined; after: string; limit: number },
): Promise<ProfileProposal[]> => (await listMigratedProfiles(db, page)).map(toProposal);

const toProposal = ({ contactId, profile }: MigratedProfile): ProfileProposal => ({
  contactId,
  profileFor: (contact) => missingValues(contact, parseProfile(profile)),
});
