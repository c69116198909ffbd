import { Type } from "typebox";
import type { ContactEventType } from "../../journal/entry.ts";
import {
  AnyObject,
  Count,
  Currency,
  Flag,
  Id,
  KnownText,
  NullableId,
  Money,
  NullableInteger,
  NullableMoney,
  NullableOneOf,
  NullableText,
  NullableTime,
  OneOf,
  Time,
  NamedObject,
} from "../../kernel/schema.ts";
import { ActorReference } from "../members/shapes.ts";
import type { MemberState } from "./memberships/queries.ts";
import { profileProperties } from "./profile.ts";
import { consentBases, engagements, contactStates, contactStatuses, suppressionReasons } from "./states.ts";

const rowProperties = {
  id: Id,
  email: Type.String(),
  firstName: NullableText(),
  lastName: NullableText(),
  status: OneOf(contactStatuses),
  engagement: OneOf(engagements),
  excluded: Flag,
  shopId: Id,
  suppressionReason: NullableOneOf(suppressionReasons),
  blacklisted: Flag,
  blacklistedAt: NullableTime,
  state: OneOf(contactStates),
  createdAt: Time,
};

export const ContactRow = NamedObject("ContactRow", rowProperties);

export const activityObjects = ["campaign", "automation", "list", "order", "form", "survey"] as const;

export const ContactActivity = NamedObject("ContactActivity", {
  id: Id,
  type: KnownText<ContactEventType>(),
  at: Time,
  title: Type.String(),
  actor: Type.Optional(ActorReference),
  about: Type.Optional(
    Type.Object(
      { kind: OneOf(activityObjects), id: Id },
      { description: "What the activity is about; only with `details`" },
    ),
  ),
  url: Type.Optional(Type.String({ description: "The address of the clicked link; only with `details`" })),
});

export const Consent = NamedObject("Consent", {
  id: Id,
  purposeId: Id,
  state: OneOf(["valid", "pending", "withdrawn", "expired"]),
  basis: OneOf(consentBases),
  source: Type.String(),
  text: NullableText(),
  ip: NullableText(),
  at: Time,
  withdrawnAt: NullableTime,
  validUntil: NullableTime,
});

export const ConsentEvent = NamedObject("ConsentEvent", {
  id: Id,
  purposeId: NullableId,
  action: Type.String(),
  basis: NullableText(),
  source: Type.String(),
  note: NullableText(),
  at: Time,
});

export const CustomFieldValues = Type.Record(Type.String(), Type.Unknown(), {
  description: "Custom field id → value: text, number, bool, YYYY-MM-DD, option id or list of option ids",
});

const Membership = NamedObject("ListMembership", {
  listId: Id,
  name: Type.String(),
  state: KnownText<MemberState>(),
  changedAt: Time,
  listSize: Count,
});

const orderProperties = {
  id: Id,
  shopId: Id,
  externalId: Type.String(),
  state: Type.String(),
  currency: Currency,
  total: Money,
  createdAt: Time,
};

const BoughtItem = NamedObject("BoughtItem", {
  code: NullableText(),
  name: NullableText(),
  quantity: Type.Number(),
  price: NullableMoney,
  category: NullableText(),
  brand: NullableText(),
});

/** An order in the export for the person. */
export const ExportedOrder = NamedObject("ExportedOrder", {
  ...orderProperties,
  paidAt: NullableTime,
  completedAt: NullableTime,
  couponCode: NullableText(),
  items: Type.Array(BoughtItem),
});

/** A survey that the person answered. */
export const ExportedAnswer = NamedObject("ExportedAnswer", {
  surveyId: Id,
  survey: Type.String(),
  at: Time,
  answers: AnyObject,
});

/** An event that a shop sent. */
export const ExportedEvent = NamedObject("ExportedEvent", {
  type: Type.String(),
  name: Type.String(),
  at: Time,
  shopId: NullableId,
  data: AnyObject,
});

export const ExportedSignUp = NamedObject("ExportedSignUp", {
  formId: Id,
  form: Type.String(),
  formVersion: Count,
  state: Type.String(),
  filledAt: Time,
  ip: NullableText(),
  page: NullableText(2000),
  values: AnyObject,
  utm: AnyObject,
  consentText: Type.String(),
  confirmedAt: NullableTime,
  confirmedIp: NullableText(),
  messageId: NullableId,
});

/** What the export of another platform said. */
export const ExportedLegacyRecord = NamedObject("ExportedLegacyRecord", {
  platform: Type.String(),
  migratedAt: Time,
  profile: AnyObject,
  customFields: AnyObject,
  tags: Type.Array(Type.String()),
});

const OrderTotal = NamedObject("OrderTotal", {
  shopId: Id,
  currency: Currency,
  orders: Count,
  total: Money,
  firstAt: Time,
  lastAt: Time,
});

export const Contact = NamedObject("Contact", {
  ...rowProperties,
  ...profileProperties,
  customFields: CustomFieldValues,
  updatedAt: NullableTime,
  source: Type.String(),
  consentBasis: OneOf(consentBases),
  statusAt: Time,
  consentAt: NullableTime,
  consentWeak: Flag,
  softBounces: Count,
  lastSentAt: NullableTime,
  lastOpenAt: NullableTime,
  lastClickAt: NullableTime,
  suppressedAt: NullableTime,
  engagementAt: NullableTime,
  suppressionNote: NullableText(),
  stats90d: Type.Object({ received: Count, opened: Count, clicked: Count, bestHour: NullableInteger }),
  lists: Type.Array(Membership),
  recentActivities: Type.Array(ContactActivity),
  orders: Type.Array(Type.Object(orderProperties), { description: "The newest 20" }),
  orderTotals: Type.Array(OrderTotal, { description: "Completed orders by shop and currency" }),
  editedFields: Type.Array(Type.String()),
  sources: Type.Array(Type.Object({ source: Type.String(), at: Time })),
});

export const Suppression = NamedObject("Suppression", {
  email: NullableText(),
  reason: OneOf(suppressionReasons),
  source: Type.String(),
  detail: NullableText(),
  blacklisted: Flag,
  createdAt: Time,
});

export const Purpose = NamedObject("Purpose", {
  id: Id,
  name: Type.String(),
  description: Type.String(),
  isDefault: Flag,
  validMonths: NullableInteger,
  createdAt: Time,
});
