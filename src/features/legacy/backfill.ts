import type { TenantDb } from "../../db/tenant.ts";
import { missingValues, type ProfileProposal } from "../contacts/change-profiles.ts";
import { parseProfile } from "./migrated-cells.ts";
import { listLegacyProfiles, type LegacyProfile } from "./staged-contacts.queries.ts";

/** Fills fields that are empty and that no person edited from the newest migration that knows the address. */
export const listBackfills = async (
  db: TenantDb,
  page: { shopId: string | undefined; after: string; limit: number },
): Promise<ProfileProposal[]> => (await listLegacyProfiles(db, page)).map(proposalOf);

const proposalOf = ({ contactId, profile }: LegacyProfile): ProfileProposal => ({
  contactId,
  profileFor: (contact) => missingValues(contact, parseProfile(profile)),
});
