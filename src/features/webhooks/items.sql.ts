import { node, type SqlNode } from "../../db/sql-node.ts";
import type { JournalEvent } from "../../journal/event.ts";
import {
  consentGiven,
  consentWithdrawn,
  contactBlacklisted,
  contactCreated,
  contactsCreated,
  contactUnblacklisted,
  contactUnsubscribed,
  contactUpdated,
  emailBounced,
  emailClicked,
  emailComplained,
  emailDelivered,
  emailOpened,
  emailSent,
  emailsSent,
  confirmationEmailBounced,
  confirmationEmailDelivered,
  confirmationEmailSent,
  listUnsubscribed,
  statusChanged,
  testEmailBounced,
  testEmailSent,
} from "../../journal/events.ts";
import { isEventOf, payloadField, payloadJson } from "../../journal/fields.sql.ts";
import type { FiredEvent } from "./events.ts";

const isHuman = () => node`${payloadField([emailOpened, emailClicked], "verdict")} is distinct from 'machine'`;

const contactChanges = [contactUpdated, contactBlacklisted, contactUnblacklisted] as const;
const consequences = [consentGiven, consentWithdrawn, statusChanged] as const;

/**
 * A consent and the status that it changes are one change, which may come with typed values. All have nearly the same time,
 * so that the index of the contact finds them.
 */
const isFirstOfChange = (tenantId: string): SqlNode => node`
  not (${isEventOf(consequences)} and exists (
    select from journal e where e.tenant_id = ${tenantId} and e.contact_id = j.contact_id and e.tx = j.tx
      and e.at between j.at - interval '1 minute' and j.at + interval '1 minute'
      and (${isEventOf(contactChanges, "e")} or ${isEventOf(consequences, "e")} and e.id < j.id)))`;

/** A provider that reports deliveries is waited for; otherwise the relay's acceptance counts as delivery. */
const isDelivery = (tenantId: string): SqlNode => node`
  not (${isEventOf([emailSent, emailsSent, confirmationEmailSent])} and exists (select from sending_hook h where h.tenant_id = ${tenantId}))`;

type Source = { readonly events: readonly JournalEvent[]; readonly condition?: (tenantId: string) => SqlNode };

const sources: Readonly<Record<FiredEvent, Source>> = {
  new_contact: { events: [contactCreated, contactsCreated] },
  updated_contact: { events: [...contactChanges, ...consequences], condition: isFirstOfChange },
  unsubscribed_contact: { events: [contactUnsubscribed, listUnsubscribed, emailComplained] },
  sent_email: { events: [emailSent, emailsSent, confirmationEmailSent, testEmailSent] },
  delivery_status: {
    events: [
      emailSent,
      emailsSent,
      emailDelivered,
      emailBounced,
      confirmationEmailSent,
      confirmationEmailDelivered,
      confirmationEmailBounced,
      testEmailSent,
      testEmailBounced,
    ],
    condition: isDelivery,
  },
  email_open: { events: [emailOpened], condition: isHuman },
  email_click: { events: [emailClicked], condition: isHuman },
};

/** Whether an entry of the journal `j` fires the event. */
export function firesEvent(event: FiredEvent, tenantId: string): SqlNode {
  const { events, condition } = sources[event];
  return condition === undefined ? isEventOf(events) : node`${isEventOf(events)} and ${condition(tenantId)}`;
}

const contactless = [
  confirmationEmailSent,
  confirmationEmailDelivered,
  confirmationEmailBounced,
  testEmailSent,
  testEmailBounced,
];

/**
 * The contacts of an entry in a fixed order, as `item (contact_id, place)`; places start at 1. Confirmation e-mails and tests have one
 * item, without a contact.
 */
export const itemsOfEntry: SqlNode = node`(
  select j.contact_id, 1 as place where j.contact_id is not null or ${isEventOf(contactless)}
  union all
  select c.contact_id::bigint, c.place::int
  from jsonb_object_keys(case when ${isEventOf([emailsSent])} then ${payloadJson(emailsSent, "sent")} end)
    with ordinality as c (contact_id, place)
  union all
  select c.contact_id::bigint, c.place::int
  from string_to_table(case when ${isEventOf([contactsCreated])} then ${payloadField(contactsCreated, "contactIds")} end, ',')
    with ordinality as c (contact_id, place)
) item`;
