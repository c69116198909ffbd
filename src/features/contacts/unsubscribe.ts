import type { Context } from "../../context.ts";
import { optOutAddress } from "./opt-out.queries.ts";
import type { ContactRecord } from "./queries.ts";

export type Unsubscription = {
  note: string | null;
  /** `person` on the unsubscribe page, `one_click` by the button of the mail client. */
  reason: "admin" | "consent" | "person" | "one_click";
  /** The e-mail that contained the link. */
  sourceMessage?: { readonly campaignId?: string; readonly messageId?: string };
};

const sources = { admin: "admin", consent: "admin", person: "link", one_click: "one_click" } as const;

/** Runs under the lock of the address, with the contact locked. */
export const unsubscribeUnderLock = (
  { db, clock }: Context,
  contact: ContactRecord,
  { note, reason, sourceMessage }: Unsubscription,
): Promise<void> =>
  optOutAddress(db, contact, {
    at: clock.now(),
    source: sources[reason],
    note,
    origin: {},
    payload: { reason, ...sourceMessage },
  });
