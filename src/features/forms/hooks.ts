import { contactHooks } from "../contacts/contact-hooks.ts";
import { fileHooks } from "../files/file-hooks.ts";
import { listHooks } from "../lists/list-hooks.ts";
import { landingPageHooks } from "../pages/landing-pages/landing-page-hooks.ts";
import { senderHooks } from "../sending/senders/sender-hooks.ts";
import { purgeSignUpsOfContact, redactTypedAddress } from "./erasure.queries.ts";
import { fileReferences } from "./file-references.sql.ts";
import { showFormsInPage } from "./public/landing-page-forms.ts";
import { unlinkSignUps } from "./unlink-sign-ups.sql.ts";
import { listFormsUsingLists, removeSenderFromForms } from "./queries.ts";

export const hooks = [
  contactHooks.implement({
    onDelete: (tenantId) => [unlinkSignUps(tenantId)],
    beforeErase: async ({ db }, contact) => {
      await purgeSignUpsOfContact(db, contact);
      await redactTypedAddress(db, contact.email);
    },
  }),
  listHooks.implement({ dependents: ({ db }, listIds) => listFormsUsingLists(db, listIds) }),
  senderHooks.implement({ detach: ({ db }, id) => removeSenderFromForms(db, id) }),
  fileHooks.implement({ references: fileReferences }),
  landingPageHooks.implement({ showForms: showFormsInPage }),
];
