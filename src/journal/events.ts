import { Type } from "typebox";
import { defineEvent } from "./event.ts";

const Text = Type.String();
const Id = Type.String();
const Flag = Type.Boolean();

/** Entries of an import name it; `quiet` suppresses notifications and automations. */
const origin = { importId: Type.Optional(Id), quiet: Type.Optional(Flag) };

/** The e-mail in which the person acted. */
const sourceMessage = { campaignId: Type.Optional(Id), messageId: Type.Optional(Text) };

export const contactCreated = defineEvent(
  "contact_created",
  Type.Object({ source: Text, to: Text, lists: Type.Optional(Type.Array(Id)), ...origin }),
);

/**
 * One entry for all contacts of an import batch with the same status: separate entries would cost a tenth of the
 * import. Each contact keeps its part in `contact.initial_status`. `contactIds` is one text, separated by commas, which
 * decodes ten times faster than an array.
 */
export const contactsCreated = defineEvent(
  "contacts_created",
  Type.Object({
    source: Text,
    to: Text,
    lists: Type.Array(Id),
    count: Type.Integer(),
    contactIds: Text,
    ...origin,
  }),
  { contacts: "many" },
);

export const contactUpdated = defineEvent(
  "contact_updated",
  Type.Object({ fields: Type.Array(Text), title: Type.Optional(Text), source: Type.Optional(Text), ...origin }),
);

export const contactDeleted = defineEvent("contact_deleted", Type.Object({}));

/** What an erasure leaves of a person: the id, so that copies of the journal learn whose entries to delete. */
export const contactErased = defineEvent("contact_erased", Type.Object({}));

export const statusChanged = defineEvent("status_change", Type.Object({ from: Text, to: Text, ...origin }));

export const contactUnsubscribed = defineEvent(
  "unsubscribed",
  Type.Object({ reason: Text, ...sourceMessage, ...origin }),
);

export const consentGiven = defineEvent("consent_given", Type.Object({ purposeId: Id, title: Text, ...origin }));

export const consentWithdrawn = defineEvent("consent_withdrawn", Type.Object({ purposeId: Id }));

export const contactBlacklisted = defineEvent("blacklisted", Type.Object(origin));

export const contactUnblacklisted = defineEvent("unblacklisted", Type.Object({}));

const membership = { listId: Id, title: Text, reason: Type.Optional(Text), ...sourceMessage, ...origin };

export const listAdded = defineEvent("list_added", Type.Object(membership));

export const listRemoved = defineEvent("list_removed", Type.Object(membership));

export const listUnsubscribed = defineEvent("list_unsubscribed", Type.Object(membership));

const order = { orderId: Id, shopId: Id, title: Text };
const amounts = { currency: Text, total: Text, createdAt: Text };

export const orderCreated = defineEvent(
  "order_created",
  Type.Object({ ...order, ...amounts, state: Text, meaning: Text }),
);

export const orderStateChanged = defineEvent(
  "order_state",
  Type.Object({ ...order, from: Text, state: Text, meaning: Text }),
);

/** An order got another buyer or another time of creation. It belongs to the order alone and is not shown with a contact. */
export const orderMoved = defineEvent("order_moved", Type.Object({ orderId: Id }));

export const orderPaid = defineEvent("order_paid", Type.Object({ ...order, ...amounts, paidAt: Text }));

const message = { campaignId: Id, variantId: Id, domain: Text };

/** An e-mail outside campaigns; its title replaces the campaign's subject. */
const anyMessage = {
  campaignId: Type.Optional(Id),
  variantId: Type.Optional(Id),
  domain: Type.Optional(Text),
  title: Type.Optional(Text),
};

export const emailSent = defineEvent("email_sent", Type.Object(anyMessage));

/**
 * One entry for the messages of a campaign that were sent together: a million entries would cost more than sending.
 * `sent` maps contact ids to domains, `replies` to the relay's replies where they are read.
 */
export const emailsSent = defineEvent(
  "emails_sent",
  Type.Object({
    campaignId: Id,
    variantId: Id,
    count: Type.Integer(),
    sent: Type.Record(Type.String(), Text),
    replies: Type.Optional(Type.Union([Type.Record(Type.String(), Text), Type.Null()])),
  }),
  { contacts: "many" },
);

export const emailDelivered = defineEvent("email_delivered", Type.Object(message));

export const emailBounced = defineEvent(
  "email_bounced",
  Type.Object({
    ...message,
    kind: Text,
    code: Text,
    at: Text,
    afterDelivery: Type.Optional(Flag),
    response: Text,
  }),
);

/** The bounce of an address does not count any more: undone for a campaign, or its suppression was deleted. */
export const bounceUndone = defineEvent("bounce_undone", Type.Object({ campaignId: Type.Optional(Id) }));

/** A message that the relay refused waits again: the relay rejected the sender, not the recipient. */
export const emailRequeued = defineEvent("email_requeued", Type.Object({ ...message, kind: Text }));

export const emailComplained = defineEvent("email_complained", Type.Object(message));

