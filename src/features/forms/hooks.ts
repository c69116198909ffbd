import type { FeatureHooks } from "../../context.ts";
import { forgetSignUpsOf, redactTypedAddress } from "./erasure.queries.ts";
import { fileReferences } from "./file-references.sql.ts";
import { unlinkSignUps } from "./unlink-sign-ups.sql.ts";
import { listFormsUsingLists, removeSenderFromForms } from "./queries.ts";

export const hooks: FeatureHooks = {
  onDelete: (tenantId) => [unlinkSignUps(tenantId)],
  beforeErase: async ({ db }, contact) => {
    await forgetSignUpsOf(db, contact);
    await redactTypedAddress(db, contact.email);
  },
  dependents: async ({ db }, object) => {
    const formIds = object.kind === "list" ? await listFormsUsingLists(db, object.ids) : [];
    return formIds.length === 0 ? undefined : { reason: "used", params: { formIds } };
  },
  detach: async ({ db }, object) => {
    if (object.kind === "sender") await removeSenderFromForms(db, object.id);
  },
  fileReferences,
};
