import { Type } from "typebox";
import { actionTypes } from "../../../jobs/action-types.ts";
import { defineAction } from "../../../jobs/actions.ts";
import { Count, Id, OneOf } from "../../../kernel/schema.ts";
import { changeProfiles } from "../../contacts/change-profiles.ts";
import * as queries from "./queries.ts";
import { getTask, type MaintenanceOperation } from "./tasks.ts";

const batchSize = 500;
const operationNames = [
  "phone-landline-mobile",
  "shop-enrich",
  "legacy-backfill-contacts",
] as const satisfies readonly MaintenanceOperation[];

export const runMaintenance = defineAction({
  type: actionTypes.maintainContacts,
  params: Type.Object({ operation: OneOf(operationNames), shopId: Type.Optional(Id) }),
  checkpoint: Type.Object({ contactId: Type.String(), changed: Count }),
  step: async (ctx, { operation, shopId }, done = { contactId: "0", changed: 0 }) => {
    const { db, clock } = ctx;
    const task = getTask(operation);
    const proposals = await task.listProposals(db, { shopId, after: done.contactId, limit: batchSize });
    const last = proposals.at(-1);
    if (last === undefined) {
      await task.onDone?.(db, shopId, clock.now());
      return { result: { operation, contacts: done.changed } };
    }
    const changed = done.changed + (await changeProfiles(ctx, proposals, "maintenance"));
    const end = await queries.findLastContactId(db);
    return {
      progress: Math.min(99, Math.round((Number(last.contactId) / Math.max(1, end)) * 100)),
      checkpoint: { contactId: last.contactId, changed },
    };
  },
});