/** What a verdict lets an open or click count for. */
const Judgement = Type.Object({
  first: Type.Optional(Flag),
  verdict: Type.Optional(Text),
  firstOfLink: Type.Optional(Flag),
  impliesOpen: Type.Optional(Flag),
});

/**
 * The tracked request and its attribution. A revision of the verdict changes the entry; `judged` then keeps what it said
 * before, which readers that count have counted or will count.
 */
const tracked = {
  ...anyMessage,
  agent: Type.Optional(Type.Union([Text, Type.Null()])),
  first: Type.Optional(Flag),
  method: Type.Optional(Text),
  reason: Type.Optional(Text),
  network: Type.Optional(Type.Union([Text, Type.Null()])),
  seconds: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  verdict: Type.Optional(Text),
  prefetch: Type.Optional(Flag),
  judged: Type.Optional(Judgement),
  honeypot: Type.Optional(Flag),
  linksAtOnce: Type.Optional(Type.Integer()),
  messagesAtOnce: Type.Optional(Type.Integer()),
};

export const emailOpened = defineEvent("email_opened", Type.Object(tracked));

export const emailClicked = defineEvent(
  "email_clicked",
  Type.Object({
    ...tracked,
    link: Type.Optional(Type.Integer()),
    url: Type.Optional(Text),
    firstOfLink: Type.Optional(Flag),
    impliesOpen: Type.Optional(Flag),
  }),
);

/**
 * Later evidence changed what an open or click counts for. Its time is that of the event, so that the hours and days of
 * both are the same: who counted the event counts `now` and takes back `was`.
 */
export const emailRevised = defineEvent(
  "email_revised",
  Type.Object({
    ...anyMessage,
    now: Judgement,
    was: Judgement,
    link: Type.Optional(Type.Integer()),
    event: Text,
  }),
);

export const surveyAnswered = defineEvent("survey_answered", Type.Object({ surveyId: Id, title: Text }));

/** What the shop sent with the event is in `contact_event`. */
export const contactEvent = defineEvent(
  "contact_event",
  Type.Object({ eventId: Id, kind: Text, title: Text, shopId: Type.Optional(Id), happenedAt: Text }),
);

/** A step of an automation failed for the contact. */
export const actionFailed = defineEvent("action_failed", Type.Object({ automationId: Id, node: Text, kind: Text }));

/** Its payload has the purpose of the consent and the lists of the form. */
export const formSubmitted = defineEvent(
  "form_submitted",
  Type.Object({ formId: Id, title: Text, purposeId: Type.Optional(Id), listIds: Type.Optional(Type.Array(Id)) }),
);

/**
 * E-mails of forms before their confirmation, and tests of content. They belong to no contact, so that timelines and
 * statistics leave them out; their addresses are found through the confirmation e-mail or the test.
 */
const confirmationEmail = { letterId: Id, formId: Id };

export const confirmationEmailSent = defineEvent("letter_sent", Type.Object({ ...confirmationEmail, response: Text }));

export const confirmationEmailDelivered = defineEvent("letter_delivered", Type.Object(confirmationEmail));

export const confirmationEmailBounced = defineEvent(
  "letter_bounced",
  Type.Object({ ...confirmationEmail, kind: Text, response: Text }),
);

const testEmail = { testId: Id, response: Text };

export const testEmailSent = defineEvent("test_email_sent", Type.Object(testEmail));

export const testEmailBounced = defineEvent("test_email_bounced", Type.Object({ ...testEmail, kind: Text }));

export const couponUsed = defineEvent(
  "coupon_used",
  Type.Object({ stackId: Id, title: Text, orderId: Type.Optional(Id) }),
);

/** A change of a campaign by a person or key; the engine's own progress is not one. */
export const campaignChanged = defineEvent(
  "campaign_changed",
  Type.Object({ campaignId: Id, change: Text, memberId: Type.Optional(Id), keyId: Type.Optional(Id) }),
);

/** A write of an assistant, by the operation's name; the entries of its effects are written with it. */
export const assistantActed = defineEvent("assistant_acted", Type.Object({ operation: Text }));

export const journalEvents = [
  contactCreated,
  contactsCreated,
  contactUpdated,
  contactDeleted,
  contactErased,
  statusChanged,
  contactUnsubscribed,
  consentGiven,
  consentWithdrawn,
  contactBlacklisted,
  contactUnblacklisted,
  listAdded,
  listRemoved,
  listUnsubscribed,
  orderCreated,
  orderStateChanged,
  orderMoved,
  orderPaid,
  emailSent,
  emailsSent,
  emailDelivered,
  emailBounced,
  bounceUndone,
  emailRequeued,
  emailComplained,
  emailOpened,
  emailClicked,
  emailRevised,
  surveyAnswered,
  contactEvent,
  actionFailed,
  formSubmitted,
  confirmationEmailSent,
  confirmationEmailDelivered,
  confirmationEmailBounced,
  testEmailSent,
  testEmailBounced,
  couponUsed,
  campaignChanged,
  assistantActed,
] as const;
