import type { TenantDb } from "../../../db/tenant.ts";
import type { ProfileProposal } from "../../contacts/change-profiles.ts";
import { listCustomers, updateEnrichedAt } from "../shop-enrichment/queries.ts";
import { toProposal } from "../shop-enrichment/service.ts";
import { listBackfills } from "../../platform-migration/backfill.ts";
import { movedNumbers } from "./phones.ts";
import { listSingleNumbers, type ContactPage } from "./queries.ts";

/** A repair of contacts: the dry run and the action use the same proposals. */
type MaintenanceTask = {
  /** Proposals for contacts after the page's start, in order of id; empty at the end. */
  listProposals(db: TenantDb, page: ContactPage): Promise<ProfileProposal[]>;
  onDone?(db: TenantDb, shopId: string | undefined, at: Date): Promise<void>;
};

export const maintenanceTasks = {
  "phone-landline-mobile": {
    listProposals: async (db, page) =>
      (await listSingleNumbers(db, page)).map(({ contactId, country }) => ({
        contactId,
        profileFor: (contact) =>
          contact.editedFields.some((field) => field === "phone" || field === "mobile")
            ? {}
            : movedNumbers(contact, country),
      })),
  },
  "shop-enrich": {
    listProposals: async (db, page) => (await listCustomers(db, page)).map(toProposal),
    onDone: updateEnrichedAt,
  },
  "legacy-backfill-contacts": { listProposals: listBackfills },
} as const satisfies Readonly<Record<string, MaintenanceTask>>;

export type MaintenanceOperation = keyof typeof maintenanceTasks;

export const getTask = (operation: MaintenanceOperation): MaintenanceTask => maintenanceTasks[operation];
