// Written by `npm run sdk` from the OpenAPI document.

export type Error = {
  error: {
  /** validation 400 · unauthorized 401 · forbidden 403 · csrf 403 · not_found 404 · method_not_allowed 405 · conflict 409 · suppression_locked 409 · count_mismatch 409 · empty_segment 409 · expired 410 · recently_sent 423 · rate_limited 429 · server 500 · not_implemented 501 · upstream 502 · unavailable 503 */
  code: "validation" | "unauthorized" | "forbidden" | "csrf" | "not_found" | "method_not_allowed" | "conflict" | "suppression_locked" | "count_mismatch" | "empty_segment" | "expired" | "recently_sent" | "rate_limited" | "server" | "not_implemented" | "upstream" | "unavailable";
  /** A machine word: the field, object or reason. Never prose */
  message: string;
  /** Details, such as retryAfter in seconds */
  params: Record<string, unknown>;
};
};

/** Id: digits */
export type Id = string;

/** ISO 8601 UTC with milliseconds */
export type Time = string;

export type MemberReference = {
  id: Id;
  email: string;
};

export type ApiKey = {
  id: Id;
  name: string;
  /** First characters of the key */
  hint: string;
  roles: ("account_admin" | "marketing_manager" | "content_editor" | "analyst" | "accountant")[];
  scope: "read" | "full";
  createdAt: Time;
  expiresAt: Time;
  lastUsedAt: string | null;
  createdBy: MemberReference;
  isValid: boolean;
};

export type ApiKeyItems = {
  items: (ApiKey)[];
};

export type NewApiKey = {
  id: Id;
  name: string;
  /** First characters of the key */
  hint: string;
  roles: ("account_admin" | "marketing_manager" | "content_editor" | "analyst" | "accountant")[];
  scope: "read" | "full";
  createdAt: Time;
  expiresAt: Time;
  lastUsedAt: string | null;
  createdBy: MemberReference;
  isValid: boolean;
  /** The key itself; it is never shown again */
  key: string;
};

export type Member = {
  id: Id;
  email: string;
  firstName: string;
  lastName: string;
  roles: ("account_admin" | "marketing_manager" | "content_editor" | "analyst" | "accountant")[];
  isActive: boolean;
  createdAt: Time;
  twoFactor: boolean;
};

export type MemberItems = {
  items: (Member)[];
};

export type Invitation = {
  id: Id;
  email: string;
  roles: ("account_admin" | "marketing_manager" | "content_editor" | "analyst" | "accountant")[];
  createdAt: Time;
  expiresAt: Time;
  invitedBy: MemberReference;
};

export type InvitationItems = {
  items: (Invitation)[];
};

export type NullableId = string | null;

export type Session = {
  member: {
  id: Id;
  email: string;
  firstName: string;
  lastName: string;
  /** Of the app and of e-mails to the person */
  language: string;
  /** False while the language is the default */
  languageChosen: boolean;
  twoFactor: boolean;
};
  companies: ({
  /** The company's id in paths */
  tenant: string;
  name: string;
  /** IANA name; days of the company are calendar days of this zone */
  timeZone: string;
  memberId: NullableId;
  roles: ("account_admin" | "marketing_manager" | "content_editor" | "analyst" | "accountant")[];
  /** Temporary read-only access */
  support: boolean;
})[];
  /** To be sent as X-CSRF-Token with every request except GET */
  csrfToken: string;
};

export type OwnSession = {
  id: Id;
  /** The session of this request */
  current: boolean;
  createdAt: Time;
  /** Exact to five minutes */
  lastUsedAt: string;
  device: string | null;
  address: string | null;
};

export type OwnSessionItems = {
  items: (OwnSession)[];
};

export type RecoveryCodes = {
  /** Each replaces a one-time code once; they are shown only here */
  recoveryCodes: (string)[];
};

/** YYYY-MM-DD, a day of the company's calendar */
export type Day = string;

export type ContactRow = {
  id: Id;
  email: string;
  firstName: string | null;
  lastName: string | null;
  status: "subscribed" | "pending" | "unsubscribed" | "bounced" | "complained" | "customer";
  engagement: "A" | "B" | "C" | "D" | "E" | "N";
  excluded: boolean;
  shopId: Id;
  suppressionReason: "unsubscribed" | "bounced" | "complained" | "manual" | null;
  blacklisted: boolean;
  blacklistedAt: string | null;
  state: "active" | "unconfirmed" | "unsubscribed" | "bounced" | "complained" | "blacklisted" | "customer";
  createdAt: Time;
};

export type ContactRowPage = {
  items: (ContactRow)[];
  total: number;
  page: number;
  pageSize: number;
};

/** MM-DD */
export type NullableMonthDay = string | null;

export type ListMembership = {
  listId: Id;
  name: string;
  state: string;
  changedAt: Time;
  listSize: number;
};

export type ActorReference = {
  kind: "member" | "key" | "assistant";
  /** Name of the assistant's client or of the key; null for the member */
  client: string | null;
  member: MemberReference;
};

export type ContactActivity = {
  id: Id;
  type: string;
  at: Time;
  title: string;
  actor?: ActorReference;
  /** What the activity is about; only with `details` */
  about?: {
  kind: "campaign" | "automation" | "list" | "order" | "form" | "survey";
  id: Id;
};
  /** The address of the clicked link; only with `details` */
  url?: string;
};

/** Decimal string */
export type Money = string;

export type OrderTotal = {
  shopId: Id;
  currency: string;
  orders: number;
  total: Money;
  firstAt: Time;
  lastAt: Time;
};

export type Contact = {
  id: Id;
  email: string;
  firstName: string | null;
  lastName: string | null;
  status: "subscribed" | "pending" | "unsubscribed" | "bounced" | "complained" | "customer";
  engagement: "A" | "B" | "C" | "D" | "E" | "N";
  excluded: boolean;
  shopId: Id;
  suppressionReason: "unsubscribed" | "bounced" | "complained" | "manual" | null;
  blacklisted: boolean;
  blacklistedAt: string | null;
  state: "active" | "unconfirmed" | "unsubscribed" | "bounced" | "complained" | "blacklisted" | "customer";
  createdAt: Time;
  titleBefore: string | null;
  titleAfter: string | null;
  salutation: string | null;
  salutationFormal: string | null;
  vocativeFirstName: string | null;
  vocativeLastName: string | null;
  gender: "f" | "m" | null;
  language: string | null;
  company: string | null;
  companyId: string | null;
  phone: string | null;
  mobile: string | null;
  street: string | null;
  city: string | null;
  postalCode: string | null;
  country: string | null;
  birthday: string | null;
  nameDay: NullableMonthDay;
  note: string | null;
  affiliateId: string | null;
  /** Custom field id → value: text, number, bool, YYYY-MM-DD, option id or list of option ids */
  customFields: Record<string, unknown>;
  updatedAt: string | null;
  source: string;
  consentBasis: "double_opt_in" | "imported" | "soft_opt_in_customer" | "none";
  statusAt: Time;
  consentAt: string | null;
  consentWeak: boolean;
  softBounces: number;
  lastSentAt: string | null;
  lastOpenAt: string | null;
  lastClickAt: string | null;
  suppressedAt: string | null;
  engagementAt: string | null;
  suppressionNote: string | null;
  stats90d: {
  received: number;
  opened: number;
  clicked: number;
  bestHour: number | null;
};
  lists: (ListMembership)[];
  recentActivities: (ContactActivity)[];
  /** The newest 20 */
  orders: ({
  id: Id;
  shopId: Id;
  externalId: string;
  state: string;
  currency: string;
  total: Money;
  createdAt: Time;
})[];
  /** Completed orders by shop and currency */
  orderTotals: (OrderTotal)[];
  editedFields: (string)[];
  sources: ({
  source: string;
  at: Time;
})[];
};

export type Consent = {
  id: Id;
  purposeId: Id;
  state: "valid" | "pending" | "withdrawn" | "expired";
  basis: "double_opt_in" | "imported" | "soft_opt_in_customer" | "none";
  source: string;
  text: string | null;
  ip: string | null;
  at: Time;
  withdrawnAt: string | null;
  validUntil: string | null;
};

export type ConsentEvent = {
  id: Id;
  purposeId: NullableId;
  action: string;
  basis: string | null;
  source: string;
  note: string | null;
  at: Time;
};

export type NullableMoney = string | null;

export type BoughtItem = {
  code: string | null;
  name: string | null;
  quantity: number;
  price: NullableMoney;
  category: string | null;
  brand: string | null;
};

export type ExportedOrder = {
  id: Id;
  shopId: Id;
  externalId: string;
  state: string;
  currency: string;
  total: Money;
  createdAt: Time;
  paidAt: string | null;
  completedAt: string | null;
  couponCode: string | null;
  items: (BoughtItem)[];
};

export type ExportedAnswer = {
  surveyId: Id;
  survey: string;
  at: Time;
  answers: Record<string, unknown>;
};

export type ExportedEvent = {
  type: string;
  name: string;
  at: Time;
  shopId: NullableId;
  data: Record<string, unknown>;
};

export type ExportedSignUp = {
  formId: Id;
  form: string;
  formVersion: number;
  state: string;
  filledAt: Time;
  ip: string | null;
  page: string | null;
  values: Record<string, unknown>;
  utm: Record<string, unknown>;
  consentText: string;
  confirmedAt: string | null;
  confirmedIp: string | null;
  messageId: NullableId;
};

export type ExportedLegacyRecord = {
  platform: string;
  migratedAt: Time;
  profile: Record<string, unknown>;
  customFields: Record<string, unknown>;
  tags: (string)[];
};

export type ContactExport = {
  profile: Contact;
  consents: (Consent)[];
  consentHistory: (ConsentEvent)[];
  lists: (ListMembership)[];
  activities: (ContactActivity)[];
  orders: (ExportedOrder)[];
  labels: (string)[];
  surveyAnswers: (ExportedAnswer)[];
  events: (ExportedEvent)[];
  signUps: (ExportedSignUp)[];
  legacy: (ExportedLegacyRecord)[];
};

export type ContactActivityPage = {
  items: (ContactActivity)[];
  total: number;
  page: number;
  pageSize: number;
};

export type ContactPurposes = {
  items: (Consent)[];
  history: (ConsentEvent)[];
};

export type Purpose = {
  id: Id;
  name: string;
  description: string;
  isDefault: boolean;
  validMonths: number | null;
  createdAt: Time;
};

export type PurposeItems = {
  items: (Purpose)[];
};

export type Suppression = {
  email: string | null;
  reason: "unsubscribed" | "bounced" | "complained" | "manual";
  source: string;
  detail: string | null;
  blacklisted: boolean;
  createdAt: Time;
};

export type SuppressionPage = {
  items: (Suppression)[];
  total: number;
  page: number;
  pageSize: number;
};

export type Email = string;

export type CustomFieldOption = {
  id: Id;
  name: string;
};

export type CustomField = {
  id: Id;
  name: string;
  type: "text" | "textarea" | "number" | "date" | "bool" | "select" | "multiselect" | "url";
  options: (CustomFieldOption)[];
  createdAt: Time;
};

export type CustomFieldItems = {
  items: (CustomField)[];
};

export type ListRow = {
  id: Id;
  name: string;
  publicName: string;
  shopId: NullableId;
  systemKind: "shop_contacts" | "shop_newsletter" | "shop_unsubscribed" | null;
  /** E-shop list: filled by synchronization, read-only */
  locked: boolean;
  /** Members can be added by hand */
  manualMembers: boolean;
  tags: (string)[];
  counts: {
  total: number;
  byBucket: {
  active: number;
  unconfirmed: number;
  unsubscribed: number;
  bounced: number;
  complained: number;
  blacklisted: number;
};
};
  createdAt: Time;
  notifyOnUnsubscribe: boolean;
  notifyOnAdd: boolean;
  note: string;
};

export type ListRowPage = {
  items: (ListRow)[];
  total: number;
  page: number;
  pageSize: number;
};

export type List = {
  id: Id;
  name: string;
  publicName: string;
  shopId: NullableId;
  systemKind: "shop_contacts" | "shop_newsletter" | "shop_unsubscribed" | null;
  /** E-shop list: filled by synchronization, read-only */
  locked: boolean;
  /** Members can be added by hand */
  manualMembers: boolean;
  tags: (string)[];
  counts: {
  total: number;
  byBucket: {
  active: number;
  unconfirmed: number;
  unsubscribed: number;
  bounced: number;
  complained: number;
  blacklisted: number;
};
};
  createdAt: Time;
  notifyOnUnsubscribe: boolean;
  notifyOnAdd: boolean;
  note: string;
  signatureHtml: string;
  senderEmail: string | null;
  senderName: string | null;
  replyTo: string | null;
};

export type LabelBulkAnswer = {
  objects: number;
  added: number;
  removed: number;
};

export type JobReference = {
  jobId: Id;
};

export type ListDeletion = {
  members: number;
  contactsDeleted: number;
  contactsKept: number;
};

export type ListAutofilled = {
  members: number;
  contacts: number;
  fields: Record<string, number>;
  jobId: null;
};

export type AutofillStarted = {
  members: number;
  jobId: Id;
};

export type CopiedList = {
  id: Id;
  name: string;
  publicName: string;
  shopId: NullableId;
  systemKind: "shop_contacts" | "shop_newsletter" | "shop_unsubscribed" | null;
  /** E-shop list: filled by synchronization, read-only */
  locked: boolean;
  /** Members can be added by hand */
  manualMembers: boolean;
  tags: (string)[];
  counts: {
  total: number;
  byBucket: {
  active: number;
  unconfirmed: number;
  unsubscribed: number;
  bounced: number;
  complained: number;
  blacklisted: number;
};
};
  createdAt: Time;
  notifyOnUnsubscribe: boolean;
  notifyOnAdd: boolean;
  note: string;
  signatureHtml: string;
  senderEmail: string | null;
  senderName: string | null;
  replyTo: string | null;
  jobId: NullableId;
};

export type ListMember = {
  id: Id;
  email: string;
  firstName: string | null;
  lastName: string | null;
  status: "subscribed" | "pending" | "unsubscribed" | "bounced" | "complained" | "customer";
  engagement: "A" | "B" | "C" | "D" | "E" | "N";
  excluded: boolean;
  shopId: Id;
  suppressionReason: "unsubscribed" | "bounced" | "complained" | "manual" | null;
  blacklisted: boolean;
  blacklistedAt: string | null;
  state: "active" | "unconfirmed" | "unsubscribed" | "bounced" | "complained" | "blacklisted" | "customer";
  createdAt: Time;
  memberState: "confirmed" | "unconfirmed" | "unsubscribed" | "removed";
  addedAt: Time;
  changedAt: Time;
};

export type ListMemberPage = {
  items: (ListMember)[];
  total: number;
  page: number;
  pageSize: number;
};

export type MemberRemoval = {
  members: number;
  unsubscribed: number;
  notMember: number;
};

export type ShopListsReport = {
  applied: boolean;
  contacts: number;
  lists: ({
  shopId: Id;
  systemKind: "shop_contacts" | "shop_newsletter" | "shop_unsubscribed";
  listId: NullableId;
  name: string;
  members: number;
})[];
};

export type ShopListsStarted = {
  applied: boolean;
  jobId: Id;
  lists: ({
  shopId: Id;
  systemKind: "shop_contacts" | "shop_newsletter" | "shop_unsubscribed";
  listId: NullableId;
  name: string;
  members: number;
})[];
};

export type OrderItem = {
  code: string | null;
  name: string | null;
  quantity: number;
  price: NullableMoney;
  category: string | null;
  brand: string | null;
};

export type Order = {
  id: Id;
  shopId: Id;
  externalId: string;
  email: string | null;
  contactId: NullableId;
  state: string;
  meaning: "new" | "completed" | "cancelled" | "returned";
  currency: string;
  total: Money;
  totalWithoutVat: NullableMoney;
  createdAt: Time;
  paidAt: string | null;
  completedAt: string | null;
  items: (OrderItem)[];
  couponCode: string | null;
};

export type OrderPage = {
  items: (Order)[];
  total: number;
  page: number;
  pageSize: number;
};

export type BatchFailure = {
  index: number;
  code: string;
  message: string;
};

export type OrderStateMapping = {
  state: string;
  meaning: "new" | "completed" | "cancelled" | "returned";
};

export type OrderStateMappingItems = {
  items: (OrderStateMapping)[];
};

export type RfmGroup = {
  key: "champions" | "loyal" | "potential_loyalists" | "new_customers" | "promising" | "need_attention" | "about_to_sleep" | "at_risk" | "cannot_lose" | "hibernating" | "lost";
  contacts: number;
  orders: number;
  revenue: Money;
};

export type Rfm = {
  /** requested: the scores are computed within seconds */
  state: "off" | "requested" | "on";
  requestedAt: string | null;
  computedAt: string | null;
  shopId: Id;
  currency: string;
  contacts: number;
  /** All eleven groups, always in this order */
  groups: (RfmGroup)[];
};

export type ContactCreatedEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "contact_created";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  source: string;
  to: string;
  lists?: (string)[];
  importId?: string;
  quiet?: boolean;
} | null;
};

export type ContactsCreatedEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "contacts_created";
  at: Time;
  contactId: null;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  source: string;
  to: string;
  lists: (string)[];
  count: number;
  contactIds: (Id)[];
  importId?: string;
  quiet?: boolean;
} | null;
};

export type ContactUpdatedEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "contact_updated";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  fields: (string)[];
  title?: string;
  source?: string;
  importId?: string;
  quiet?: boolean;
} | null;
};

export type ContactDeletedEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "contact_deleted";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: Record<string, unknown> | null;
};

export type ContactErasedEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "contact_erased";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: Record<string, unknown> | null;
};

export type StatusChangeEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "status_change";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  from: string;
  to: string;
  importId?: string;
  quiet?: boolean;
} | null;
};

export type UnsubscribedEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "unsubscribed";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  reason: string;
  campaignId?: string;
  messageId?: string;
  importId?: string;
  quiet?: boolean;
} | null;
};

export type ConsentGivenEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "consent_given";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  purposeId: string;
  title: string;
  importId?: string;
  quiet?: boolean;
} | null;
};

export type ConsentWithdrawnEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "consent_withdrawn";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  purposeId: string;
} | null;
};

export type BlacklistedEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "blacklisted";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  importId?: string;
  quiet?: boolean;
} | null;
};

export type UnblacklistedEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "unblacklisted";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: Record<string, unknown> | null;
};

export type ListAddedEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "list_added";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  listId: string;
  title: string;
  reason?: string;
  campaignId?: string;
  messageId?: string;
  importId?: string;
  quiet?: boolean;
} | null;
};

export type ListRemovedEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "list_removed";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  listId: string;
  title: string;
  reason?: string;
  campaignId?: string;
  messageId?: string;
  importId?: string;
  quiet?: boolean;
} | null;
};

export type ListUnsubscribedEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "list_unsubscribed";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  listId: string;
  title: string;
  reason?: string;
  campaignId?: string;
  messageId?: string;
  importId?: string;
  quiet?: boolean;
} | null;
};

export type OrderCreatedEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "order_created";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  orderId: string;
  shopId: string;
  title: string;
  currency: string;
  total: string;
  createdAt: string;
  state: string;
  meaning: string;
} | null;
};

export type OrderStateEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "order_state";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  orderId: string;
  shopId: string;
  title: string;
  from: string;
  state: string;
  meaning: string;
} | null;
};

export type OrderMovedEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "order_moved";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  orderId: string;
} | null;
};

export type OrderPaidEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "order_paid";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  orderId: string;
  shopId: string;
  title: string;
  currency: string;
  total: string;
  createdAt: string;
  paidAt: string;
} | null;
};

export type EmailSentEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "email_sent";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  campaignId?: string;
  variantId?: string;
  domain?: string;
  title?: string;
} | null;
};

export type EmailsSentEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "emails_sent";
  at: Time;
  contactId: null;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  campaignId: string;
  variantId: string;
  count: number;
  sent: Record<string, string>;
  replies?: Record<string, string> | null;
} | null;
};

export type EmailDeliveredEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "email_delivered";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  campaignId: string;
  variantId: string;
  domain: string;
} | null;
};

export type EmailBouncedEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "email_bounced";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  campaignId: string;
  variantId: string;
  domain: string;
  kind: string;
  code: string;
  at: string;
  afterDelivery?: boolean;
  response: string;
} | null;
};

export type BounceUndoneEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "bounce_undone";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  campaignId?: string;
} | null;
};

export type EmailRequeuedEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "email_requeued";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  campaignId: string;
  variantId: string;
  domain: string;
  kind: string;
} | null;
};

export type EmailComplainedEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "email_complained";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  campaignId: string;
  variantId: string;
  domain: string;
} | null;
};

export type EmailOpenedEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "email_opened";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  campaignId?: string;
  variantId?: string;
  domain?: string;
  title?: string;
  agent?: string | null;
  first?: boolean;
  method?: string;
  reason?: string;
  network?: string | null;
  seconds?: number | null;
  verdict?: string;
  prefetch?: boolean;
  judged?: {
  first?: boolean;
  verdict?: string;
  firstOfLink?: boolean;
  impliesOpen?: boolean;
};
  honeypot?: boolean;
  linksAtOnce?: number;
  messagesAtOnce?: number;
} | null;
};

export type EmailClickedEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "email_clicked";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  campaignId?: string;
  variantId?: string;
  domain?: string;
  title?: string;
  agent?: string | null;
  first?: boolean;
  method?: string;
  reason?: string;
  network?: string | null;
  seconds?: number | null;
  verdict?: string;
  prefetch?: boolean;
  judged?: {
  first?: boolean;
  verdict?: string;
  firstOfLink?: boolean;
  impliesOpen?: boolean;
};
  honeypot?: boolean;
  linksAtOnce?: number;
  messagesAtOnce?: number;
  link?: number;
  url?: string;
  firstOfLink?: boolean;
  impliesOpen?: boolean;
} | null;
};

export type EmailRevisedEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "email_revised";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  campaignId?: string;
  variantId?: string;
  domain?: string;
  title?: string;
  now: {
  first?: boolean;
  verdict?: string;
  firstOfLink?: boolean;
  impliesOpen?: boolean;
};
  was: {
  first?: boolean;
  verdict?: string;
  firstOfLink?: boolean;
  impliesOpen?: boolean;
};
  link?: number;
  event: string;
} | null;
};

export type SurveyAnsweredEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "survey_answered";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  surveyId: string;
  title: string;
} | null;
};

export type ContactEventEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "contact_event";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  eventId: string;
  kind: string;
  title: string;
  shopId?: string;
  happenedAt: string;
} | null;
};

export type ActionFailedEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "action_failed";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  automationId: string;
  node: string;
  kind: string;
} | null;
};

export type FormSubmittedEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "form_submitted";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  formId: string;
  title: string;
  purposeId?: string;
  listIds?: (string)[];
} | null;
};

export type LetterSentEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "letter_sent";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  letterId: string;
  formId: string;
  response: string;
} | null;
};

export type LetterDeliveredEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "letter_delivered";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  letterId: string;
  formId: string;
} | null;
};

export type LetterBouncedEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "letter_bounced";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  letterId: string;
  formId: string;
  kind: string;
  response: string;
} | null;
};

export type TestEmailSentEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "test_email_sent";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  testId: string;
  response: string;
} | null;
};

export type TestEmailBouncedEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "test_email_bounced";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  testId: string;
  response: string;
  kind: string;
} | null;
};

export type CouponUsedEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "coupon_used";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  stackId: string;
  title: string;
  orderId?: string;
} | null;
};

export type CampaignChangedEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "campaign_changed";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  campaignId: string;
  change: string;
  memberId?: string;
  keyId?: string;
} | null;
};

export type AssistantActedEvent = {
  /** The same whenever the event is read */
  id: Id;
  /** Opaque; the next request's `after` */
  cursor: string;
  type: "assistant_acted";
  at: Time;
  contactId: NullableId;
  /** The present address of the contact, if it still exists */
  email: string | null;
  /** The person was erased; `data` is null */
  erased: boolean;
  data: {
  operation: string;
} | null;
};

export type FeedEvent = ContactCreatedEvent | ContactsCreatedEvent | ContactUpdatedEvent | ContactDeletedEvent | ContactErasedEvent | StatusChangeEvent | UnsubscribedEvent | ConsentGivenEvent | ConsentWithdrawnEvent | BlacklistedEvent | UnblacklistedEvent | ListAddedEvent | ListRemovedEvent | ListUnsubscribedEvent | OrderCreatedEvent | OrderStateEvent | OrderMovedEvent | OrderPaidEvent | EmailSentEvent | EmailsSentEvent | EmailDeliveredEvent | EmailBouncedEvent | BounceUndoneEvent | EmailRequeuedEvent | EmailComplainedEvent | EmailOpenedEvent | EmailClickedEvent | EmailRevisedEvent | SurveyAnsweredEvent | ContactEventEvent | ActionFailedEvent | FormSubmittedEvent | LetterSentEvent | LetterDeliveredEvent | LetterBouncedEvent | TestEmailSentEvent | TestEmailBouncedEvent | CouponUsedEvent | CampaignChangedEvent | AssistantActedEvent;

export type EventPage = {
  items: (FeedEvent)[];
  /** `after` of the next request, also when there were no events */
  cursor: string;
  /** More entries can be read at once */
  hasMore: boolean;
};

/** At most 8 levels of groups, this one included, and 50 rules */
export type SegmentDefinition = {
  type: "group";
  match: "all" | "any";
  rules: (SegmentRule | SegmentGroup)[];
};

export type SegmentGroup = {
  type: "group";
  match: "all" | "any";
  rules: (SegmentRule | SegmentGroup)[];
};

export type SegmentRule = {
  type: "list";
  operator: "in" | "not_in";
  /** Id: digits */
  listId: string;
} | {
  type: "field";
  field: "email" | "firstName" | "lastName" | "titleBefore" | "titleAfter" | "salutation" | "salutationFormal" | "vocativeFirstName" | "vocativeLastName" | "language" | "company" | "companyId" | "phone" | "mobile" | "street" | "city" | "postalCode" | "country" | "note" | "affiliateId" | "source";
  operator: "eq" | "neq" | "contains" | "not_contains" | "starts_with" | "ends_with";
  /** Compared ignoring case and diacritics */
  value: string;
} | {
  type: "field";
  field: "email" | "firstName" | "lastName" | "titleBefore" | "titleAfter" | "salutation" | "salutationFormal" | "vocativeFirstName" | "vocativeLastName" | "language" | "company" | "companyId" | "phone" | "mobile" | "street" | "city" | "postalCode" | "country" | "note" | "affiliateId" | "source";
  operator: "in";
  /** Several texts, comma separated */
  value: string;
} | {
  type: "field";
  field: "email" | "firstName" | "lastName" | "titleBefore" | "titleAfter" | "salutation" | "salutationFormal" | "vocativeFirstName" | "vocativeLastName" | "language" | "company" | "companyId" | "phone" | "mobile" | "street" | "city" | "postalCode" | "country" | "note" | "affiliateId" | "source" | "status" | "gender" | "createdAt" | "updatedAt" | "consentAt" | "lastSentAt" | "lastOpenAt" | "lastClickAt" | "birthday" | "nameDay";
  operator: "is_empty" | "is_not_empty";
} | {
  type: "field";
  field: "status";
  operator: "eq" | "neq";
  value: "subscribed" | "pending" | "unsubscribed" | "bounced" | "complained" | "customer";
} | {
  type: "field";
  field: "status";
  operator: "in";
  /** One or more of subscribed, pending, unsubscribed, bounced, complained, customer, comma separated */
  value: string;
} | {
  type: "field";
  field: "gender";
  operator: "eq" | "neq";
  value: "f" | "m";
} | {
  type: "field";
  field: "gender";
  operator: "in";
  /** One or more of f, m, comma separated */
  value: string;
} | {
  type: "field";
  field: "createdAt" | "updatedAt" | "consentAt" | "lastSentAt" | "lastOpenAt" | "lastClickAt" | "birthday";
  operator: "eq" | "neq" | "before" | "after";
  /** YYYY-MM-DD, a day of the company's calendar */
  value: string;
} | {
  type: "field";
  field: "createdAt" | "updatedAt" | "consentAt" | "lastSentAt" | "lastOpenAt" | "lastClickAt" | "birthday";
  operator: "in";
  /** Days YYYY-MM-DD, comma separated */
  value: string;
} | {
  type: "field";
  field: "createdAt" | "updatedAt" | "consentAt" | "lastSentAt" | "lastOpenAt" | "lastClickAt";
  operator: "in_last_days" | "not_in_last_days";
  /** Days, '1' to '3650' */
  value: string;
} | {
  type: "field";
  field: "birthday" | "nameDay";
  operator: "in_last_days" | "not_in_last_days" | "in_next_days";
  /** Days, '1' to '3650' */
  value: string;
} | {
  type: "field";
  field: "nameDay";
  operator: "eq" | "neq";
  /** MM-DD */
  value: string;
} | {
  type: "field";
  field: "nameDay";
  operator: "in";
  /** Days MM-DD, comma separated */
  value: string;
} | {
  type: "order_count";
  operator: "gte" | "lte" | "eq";
  /** Number of orders */
  count: string;
  /** Only orders of this shop */
  shopId?: string;
  /** Days, '1' to '3650' */
  days?: string;
} | {
  type: "order_value";
  operator: "gte" | "lte";
  /** Decimal string */
  amount: string;
  /** A currency of the shop */
  currency: string;
  /** Only orders of this shop */
  shopId: string;
  /** Days, '1' to '3650' */
  days?: string;
} | {
  type: "last_order";
  operator: "in_last_days" | "not_in_last_days";
  /** Days, '1' to '3650' */
  days: string;
  /** Only orders of this shop */
  shopId?: string;
} | {
  type: "last_order";
  operator: "before" | "after";
  /** YYYY-MM-DD, a day of the company's calendar */
  date: string;
  /** Only orders of this shop */
  shopId?: string;
} | {
  type: "order_attribute";
  attribute: "code" | "category" | "brand";
  operator: "eq" | "neq";
  /** Compared ignoring case and diacritics */
  value: string;
  /** Only orders of this shop */
  shopId?: string;
  /** Days, '1' to '3650' */
  days?: string;
} | {
  type: "engagement";
  operator: "in" | "not_in";
  /** One or more of A, B, C, D, E, N, comma separated */
  value: string;
} | {
  type: "rfm";
  operator: "in" | "not_in";
  /** One or more of champions, loyal, potential_loyalists, new_customers, promising, need_attention, about_to_sleep, at_risk, cannot_lose, hibernating, lost, comma separated */
  value: string;
  /** A currency of the shop */
  currency: string;
  /** Only orders of this shop */
  shopId: string;
} | {
  type: "purpose";
  operator: "valid" | "not_valid";
  /** Id: digits */
  purposeId: string;
} | {
  type: "custom_field";
  /** Id: digits */
  fieldId: string;
  operator: "eq" | "neq" | "contains" | "not_contains" | "starts_with" | "ends_with";
  /** Compared ignoring case and diacritics */
  value: string;
} | {
  type: "custom_field";
  /** Id: digits */
  fieldId: string;
  operator: "in";
  /** Several texts, comma separated */
  value: string;
} | {
  type: "custom_field";
  /** Id: digits */
  fieldId: string;
  operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
  /** Decimal string */
  value: string;
} | {
  type: "custom_field";
  /** Id: digits */
  fieldId: string;
  operator: "in";
  /** Numbers, comma separated */
  value: string;
} | {
  type: "custom_field";
  /** Id: digits */
  fieldId: string;
  operator: "eq" | "neq" | "before" | "after";
  /** YYYY-MM-DD, a day of the company's calendar */
  value: string;
} | {
  type: "custom_field";
  /** Id: digits */
  fieldId: string;
  operator: "in";
  /** Days YYYY-MM-DD, comma separated */
  value: string;
} | {
  type: "custom_field";
  /** Id: digits */
  fieldId: string;
  operator: "in_last_days" | "not_in_last_days" | "in_next_days";
  /** Days, '1' to '3650' */
  value: string;
} | {
  type: "custom_field";
  /** Id: digits */
  fieldId: string;
  operator: "eq" | "neq";
  value: "true" | "false";
} | {
  type: "custom_field";
  /** Id: digits */
  fieldId: string;
  operator: "eq" | "neq";
  /** Id: digits */
  value: string;
} | {
  type: "custom_field";
  /** Id: digits */
  fieldId: string;
  operator: "in";
  /** Option ids, comma separated */
  value: string;
} | {
  type: "custom_field";
  /** Id: digits */
  fieldId: string;
  operator: "eq" | "neq" | "contains" | "not_contains";
  /** Id: digits */
  value: string;
} | {
  type: "custom_field";
  /** Id: digits */
  fieldId: string;
  operator: "is_empty" | "is_not_empty";
} | {
  type: "campaign";
  operator: "delivered" | "opened" | "clicked" | "not_delivered" | "not_opened" | "not_clicked" | "bounced" | "complained" | "unsubscribed";
  /** Id: digits */
  campaignId: string;
} | {
  type: "campaign";
  operator: "clicked_link";
  /** Id: digits */
  campaignId: string;
  /** Number of a link, as statistics of the campaign have it */
  link: string;
} | {
  type: "segment";
  operator: "in" | "not_in";
  /** Id: digits */
  segmentId: string;
};

export type Segment = {
  id: Id;
  name: string;
  publicName: string;
  shopId: Id;
  refresh: "daily" | "static";
  matched: number;
  mailable: number;
  /** When its members were found; null while a static segment waits for its first snapshot */
  computedAt: string | null;
  /** When `matched` and `mailable` were counted */
  countedAt: string | null;
  /** The work that takes the snapshot of a large static segment; until it is over the one before is the segment, or its rules where there was none */
  jobId: NullableId;
  ruleCount: number;
  tags: (string)[];
  createdAt: Time;
  updatedAt: Time;
  definition: SegmentDefinition;
  signatureHtml: string;
};

export type SegmentPage = {
  items: (Segment)[];
  total: number;
  page: number;
  pageSize: number;
};

export type SegmentPreview = {
  matched: number;
  mailable: number;
  total: number;
  /** The matched contacts by state */
  states?: {
  active: number;
  unconfirmed: number;
  unsubscribed: number;
  bounced: number;
  complained: number;
  blacklisted: number;
  customer: number;
};
  /** Up to five of the matched contacts, by id */
  sample?: (ContactRow)[];
};

export type ImportOptions = {
  delimiter?: "," | ";" | "\t" | "|";
  encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1250" | "iso-8859-2";
  hasHeader?: boolean;
  dateFormat?: "YYYY-MM-DD" | "DD.MM.YYYY" | "MM/DD/YYYY";
  /** Empty values delete the values of existing contacts */
  emptyOverwrites?: boolean;
  /** The company cannot prove these consents */
  consentWeak?: boolean;
  /** What happens to a row with a valid address and an invalid other value: it is rejected (default), or imported without the value. With emptyOverwrites it is rejected, because a value left out would delete the existing one */
  invalidValues?: "reject_row" | "leave_out";
};

export type ImportProblem = {
  row: number;
  column: string;
  code: string;
  /** Up to 100 characters, as long as the rejected rows are kept; only with options.invalidValues */
  value?: string;
  /** The row is imported without this value */
  imported?: boolean;
};

export type ImportResult = {
  rows: number;
  created: number;
  updated: number;
  unchanged: number;
  skipped: number;
  invalid: number;
  /** How many of the created, updated or unchanged contacts are missing on a list of the import, because they unsubscribed from it or opted out */
  notAddedToLists?: number;
  /** How many of the created, updated or unchanged contacts were imported without invalid values; only with options.invalidValues */
  incomplete?: number;
  /** The first 100, at most 20 per row; the file of rejected rows has all */
  problems: (ImportProblem)[];
};

export type Import = {
  id: Id;
  name: string;
  source: string;
  kind: "csv" | "shoptet_customers" | "shoptet_newsletter" | "legacy";
  mode: "upsert" | "update_only" | "unsubscribe" | "remove" | "blacklist" | "bounce" | "complain";
  status: "queued" | "running" | "completed" | "failed";
  progress: number;
  shopId: Id;
  purposeId: NullableId;
  listIds: (Id)[];
  mapping: ({
  /** Header, or the column's number from 1 */
  column: string;
  /** email, a profile field, customFields.<id>, tags or ignore */
  target: string;
})[];
  options: ImportOptions;
  runAutomations: boolean;
  fileName: string;
  rows: number;
  result: ImportResult | null;
  createdAt: Time;
  startedAt: string | null;
  finishedAt: string | null;
};

export type ImportPage = {
  items: (Import)[];
  total: number;
  page: number;
  pageSize: number;
};

export type UploadedImportFile = {
  fileId: Id;
  name: string;
  size: number;
  encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1250" | "iso-8859-2";
  delimiter: "," | ";" | "\t" | "|";
  hasHeader: boolean;
  columns: (string)[];
  rows: number;
};

export type ImportPreview = {
  encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1250" | "iso-8859-2";
  delimiter: "," | ";" | "\t" | "|";
  hasHeader: boolean;
  columns: ({
  column: string;
  target: string;
  samples: (string)[];
})[];
  mapping: ({
  /** Header, or the column's number from 1 */
  column: string;
  /** email, a profile field, customFields.<id>, tags or ignore */
  target: string;
})[];
  counts: {
  rows: number;
  valid: number;
  invalid: number;
  /** Valid rows that are imported without invalid values; only with options.invalidValues */
  incomplete?: number;
  duplicates: number;
  new: number;
  existing: number;
  erased: number;
};
  problems: (ImportProblem)[];
};

export type ImportDraft = {
  id: Id;
  name: string;
  source: string;
  step: number;
  state: Record<string, unknown>;
  fileId: NullableId;
  shopId: NullableId;
  createdAt: Time;
  updatedAt: Time;
};

export type ExportField = {
  /** The key in the header */
  field: string;
  /** The name of a custom field; otherwise the key */
  name: string;
  type: "text" | "number" | "date" | "time" | "bool" | "list";
  /** Can be imported again */
  importable: boolean;
};

export type ExportFieldItems = {
  items: (ExportField)[];
};

export type ContactValues = {
  id: Id;
  /** As in an export; empty values are left out */
  values: Record<string, string>;
};

export type ContactValuesItems = {
  items: (ContactValues)[];
};

export type Export = {
  id: Id;
  name: string;
  selection: "bounced" | "blacklisted" | "all" | "lists";
  listIds: (Id)[];
  purposeIds: (Id)[];
  /** As in GET /contacts */
  filters?: {
  status?: "subscribed" | "pending" | "unsubscribed" | "bounced" | "complained" | "customer";
  state?: "active" | "unconfirmed" | "unsubscribed" | "bounced" | "complained" | "blacklisted" | "customer";
  stateOp?: "eq" | "neq";
  tab?: "all" | "active" | "unconfirmed" | "unsubscribed" | "bounced" | "complained" | "blacklisted" | "customer";
  engagement?: "A" | "B" | "C" | "D" | "E" | "N";
  shop?: Id;
  source?: string;
  createdFrom?: Day;
  createdTo?: Day;
  list?: Id;
  listOp?: "eq" | "neq";
  /** Search in address, name, company and phones, without regard to case and diacritics: all words, in any order; one or two letters find starts of words; six or more digits find a phone however it is written */
  q?: string;
};
  fields: (string)[];
  encoding: "utf-8" | "windows-1250";
  delimiter: "," | ";" | "\t";
  bom: boolean;
  status: "queued" | "running" | "ready" | "failed" | "expired";
  rows: number;
  /** Bytes of the file */
  size: number;
  createdAt: Time;
  finishedAt: string | null;
  expiresAt: string | null;
};

export type ExportPage = {
  items: (Export)[];
  total: number;
  page: number;
  pageSize: number;
};

export type StoredFile = {
  id: Id;
  name: string;
  folderId: NullableId;
  type: "image" | "document";
  /** Detected from the content */
  mediaType: string;
  size: number;
  width: number | null;
  height: number | null;
  /** Public URL; never changes and cannot be guessed */
  url: string;
  thumbnailUrl: string | null;
  /** Smaller copies: add ?w= with one of these widths to the URL */
  widths: (number)[];
  origin: {
  kind: "upload" | "url" | "stock_photo" | "video";
  url: string | null;
  author: string | null;
};
  createdAt: Time;
  updatedAt: Time;
  pickedAt: string | null;
};

export type StoredFilePage = {
  items: (StoredFile)[];
  total: number;
  page: number;
  pageSize: number;
};

export type StoredFileUse = {
  kind: string;
  id: Id;
  name: string;
};

export type StoredFileDetail = {
  id: Id;
  name: string;
  folderId: NullableId;
  type: "image" | "document";
  /** Detected from the content */
  mediaType: string;
  size: number;
  width: number | null;
  height: number | null;
  /** Public URL; never changes and cannot be guessed */
  url: string;
  thumbnailUrl: string | null;
  /** Smaller copies: add ?w= with one of these widths to the URL */
  widths: (number)[];
  origin: {
  kind: "upload" | "url" | "stock_photo" | "video";
  url: string | null;
  author: string | null;
};
  createdAt: Time;
  updatedAt: Time;
  pickedAt: string | null;
  /** Content that shows or links the file, at most 100 */
  usedIn: (StoredFileUse)[];
};

export type FileFolder = {
  id: Id;
  name: string;
  parentId: NullableId;
  /** 1 for a top-level folder */
  depth: number;
  files: number;
  createdAt: Time;
  updatedAt: Time;
};

export type FileFolderItems = {
  items: (FileFolder)[];
};

export type StockPhoto = {
  id: Id;
  width: number;
  height: number;
  description: string;
  author: string;
  authorUrl: string | null;
  /** URL of the photo's page */
  url: string;
  previewUrl: string;
};

export type StockPhotoPage = {
  items: (StockPhoto)[];
  total: number;
  page: number;
  pageSize: number;
};

export type StockPhotoStatus = {
  available: boolean;
  provider: string | null;
};

/** Two letters: cs, sk, en … */
export type Language = string;

export type LandingPageRow = {
  id: Id;
  name: string;
  slug: string;
  url: string;
  published: boolean;
  publishedAt: string | null;
  title: string;
  /** For search engines and shared links */
  description: string;
  language: Language;
  createdAt: Time;
  updatedAt: string | null;
};

export type LandingPageRowPage = {
  items: (LandingPageRow)[];
  total: number;
  page: number;
  pageSize: number;
};

export type EmailBlockSettings = {
  language?: Language;
  title?: string;
  width?: number;
  /** #rrggbb */
  backgroundColor?: string;
  /** #rrggbb */
  contentColor?: string;
  /** #rrggbb */
  textColor?: string;
  /** #rrggbb */
  linkColor?: string;
  /** #rrggbb */
  buttonColor?: string;
  /** #rrggbb */
  buttonTextColor?: string;
  font?: "arial" | "helvetica" | "verdana" | "tahoma" | "trebuchet" | "georgia" | "times" | "courier";
  fontSize?: number;
};

/** Space around, pixels */
export type Padding = {
  top: number;
  right: number;
  bottom: number;
  left: number;
};

export type TextBlock = {
  kind: "text";
  /** The editor's own mark */
  id?: string;
  padding?: Padding;
  /** #rrggbb */
  backgroundColor?: string;
  fontSize?: number;
  /** #rrggbb */
  color?: string;
  align?: "left" | "center" | "right";
  html: string;
  lineHeight?: number;
};

export type ImageBlock = {
  kind: "image";
  /** The editor's own mark */
  id?: string;
  padding?: Padding;
  /** #rrggbb */
  backgroundColor?: string;
  align?: "left" | "center" | "right";
  /** Web address, mailto:, tel: or a merge tag */
  src: string;
  alt: string;
  /** Web address, mailto:, tel: or a merge tag */
  href?: string;
  width?: number;
  radius?: number;
};

export type ButtonBlock = {
  kind: "button";
  /** The editor's own mark */
  id?: string;
  padding?: Padding;
  /** #rrggbb */
  backgroundColor?: string;
  align?: "left" | "center" | "right";
  /** #rrggbb */
  buttonColor?: string;
  /** #rrggbb */
  buttonTextColor?: string;
  radius?: number;
  label: string;
  /** Web address, mailto:, tel: or a merge tag */
  href: string;
  fontSize?: number;
  fullWidth?: boolean;
};

export type DividerBlock = {
  kind: "divider";
  /** The editor's own mark */
  id?: string;
  padding?: Padding;
  /** #rrggbb */
  backgroundColor?: string;
  /** #rrggbb */
  color?: string;
  thickness?: number;
  style?: "solid" | "dashed" | "dotted";
};

export type SpacerBlock = {
  kind: "spacer";
  /** The editor's own mark */
  id?: string;
  padding?: Padding;
  /** #rrggbb */
  backgroundColor?: string;
  height: number;
};

export type SocialBlock = {
  kind: "social";
  /** The editor's own mark */
  id?: string;
  padding?: Padding;
  /** #rrggbb */
  backgroundColor?: string;
  align?: "left" | "center" | "right";
  fontSize?: number;
  /** #rrggbb */
  color?: string;
  items: ({
  network: "facebook" | "instagram" | "x" | "linkedin" | "youtube" | "tiktok" | "pinterest" | "threads" | "web";
  /** Web address, mailto:, tel: or a merge tag */
  href: string;
  /** Web address, mailto:, tel: or a merge tag */
  iconUrl?: string;
  label?: string;
})[];
};

export type ProductBlock = {
  kind: "product";
  /** The editor's own mark */
  id?: string;
  padding?: Padding;
  /** #rrggbb */
  backgroundColor?: string;
  align?: "left" | "center" | "right";
  /** #rrggbb */
  buttonColor?: string;
  /** #rrggbb */
  buttonTextColor?: string;
  radius?: number;
  name: string;
  /** Web address, mailto:, tel: or a merge tag */
  href: string;
  /** Web address, mailto:, tel: or a merge tag */
  imageUrl?: string;
  description?: string;
  price?: string;
  oldPrice?: string;
  buttonLabel?: string;
};

export type FormBlock = {
  kind: "form";
  /** The editor's own mark */
  id?: string;
  padding?: Padding;
  /** #rrggbb */
  backgroundColor?: string;
  align?: "left" | "center" | "right";
  /** #rrggbb */
  buttonColor?: string;
  /** #rrggbb */
  buttonTextColor?: string;
  radius?: number;
  /** Sign-up form of the company */
  formId: string;
  /** Its public page: an e-mail has a button that leads there */
  href: string;
  /** Of the button */
  label: string;
};

export type HtmlBlock = {
  kind: "html";
  /** The editor's own mark */
  id?: string;
  padding?: Padding;
  /** #rrggbb */
  backgroundColor?: string;
  html: string;
};

export type PageBlock = TextBlock | ImageBlock | ButtonBlock | DividerBlock | SpacerBlock | SocialBlock | ProductBlock | FormBlock | HtmlBlock;

export type PageColumn = {
  /** The editor's own mark */
  id?: string;
  padding?: Padding;
  /** #rrggbb */
  backgroundColor?: string;
  /** Per cent of the section */
  width?: number;
  verticalAlign?: "top" | "middle" | "bottom";
  blocks: (PageBlock)[];
};

export type PageSection = {
  kind: "section";
  /** The editor's own mark */
  id?: string;
  padding?: Padding;
  /** #rrggbb */
  backgroundColor?: string;
  /** Web address, mailto:, tel: or a merge tag */
  backgroundImage?: string;
  fullWidth?: boolean;
  stackOnMobile?: boolean;
  columns: (PageColumn)[];
};

export type PageBlocks = {
  settings?: EmailBlockSettings;
  sections: (PageSection)[];
};

export type LandingPage = {
  id: Id;
  name: string;
  slug: string;
  url: string;
  published: boolean;
  publishedAt: string | null;
  title: string;
  /** For search engines and shared links */
  description: string;
  language: Language;
  /** The body of the page, with style sheets. Scripts, frames and event handlers are removed; form actions may only be forms and surveys of this service. Written by hand it replaces the blocks */
  html: string;
  blocks: PageBlocks | null;
  draft: PageBlocks | null;
  /** Grows with each change of the HTML, the blocks or the draft */
  version: number;
  createdAt: Time;
  updatedAt: string | null;
};

export type UnsubscribePageRow = {
  id: Id;
  name: string;
  /** Only an active page is shown and can be referenced */
  active: boolean;
  /** Shown to contacts of its shop and language whose e-mail references no other page */
  isDefault: boolean;
  shopId: NullableId;
  language: string | null;
  /** Empty: our own words in the contact's language */
  title: string;
  /** Empty: our own words in the contact's language */
  buttonLabel: string;
  /** Empty: our own words in the contact's language */
  thanksTitle: string;
  /** Shows the contact's lists with a public name */
  showLists: boolean;
  /** Asks for an optional reason */
  askReason: boolean;
  createdAt: Time;
  updatedAt: string | null;
};

export type UnsubscribePageRowPage = {
  items: (UnsubscribePageRow)[];
  total: number;
  page: number;
  pageSize: number;
};

export type PageDesign = {
  /** http or https */
  logoUrl: string | null;
  /** #rrggbb */
  accentColor: string | null;
  /** #rrggbb */
  backgroundColor: string | null;
};

export type UnsubscribePage = {
  id: Id;
  name: string;
  /** Only an active page is shown and can be referenced */
  active: boolean;
  /** Shown to contacts of its shop and language whose e-mail references no other page */
  isDefault: boolean;
  shopId: NullableId;
  language: string | null;
  /** Empty: our own words in the contact's language */
  title: string;
  /** HTML; only text formatting is kept. Empty: the default text in the contact's language */
  text: string;
  /** Empty: our own words in the contact's language */
  buttonLabel: string;
  /** Empty: our own words in the contact's language */
  thanksTitle: string;
  /** HTML; only text formatting is kept. Empty: the default text in the contact's language */
  thanksText: string;
  /** Shows the contact's lists with a public name */
  showLists: boolean;
  /** Asks for an optional reason */
  askReason: boolean;
  /** Reasons to choose from, beside free text. Empty: defaults in the contact's language */
  reasons: (string)[];
  design: PageDesign;
  createdAt: Time;
  updatedAt: string | null;
};

export type UnsubscribePagePreview = {
  /** The page as a contact sees it, with sample lists */
  html: string;
  /** The page after the button was pressed */
  thanksHtml: string;
};

export type SurveyRow = {
  id: Id;
  /** The public URL is /s/<key> */
  key: string;
  url: string;
  name: string;
  /** Accepts answers */
  active: boolean;
  title: string;
  language: string;
  responses: number;
  createdAt: Time;
  updatedAt: string | null;
};

export type SurveyRowPage = {
  items: (SurveyRow)[];
  total: number;
  page: number;
  pageSize: number;
};

export type SurveyDesign = {
  /** http or https */
  logoUrl: string | null;
  /** #rrggbb */
  accentColor: string | null;
  /** #rrggbb */
  backgroundColor: string | null;
  /** The `url` of an image of this company */
  imageUrl: string | null;
  /** A font that devices have; null: our own */
  font: "system" | "arial" | "verdana" | "trebuchet" | "georgia" | "times" | "courier" | null;
  /** Of corners, in pixels; null: our own */
  radius: number | null;
  /** Of the page's card, in pixels; null: our own */
  width: number | null;
};

export type SurveyOption = {
  key: string;
  label: string;
};

export type SurveyQuestion = {
  key: string;
  type: "single" | "multiple" | "text" | "rating" | "nps";
  label: string;
  required: boolean;
  options: (SurveyOption)[];
};

export type Survey = {
  id: Id;
  /** The public URL is /s/<key> */
  key: string;
  url: string;
  name: string;
  /** Accepts answers */
  active: boolean;
  title: string;
  language: Language;
  responses: number;
  createdAt: Time;
  updatedAt: string | null;
  /** HTML; only text formatting is kept */
  text: string;
  /** Empty: the default text in the survey's language */
  submitLabel: string;
  thanksTitle: string;
  /** HTML; only text formatting is kept */
  thanksText: string;
  design: SurveyDesign;
  blocks: PageBlocks | null;
  draft: PageBlocks | null;
  /** Grows with each change of the blocks or the draft */
  version: number;
  questions: (SurveyQuestion)[];
};

export type SurveyPreview = {
  /** The page with the questions; blocks have the class `block-<id>` */
  html: string;
  /** The page after the answers are sent */
  thanksHtml: string;
};

export type SurveyResponse = {
  id: Id;
  at: Time;
  contactId: NullableId;
  email: string | null;
  /** By the question's key: an option's key, a list of them, a text or a number */
  answers: Record<string, unknown>;
};

export type SurveyResponsePage = {
  items: (SurveyResponse)[];
  total: number;
  page: number;
  pageSize: number;
};

export type SurveyOptionCount = {
  key: string;
  label: string;
  count: number;
  retired: boolean;
};

export type SurveyQuestionResult = {
  key: string;
  type: "single" | "multiple" | "text" | "rating" | "nps";
  label: string;
  /** Archived question; its answers are kept */
  retired: boolean;
  answered: number;
  /** For choices the count of each option, for scales of each grade */
  options: (SurveyOptionCount)[];
  /** For rating and nps */
  average: number | null;
  /** Promoters gave 9 or 10, detractors 0 to 6; score from -100 to 100 */
  nps: {
  promoters?: number;
  passives?: number;
  detractors?: number;
  score?: number;
} | null;
  /** For text: the newest 20 */
  texts: (string)[];
};

export type SurveyResults = {
  responses: number;
  /** Of these, from a known contact */
  contacts: number;
  lastAt: string | null;
  questions: (SurveyQuestionResult)[];
};

export type CouponStack = {
  id: Id;
  name: string;
  shopId: NullableId;
  mergeKey: string;
  note: string;
  counts: {
  free: number;
  assigned: number;
  used: number;
};
  createdAt: Time;
};

export type CouponStackPage = {
  items: (CouponStack)[];
  total: number;
  page: number;
  pageSize: number;
};

export type CouponCodesAnswer = {
  counts: {
  added: number;
  duplicates: number;
  invalid: number;
};
  stack: CouponStack;
};

export type Coupon = {
  id: Id;
  code: string;
  status: "assigned" | "used";
  contactId: NullableId;
  email: string | null;
  assignedAt: string | null;
  usedAt: string | null;
};

export type CouponPage = {
  items: (Coupon)[];
  total: number;
  page: number;
  pageSize: number;
};

export type UsedCouponsAnswer = {
  marked: number;
  already: number;
  unknown: number;
  stack: CouponStack;
};

export type RefreshResult = {
  at: Time;
  source: "url" | "upload";
  created: number;
  updated: number;
  unchanged: number;
  removed: number;
  invalid: number;
  problems: ({
  item: string;
  code: string;
})[];
};

export type Feed = {
  id: Id;
  name: string;
  shopId: Id;
  kind: "google" | "heureka" | "shoptet" | "zbozi" | "rss" | "csv";
  url: string | null;
  refreshMinutes: number;
  currency: string;
  mapping: Record<string, string> | null;
  status: "pending" | "refreshing" | "ok" | "error";
  error: "url" | "address" | "dns" | "connection" | "timeout" | "size" | "status" | "redirect" | "xml" | "encoding" | "kind" | "empty" | null;
  items: number;
  lastRefreshAt: string | null;
  nextRefreshAt: string | null;
  lastResult: RefreshResult | null;
  createdAt: Time;
};

export type FeedPage = {
  items: (Feed)[];
  total: number;
  page: number;
  pageSize: number;
};

export type Product = {
  id: Id;
  feedId: Id;
  shopId: Id;
  code: string;
  name: string;
  description: string;
  url: string;
  imageUrl: string | null;
  price: NullableMoney;
  oldPrice: NullableMoney;
  currency: string | null;
  brand: string | null;
  category: string | null;
  available: boolean;
  updatedAt: Time;
};

export type Article = {
  id: Id;
  feedId: Id;
  shopId: Id;
  guid: string;
  title: string;
  description: string;
  url: string;
  imageUrl: string | null;
  publishedAt: string | null;
  author: string | null;
};

export type FeedItem = Product | Article;

export type FeedItemPage = {
  items: (FeedItem)[];
  total: number;
  page: number;
  pageSize: number;
};

export type FeedPreview = {
  items: ({
  code: string;
  name: string;
  description: string;
  url: string;
  imageUrl: string | null;
  price: NullableMoney;
  oldPrice: NullableMoney;
  currency: string | null;
  brand: string | null;
  category: string | null;
  available: boolean;
} | {
  guid: string;
  title: string;
  description: string;
  url: string;
  imageUrl: string | null;
  publishedAt: string | null;
  author: string | null;
})[];
  total: number;
  invalid: number;
  problems: ({
  item: string;
  code: string;
})[];
};

export type ProductSearch = {
  items: (Product)[];
  total: number;
  feeds: ({
  id: Id;
  name: string;
  shopId: Id;
})[];
};

export type ArticleSearch = {
  items: (Article)[];
  total: number;
  feeds: ({
  id: Id;
  name: string;
  shopId: Id;
})[];
};

export type Sender = {
  id: Id;
  email: string;
  name: string;
  replyTo: string | null;
  shopId: NullableId;
  /** The connection that its messages leave over; null means that of its domain, or the default */
  connectionId: NullableId;
  domain: string;
  verified: boolean;
  verifiedAt: string | null;
  createdAt: Time;
  updatedAt: string | null;
};

export type SenderItems = {
  items: (Sender)[];
};

export type DnsRecord = {
  kind: "dkim" | "spf" | "dmarc" | "mx" | "return_path" | "tracking";
  /** The name of the record */
  name: string;
  type: "TXT" | "MX" | "CNAME";
  /** The value to set; null if any valid value is accepted */
  expected: string | null;
  found: (string)[];
  ok: boolean;
};

export type SenderCheck = {
  id: Id;
  email: string;
  name: string;
  replyTo: string | null;
  shopId: NullableId;
  /** The connection that its messages leave over; null means that of its domain, or the default */
  connectionId: NullableId;
  domain: string;
  verified: boolean;
  verifiedAt: string | null;
  createdAt: Time;
  updatedAt: string | null;
  sendingDomainId: NullableId;
  /** Mail of this sender is signed with the company's own key */
  domainVerified: boolean;
  records: (DnsRecord)[];
};

export type SenderUsage = {
  total: number;
  byStatus: {
  draft: number;
  scheduled: number;
  sending: number;
  paused: number;
  completed: number;
  cancelled: number;
};
  /** An active campaign uses it: it cannot be deleted and its address cannot be changed */
  locked: boolean;
  /** The newest 100 */
  campaigns: ({
  id: Id;
  name: string;
  status: "draft" | "scheduled" | "sending" | "paused" | "completed" | "cancelled";
  createdAt: Time;
})[];
};

export type SendingDomain = {
  id: Id;
  domain: string;
  /** The connection for senders of the domain that name none; null means the default */
  connectionId: NullableId;
  dkimSelector: string;
  /** Its DKIM record is valid: its mail is signed */
  verified: boolean;
  verifiedAt: string | null;
  /** Bounces are received at its own host */
  returnPath: boolean;
  /** Tracked links use its own host */
  tracking: boolean;
  warmUp: boolean;
  warmingSince: string | null;
  /** Today's warm-up limit; null means no limit, or not verified */
  dailyLimit: number | null;
  /** Null if not verified */
  sentToday: number | null;
  records: (DnsRecord)[];
  checkedAt: string | null;
  createdAt: Time;
};

export type MonitoredDomain = {
  id: Id;
  domain: string;
  dkimSelectors: (string)[];
  /** Null until it is checked */
  ok: boolean | null;
  /** Its DMARC record contains this company's report address, so that reports are stored */
  reports: boolean;
  reportAddress: string;
  records: (DnsRecord)[];
  checkedAt: string | null;
  createdAt: Time;
};

export type MonitoredDomainItems = {
  items: (MonitoredDomain)[];
};

export type SenderState = {
  id: Id;
  email: string;
  name: string;
  replyTo: string | null;
  shopId: NullableId;
  /** The connection that its messages leave over; null means that of its domain, or the default */
  connectionId: NullableId;
  domain: string;
  verified: boolean;
  verifiedAt: string | null;
  createdAt: Time;
  updatedAt: string | null;
  sendingDomainId: NullableId;
  domainVerified: boolean;
  returnPath: boolean;
  tracking: boolean;
  records: (DnsRecord)[];
  checkedAt: string | null;
};

export type SenderStateItems = {
  items: (SenderState)[];
};

export type DmarcOverview = {
  days: number;
  /** The address for `rua` of a DMARC record */
  reportAddress: string;
  items: ({
  domain: string;
  /** From the newest report */
  policy: string | null;
  reports: number;
  reporters: number;
  messages: number;
  /** Of these, with an aligned DKIM signature or SPF */
  passed: number;
  failed: number;
  lastReportAt: string | null;
})[];
};

export type DmarcReport = {
  from: Day;
  to: Day;
  messages: number;
  passed: number;
  failed: number;
  reporters: ({
  name: string;
  reports: number;
})[];
  /** The 1000 largest rows */
  items: ({
  domain: string;
  /** IP address of the sending server */
  source: string;
  headerFrom: string;
  dkim: "pass" | "fail";
  spf: "pass" | "fail";
  result: "pass" | "fail";
  disposition: "none" | "quarantine" | "reject";
  messages: number;
})[];
  truncated: boolean;
};

export type InboundMailbox = {
  id: Id;
  name: string;
  host: string;
  port: number;
  security: "tls" | "starttls" | "none";
  auth: "password" | "xoauth2";
  username: string;
  secretSet: boolean;
  oauth: {
  tokenUrl: string;
  clientId: string;
  scope: string;
} | null;
  folder: string;
  address: Email | null;
  subaddresses: boolean;
  enabled: boolean;
  /** `failing` is tried again by itself, `paused` after a change or a successful check */
  state: "ok" | "failing" | "paused";
  stateReason: "address" | "dns" | "connection" | "timeout" | "tls" | "sign_in" | "token" | "folder" | "data_key" | null;
  lastCheckedAt: string | null;
  processed: {
  /** All of the following */
  mails: number;
  bounces: number;
  complaints: number;
  /** Mails without effect: replies, delays, what belongs to no message */
  others: number;
};
  createdAt: Time;
};

export type InboundMailboxItems = {
  items: (InboundMailbox)[];
};

export type InboundMailboxCheck = {
  ok: boolean;
  reason: "address" | "dns" | "connection" | "timeout" | "tls" | "sign_in" | "token" | "folder" | "data_key" | null;
  /** Mails in the folder */
  messages: number;
  /** What the server offers, such as IDLE */
  capabilities: (string)[];
};

export type SendingMode = {
  mode: "live" | "test" | "folder" | "off";
  testRecipients: number;
  sendingEnabled: boolean;
  sendingState: "pending" | "live" | "paused" | "suspended";
  sendingHold: "" | "platform" | "free_limit" | "unpaid";
};

export type SendingSetup = {
  items: ({
  key: "sender_verified" | "company_address" | "sending_allowed" | "domain_verified" | "spf" | "dmarc" | "return_path" | "tracking" | "test_recipients" | "mail_mode";
  done: boolean;
  /** Nothing can be sent without it */
  required: boolean;
  params: Record<string, unknown>;
})[];
  /** All required items are done */
  ready: boolean;
  senders: (Sender)[];
  domains: (SendingDomain)[];
  /** The address for DMARC reports about the company's domains */
  reportAddress: string;
  /** The name that records of domains refer to; null while the service has no public address, so they cannot be set */
  publicHost: string | null;
};

export type ConnectionOAuth = {
  provider: "microsoft" | "google" | "other";
  clientId: string;
  tokenUrl: string;
  scope: string;
};

export type ConnectionLimits = {
  /** Messages per second; null is no limit */
  perSecond: number | null;
  /** Messages in any 60 minutes */
  perHour: number | null;
  /** Messages per day of the company */
  perDay: number | null;
  /** SMTP connections at once, over all workers */
  connections: number | null;
};

export type Connection = {
  id: Id;
  name: string;
  kind: "smtp" | "ses" | "postmark" | "mailgun" | "resend";
  host: string;
  port: number;
  security: "tls" | "starttls" | "none";
  auth: "none" | "password" | "xoauth2";
  username: string;
  secretSet: boolean;
  /** Null unless auth is xoauth2 */
  oauth: ConnectionOAuth | null;
  messageStream: string;
  /** The provider of the event hook that belongs to it */
  hook: "ses" | "postmark" | null;
  limits: ConnectionLimits;
  enabled: boolean;
  isDefault: boolean;
  fallback: (Id)[];
  /** paused: it is tried again at retryAt; failing: the sign-in is refused, or several attempts failed */
  state: "ok" | "paused" | "failing";
  /** Why it is not ok: sign_in_refused, token_refused, busy, unreachable, host_not_found, address_not_allowed, tls, plain_text, rejected */
  stateReason: string | null;
  /** The reply code and status of the server, such as 535 5.7.8 */
  stateCode: string | null;
  retryAt: string | null;
  /** Messages that were handed to it today, in the time zone of the company */
  sentToday: number;
  checkedAt: string | null;
  createdAt: Time;
  updatedAt: Time;
};

export type ConnectionItems = {
  items: (Connection)[];
};

export type ConnectionCheck = {
  ok: boolean;
  failure: {
  /** Like stateReason of a connection */
  reason: string;
  /** connect, greeting, ehlo, starttls or auth */
  stage: string;
  code: string | null;
  /** What the server answered, or the error of the network */
  reply: string;
} | null;
  /** The sign-in was encrypted */
  encrypted: boolean;
  startTls: boolean;
  pipelining: boolean;
  chunking: boolean;
  /** SIZE; null without a limit */
  maxBytes: number | null;
  connection: Connection;
};

export type TemplateRow = {
  id: Id;
  name: string;
  description: string;
  shopId: NullableId;
  kind: "html" | "mjml" | "blocks";
  subject: string;
  preheader: string;
  footerId: NullableId;
  unsubscribePageId: NullableId;
  tags: (string)[];
  archived: boolean;
  archivedAt: string | null;
  /** The draft version: the `baseVersion` of the next save */
  version: number;
  /** The published version */
  publishedVersion: number;
  /** Edited while an active automation sends it, and not published yet */
  hasDraft: boolean;
  /** Size of the compiled HTML */
  bytes: number;
  createdAt: Time;
  updatedAt: Time;
};

export type TemplateRowPage = {
  items: (TemplateRow)[];
  total: number;
  page: number;
  pageSize: number;
};

export type EmailContent = {
  version: number;
  kind: "html" | "mjml" | "blocks";
  /** Always the compiled HTML */
  html: string;
  mjml?: string;
  blocks?: Record<string, unknown>;
  text: string | null;
};

export type Template = {
  id: Id;
  name: string;
  description: string;
  shopId: NullableId;
  kind: "html" | "mjml" | "blocks";
  subject: string;
  preheader: string;
  footerId: NullableId;
  unsubscribePageId: NullableId;
  tags: (string)[];
  archived: boolean;
  archivedAt: string | null;
  /** The draft version: the `baseVersion` of the next save */
  version: number;
  /** The published version */
  publishedVersion: number;
  /** Edited while an active automation sends it, and not published yet */
  hasDraft: boolean;
  /** Size of the compiled HTML */
  bytes: number;
  createdAt: Time;
  updatedAt: Time;
  /** Objects that use it; they prevent its deletion */
  uses: ({
  kind: "campaign" | "automation" | "form" | "template";
  id: Id;
  active: boolean;
})[];
  content: EmailContent;
};

export type StarterRow = {
  key: "newsletter" | "product-grid" | "sale" | "welcome" | "double-opt-in" | "abandoned-cart" | "birthday" | "plain-letter";
  language: "cs" | "sk" | "en";
  name: string;
  subject: string;
  preheader: string;
  kind: "html" | "mjml" | "blocks";
  html: string;
};

export type StarterRowItems = {
  items: (StarterRow)[];
};

export type TestEmailAnswer = {
  /** Addresses that the test e-mail is sent to */
  emails: (string)[];
  /** Suppressed test addresses, with the reason */
  leftOut: ({
  email: string;
  reason: string;
})[];
  /** Remaining test e-mails in these 24 hours */
  remaining: number;
};

export type ContentIssueBody = {
  code: string;
  severity: "error" | "warning";
  line?: number;
  column?: number;
  params: Record<string, unknown>;
};

export type SavedContent = {
  version: number;
  kind: "html" | "mjml" | "blocks";
  /** Always the compiled HTML */
  html: string;
  mjml?: string;
  blocks?: Record<string, unknown>;
  text: string | null;
  /** Saved, and sent only when published */
  hasDraft: boolean;
  issues: (ContentIssueBody)[];
};

export type ContentVersionRow = {
  id: Id;
  version: number;
  kind: "html" | "mjml" | "blocks";
  /** Size of the compiled HTML */
  bytes: number;
  createdAt: Time;
  authorId: NullableId;
  authorName: string | null;
  /** The draft version */
  current: boolean;
  /** The published version */
  published: boolean;
};

export type ContentVersionRowPage = {
  items: (ContentVersionRow)[];
  total: number;
  page: number;
  pageSize: number;
};

export type ContentVersion = {
  id: Id;
  version: number;
  kind: "html" | "mjml" | "blocks";
  /** Size of the compiled HTML */
  bytes: number;
  createdAt: Time;
  authorId: NullableId;
  authorName: string | null;
  /** The draft version */
  current: boolean;
  /** The published version */
  published: boolean;
  content: EmailContent;
};

export type FooterRow = {
  id: Id;
  name: string;
  shopId: NullableId;
  /** Used under e-mails of its shop, or of the whole company, that reference no footer */
  isDefault: boolean;
  kind: "html" | "mjml" | "blocks";
  published: boolean;
  /** The draft version: the `baseVersion` of the next save */
  version: number;
  publishedVersion: number | null;
  /** Saved after the last publication */
  hasDraft: boolean;
  createdAt: Time;
  updatedAt: Time;
};

export type FooterRowPage = {
  items: (FooterRow)[];
  total: number;
  page: number;
  pageSize: number;
};

export type Footer = {
  id: Id;
  name: string;
  shopId: NullableId;
  /** Used under e-mails of its shop, or of the whole company, that reference no footer */
  isDefault: boolean;
  kind: "html" | "mjml" | "blocks";
  published: boolean;
  /** The draft version: the `baseVersion` of the next save */
  version: number;
  publishedVersion: number | null;
  /** Saved after the last publication */
  hasDraft: boolean;
  createdAt: Time;
  updatedAt: Time;
  /** Objects that use it; they prevent its deletion */
  uses: ({
  kind: "campaign" | "automation" | "form" | "template";
  id: Id;
  active: boolean;
})[];
  content: EmailContent;
};

export type ScriptTemplateRow = {
  id: Id;
  name: string;
  description: string;
  createdAt: Time;
  updatedAt: Time;
};

export type ScriptTemplateRowPage = {
  items: (ScriptTemplateRow)[];
  total: number;
  page: number;
  pageSize: number;
};

export type ScriptTemplate = {
  id: Id;
  name: string;
  description: string;
  createdAt: Time;
  updatedAt: Time;
  source: string;
};

export type SmsTemplate = {
  id: Id;
  name: string;
  text: string;
  shopId: NullableId;
  encoding: "gsm7" | "ucs2";
  /** Length in units of the encoding, without merge tags */
  units: number;
  parts: number;
  mergeTags: (string)[];
  createdAt: Time;
  updatedAt: Time;
};

export type SmsTemplatePage = {
  items: (SmsTemplate)[];
  total: number;
  page: number;
  pageSize: number;
};

export type EditorElement = {
  id: Id;
  name: string;
  category: string | null;
  kind: "section" | "column" | "block";
  mjml: string;
  /** The part as blocks; null where only its code is saved */
  content: Record<string, unknown> | null;
  createdAt: Time;
  updatedAt: Time;
};

export type EditorElementPage = {
  items: (EditorElement)[];
  total: number;
  page: number;
  pageSize: number;
};

export type LintReport = {
  /** Errors first */
  issues: ({
  code: string;
  severity: "error" | "warning";
  params: Record<string, unknown>;
})[];
};

export type SpamReport = {
  score: number;
  verdict: "ok" | "spam" | "blocked";
  sizeKb: number;
  rules: ({
  code: string;
  points: number;
  found?: (string)[];
})[];
};

export type ContentPreview = {
  subject: string;
  preheader: string;
  /** As the contact gets it; blocks have the class `block-<id>` */
  html: string;
  /** The MJML of blocks */
  mjml?: string;
  bytes: number;
  issues: (ContentIssueBody)[];
  spam: {
  score: number;
  verdict: "ok" | "spam" | "blocked";
};
};

export type TestRecipients = {
  emails: (string)[];
};

export type SlowedProvider = {
  /** Its name, like Google; null for a single domain of no known provider */
  provider: string | null;
  /** The recipients' domain that answered */
  domain: string;
  /** throttled: its messages wait for the next attempt; limited: it deferred messages again, and gets at most perMinute; recovered: it deferred messages within the last day */
  state: "throttled" | "limited" | "recovered";
  /** Its reply code and status, like 421 4.7.0 */
  reply: string;
  /** When it last deferred a message */
  deferredAt: string | null;
  /** Of a throttled one */
  nextAttemptAt: string | null;
  /** The limit as of now: half of the rate that was deferred, a tenth more every ten minutes; null without one */
  perMinute: number | null;
  /** The rate that was deferred; the limit ends at twice as much */
  deferredPerMinute: number | null;
  limitedSince: string | null;
};

export type SlowedProviderItems = {
  items: (SlowedProvider)[];
};

export type CampaignRowStats = {
  /** Sent, whatever the outcome */
  sent: number;
  delivered: number;
  /** Recipients who opened it, without bots */
  opened: number;
  clicked: number;
  bounced: number;
  complained: number;
  skipped: number;
  failed: number;
  /** The outcome is unknown: the service was stopped while sending */
  unknown: number;
};

export type CampaignRow = {
  id: Id;
  name: string;
  shopId: Id;
  /** Aggregated with the language variants: completed when nothing is left to send */
  status: "draft" | "scheduled" | "sending" | "paused" | "completed" | "cancelled";
  subject: string;
  senderId: NullableId;
  timing: "now" | "schedule" | "later";
  plannedAt: string | null;
  tags: (string)[];
  /** Of its language variants */
  languages: (string)[];
  recipients: number | null;
  stats: CampaignRowStats;
  approvedAt: string | null;
  startedAt: string | null;
  finishedAt: string | null;
  createdAt: Time;
  updatedAt: string | null;
};

export type CampaignRowPage = {
  items: (CampaignRow)[];
  total: number;
  page: number;
  pageSize: number;
};

export type Audience = {
  /** Default: [] */
  listIds: (Id)[];
  /** Default: [] */
  segmentIds: (Id)[];
  /** Default: [] */
  excludeListIds: (Id)[];
  /** Default: [] */
  excludeSegmentIds: (Id)[];
  /** Default: [] */
  excludeEmails: (Email)[];
  purposeId: NullableId;
};

export type SenderSummary = {
  id: Id;
  email: string;
  name: string;
  verified: boolean;
};

export type CampaignUtm = {
  source?: string | null;
  medium?: string | null;
  campaign?: string | null;
  term?: string | null;
  content?: string | null;
};

export type CampaignHeader = {
  name: string;
  /** One line; may contain merge tags */
  value: string;
};

export type CampaignLinkParam = {
  name: string;
  value: string;
};

export type CampaignProgress = {
  recipients: number;
  sent: number;
  waiting: number;
  failed: number;
  skipped: number;
  unknown: number;
  estimatedEndAt: string | null;
  /** Why the service itself paused it: bounces, complaints, relay, template, content, sender, coupons, internal (an error of the service), late. Or why nothing leaves while it is being sent: sending_mode (of the service), sending_state, sending_hold, sending_disabled (of the company), shop (it is disabled), relay (it does not answer), throttled (all that is left waits for the domains in throttled), warm_up (the daily quota of the sender's domain is used up), connection (the connection of the sender is paused), connection_limit (its messages per hour or day are used up) */
  holdReason: string | null;
  /** Domains that asked to slow down: of recipients whose messages wait, and of the sender */
  throttled: ({
  side: "recipient" | "sender";
  /** Of a provider, the domain that asked to slow down */
  domain: string;
  /** The mail provider whose domains all wait, like Google; null for a domain alone */
  provider: string | null;
  /** When it gets the next message; the first that it accepts releases the others */
  until: Time;
  /** Its reply code and status, like 450 4.7.1 */
  reply: string;
})[];
};

export type Campaign = {
  id: Id;
  name: string;
  shopId: Id;
  /** Aggregated with the language variants: completed when nothing is left to send */
  status: "draft" | "scheduled" | "sending" | "paused" | "completed" | "cancelled";
  subject: string;
  senderId: NullableId;
  timing: "now" | "schedule" | "later";
  plannedAt: string | null;
  tags: (string)[];
  /** Of its language variants */
  languages: (string)[];
  recipients: number | null;
  stats: CampaignRowStats;
  approvedAt: string | null;
  startedAt: string | null;
  finishedAt: string | null;
  createdAt: Time;
  updatedAt: string | null;
  /** Of its own e-mail, without variants */
  mainStatus: "draft" | "scheduled" | "sending" | "paused" | "completed" | "cancelled";
  fromName: string;
  preheader: string;
  templateId: NullableId;
  audience: Audience;
  sender: SenderSummary | null;
  replyTo: string;
  /** Allowed values of replyTo; empty means the sender's address */
  replyToOptions: (string)[];
  trackOpens: boolean;
  trackClicks: boolean;
  utm: CampaignUtm | null;
  headers: (CampaignHeader)[];
  linkParams: (CampaignLinkParam)[];
  preferTime: boolean;
  unsubscribePageId: NullableId;
  footerId: NullableId;
  /** Of the content: the `baseVersion` of the next save */
  version: number;
  approvedVersion: number | null;
  progress: CampaignProgress;
  /** Messages by state */
  counts: Record<string, number>;
  /** Messages to resolve by POST /campaigns/{id}/unknown */
  unknown: number;
};

/** Null without a limit; lastDay is the company's day on which the last message leaves */
export type SendingPlan = {
  /** Messages that the warming domain or the connection of the sender may send on the first day */
  dailyLimit: number | null;
  lastDay: string | null;
};

export type AudienceSize = {
  matched: number;
  recipients: number;
  /** Number by reason: erased, blacklisted, complained, bounced, unsubscribed, suppressed, pending, customer, weak_consent, no_consent, list_unsubscribed, excluded, frequency_cap */
  leftOut: Record<string, number>;
  /** The shop whose customer exception was counted; null: none, because several shops could send */
  shopId: NullableId;
  /** Recipients that never consented: customers of the shop, mailed by its customer exception (legitimate interest) */
  customersWithoutConsent: number;
  /** Recipients by the shop of the contact, most first: a list of the company may hold contacts of several */
  shops: ({
  shopId: Id;
  recipients: number;
})[];
  sending: SendingPlan;
};

export type ApprovedCampaign = {
  id: Id;
  name: string;
  shopId: Id;
  /** Aggregated with the language variants: completed when nothing is left to send */
  status: "draft" | "scheduled" | "sending" | "paused" | "completed" | "cancelled";
  subject: string;
  senderId: NullableId;
  timing: "now" | "schedule" | "later";
  plannedAt: string | null;
  tags: (string)[];
  /** Of its language variants */
  languages: (string)[];
  recipients: number | null;
  stats: CampaignRowStats;
  approvedAt: string | null;
  startedAt: string | null;
  finishedAt: string | null;
  createdAt: Time;
  updatedAt: string | null;
  /** Of its own e-mail, without variants */
  mainStatus: "draft" | "scheduled" | "sending" | "paused" | "completed" | "cancelled";
  fromName: string;
  preheader: string;
  templateId: NullableId;
  audience: Audience;
  sender: SenderSummary | null;
  replyTo: string;
  /** Allowed values of replyTo; empty means the sender's address */
  replyToOptions: (string)[];
  trackOpens: boolean;
  trackClicks: boolean;
  utm: CampaignUtm | null;
  headers: (CampaignHeader)[];
  linkParams: (CampaignLinkParam)[];
  preferTime: boolean;
  unsubscribePageId: NullableId;
  footerId: NullableId;
  /** Of the content: the `baseVersion` of the next save */
  version: number;
  approvedVersion: number | null;
  progress: CampaignProgress;
  /** Messages by state */
  counts: Record<string, number>;
  /** Messages to resolve by POST /campaigns/{id}/unknown */
  unknown: number;
  sending: SendingPlan;
};

export type SendingPace = {
  /** Number of campaigns that it was measured from */
  campaigns: number;
  perHour: number;
};

export type Authentication = {
  domain: string;
  /** DKIM of the sender's domain is verified, or the operator vouches for the sender */
  authenticated: boolean;
  /** What authenticates the sender: the verified domain comes before the operator */
  authenticatedBy: "domain" | "operator" | null;
  /** More than 200 recipients a day need it */
  required: boolean;
};

export type DeadLink = {
  url: string;
  status: number | null;
  reason: "status" | "url" | "address" | "dns" | "connection" | "timeout" | "size";
};

export type LastTest = {
  at: Time;
  /** False when the content was saved since */
  current: boolean;
};

export type VariantCheck = {
  id: Id;
  /** Null for the campaign's own e-mail */
  language: string | null;
  recipients: number;
  /** Null without a sender */
  authentication: Authentication | null;
  spam: {
  verdict: "ok" | "spam" | "blocked";
  score: number;
};
  /** Of the HTML with tracking and footer; null when it cannot be rendered */
  wireBytes: number | null;
  issues: ({
  code: string;
  severity: "error" | "warning";
  params: Record<string, unknown>;
})[];
  deadLinks: (DeadLink)[];
  /** Null when no test e-mail of it was sent in the last week */
  lastTest: LastTest | null;
  /** False for an assistant: no address is called, and `deadLinks` is empty */
  linksChecked: boolean;
};

export type CampaignCheck = {
  /** Nothing here would refuse the approval */
  ready: boolean;
  audience: {
  matched: number;
  recipients: number;
  /** Number by reason: erased, blacklisted, complained, bounced, unsubscribed, suppressed, pending, customer, weak_consent, no_consent, list_unsubscribed, excluded, frequency_cap */
  leftOut: Record<string, number>;
  /** The shop whose customer exception was counted; null: none, because several shops could send */
  shopId: NullableId;
  /** Recipients that never consented: customers of the shop, mailed by its customer exception (legitimate interest) */
  customersWithoutConsent: number;
  /** Recipients by the shop of the contact, most first: a list of the company may hold contacts of several */
  shops: ({
  shopId: Id;
  recipients: number;
})[];
};
  sending: SendingPlan;
  /** E-mails an hour that the last campaigns reached, pauses included; null before the first one */
  pace: SendingPace | null;
  /** The campaign's own e-mail first */
  variants: (VariantCheck)[];
};

export type CampaignHistoryEntry = {
  id: Id;
  at: Time;
  /** created, updated, content_saved, approved, pause … */
  change: string;
  actor: ActorReference | null;
};

export type CampaignHistoryEntryPage = {
  items: (CampaignHistoryEntry)[];
  total: number;
  page: number;
  pageSize: number;
};

export type UnknownAnswer = {
  messages: number;
};

export type CampaignApprovalRequest = {
  id: Id;
  campaign: {
  id: Id;
  name: string;
  subject: string;
};
  /** outdated: the campaign, its content or its footer changed since the request; used: the campaign was sent or scheduled with it */
  state: "waiting" | "approved" | "returned" | "outdated" | "used";
  /** At the time of the request; an approval counts for 5 % more or less */
  recipients: number;
  comment: string;
  requestedBy: MemberReference;
  requestedAt: Time;
  decisionComment: string;
  decidedBy: MemberReference | null;
  decidedAt: string | null;
};

export type CampaignApprovalRequestPage = {
  items: (CampaignApprovalRequest)[];
  total: number;
  page: number;
  pageSize: number;
};

export type CampaignPreview = {
  subject: string;
  preheader: string;
  html: string;
  text: string;
};

export type Variant = {
  id: Id;
  language: Language;
  status: "draft" | "scheduled" | "sending" | "paused" | "completed" | "cancelled";
  subject: string;
  preheader: string;
  senderId: NullableId;
  content: EmailContent;
  recipients: number | null;
  /** Messages by state */
  counts: Record<string, number>;
  plannedAt: string | null;
  startedAt: string | null;
  finishedAt: string | null;
};

export type VariantItems = {
  items: (Variant)[];
};

export type FormFieldOption = {
  value: string;
  label: string;
};

export type FormField = {
  key: string;
  type: "email" | "text" | "textarea" | "select" | "checkbox" | "date" | "phone" | "hidden";
  label: string;
  required: boolean;
  options?: (FormFieldOption)[];
  /** A prefill, or the fixed text of a hidden field */
  value?: string;
  /** A profile field, `customFields.<id>`, or null: kept in the history only */
  target: string | null;
};

export type FormPopup = {
  trigger: "delay" | "scroll" | "exit";
  delayS: number;
  scrollPercent: number;
  repeatDays: number;
  position: "left" | "right";
  /** Mobile: windows less than 768 pixels wide */
  devices: "all" | "desktop" | "mobile";
  /** The last day; null: no end */
  until: string | null;
  /** How often it was shown is kept only after the page called `postrider.consent(true)` */
  requireConsent: boolean;
  pages: {
  /** `/path`: the path; `https://…`: the whole address; other text: anywhere in the address; `*` is any text */
  include: (string)[];
  /** `/path`: the path; `https://…`: the whole address; other text: anywhere in the address; `*` is any text */
  exclude: (string)[];
};
};

export type FormDesign = {
  /** http or https */
  logoUrl: string | null;
  /** #rrggbb */
  accentColor: string | null;
  /** #rrggbb */
  backgroundColor: string | null;
  /** The `url` of an image of this company */
  imageUrl: string | null;
  /** A font that devices have; null: our own */
  font: "system" | "arial" | "verdana" | "trebuchet" | "georgia" | "times" | "courier" | null;
  /** Of corners, in pixels; null: our own */
  radius: number | null;
  /** Of the page's card, in pixels; null: our own */
  width: number | null;
};

export type FormSettings = {
  /** Null: the built-in e-mail */
  doiTemplateId: NullableId;
  /** Null: the shop's first verified sender */
  senderId: NullableId;
  /** Null: the language of the shop */
  language: string | null;
  /** Hours after which one reminder is sent; null: none */
  reminderHours: number | null;
  /** A page that is sent sooner counts as sent by a machine; 0 switches this off */
  minFillSeconds: number;
};

export type Form = {
  id: Id;
  /** The public URL is /f/<key> */
  key: string;
  url: string;
  name: string;
  shopId: Id;
  status: "active" | "inactive";
  kind: "classic" | "popup" | "slide";
  fields: (FormField)[];
  listIds: (Id)[];
  purposeId: NullableId;
  /** HTML; only text formatting and links are kept */
  consentText: string;
  title: string;
  /** HTML; only text formatting and links are kept */
  description: string;
  submitLabel: string;
  successUrl: string | null;
  confirmedUrl: string | null;
  captcha: boolean;
  popup: FormPopup;
  design: FormDesign;
  settings: FormSettings;
  tags: (string)[];
  counts: {
  submitted: number;
  confirmed: number;
};
  createdAt: Time;
  updatedAt: string | null;
};

export type FormPage = {
  items: (Form)[];
  total: number;
  page: number;
  pageSize: number;
};

export type DoiTemplate = {
  id: Id;
  name: string;
  subject: string;
  shopId: NullableId;
};

export type DoiTemplateItems = {
  items: (DoiTemplate)[];
};

export type FormPreview = {
  html: string;
  /** Of an e-mail */
  subject?: string;
};

export type EmbedCodes = {
  /** A script element, with a link to the page where scripts are off */
  script: string;
  /** The public page */
  url: string;
  /** An HTML form with its style */
  styled: string;
  /** A minimal HTML form */
  html: string;
  /** What a page with a content security policy adds for each code. Instead of `script-src`, the script may have the page's nonce */
  policies: {
  script: string;
  styled: string;
  html: string;
};
};

export type SignUp = {
  id: Id;
  email: string | null;
  contactId: NullableId;
  state: "pending" | "confirmed" | "refused" | "expired";
  reason: string | null;
  filledAt: Time;
  ip: string | null;
  confirmedAt: string | null;
  confirmedIp: string | null;
  /** As shown at the sign-up */
  consentText: string;
  formVersion: number;
  /** What was typed, by the key of the field */
  values: Record<string, unknown>;
  /** utm_source … of the page */
  utm: Record<string, unknown>;
  page: string | null;
};

export type SignUpPage = {
  items: (SignUp)[];
  total: number;
  page: number;
  pageSize: number;
};

export type WelcomeEmail = {
  enabled: boolean;
  templateId: NullableId;
};

export type FormDraftContent = {
  name: string;
  shopId: Id;
  kind: "classic" | "popup" | "slide";
  fields: (FormField)[];
  listIds: (Id)[];
  purposeId: NullableId;
  /** HTML; only text formatting and links are kept */
  consentText: string;
  title: string;
  /** HTML; only text formatting and links are kept */
  description: string;
  submitLabel: string;
  successUrl: string | null;
  confirmedUrl: string | null;
  captcha: boolean;
  popup: FormPopup;
  design: FormDesign;
  settings: FormSettings;
  tags: (string)[];
  welcome: WelcomeEmail;
};

export type FormDraft = {
  /** False: there is no draft, and the content is that of the form */
  saved: boolean;
  /** Grows with every save; 0 without a draft */
  revision: number;
  content: FormDraftContent;
  /** The form was changed since the draft was begun */
  outOfDate: boolean;
  /** Of the form that the draft would replace */
  formVersion: number;
  /** Of everything that the draft would replace; other tags or another welcome e-mail change it too */
  formDigest: string;
  authorId: NullableId;
  authorName: string | null;
  updatedAt: string | null;
};

export type FormReport = {
  from: Day;
  /** The day after the last one */
  to: string;
  totals: {
  /** How often visitors saw the form; counted without cookies */
  views: number;
  signUps: number;
  /** Sign-ups of that time that were confirmed until now */
  confirmed: number;
};
  /** Every day of the time */
  days: ({
  day: Day;
  /** How often visitors saw the form; counted without cookies */
  views: number;
  signUps: number;
  /** Sign-ups of that time that were confirmed until now */
  confirmed: number;
})[];
  /** The 100 with the most views */
  pages: ({
  /** Without its query; empty: unknown */
  page: string;
  /** How often visitors saw the form; counted without cookies */
  views: number;
  signUps: number;
  /** Sign-ups of that time that were confirmed until now */
  confirmed: number;
})[];
  /** The 100 with the most views */
  sources: ({
  /** `utm_source` of the page, else the host of the page before; empty: directly, or unknown */
  source: string;
  /** How often visitors saw the form; counted without cookies */
  views: number;
  signUps: number;
  /** Sign-ups of that time that were confirmed until now */
  confirmed: number;
})[];
};

export type UnknownFormEmail = {
  kind: "confirmation" | "reminder" | "welcome";
  contactId: NullableId;
  email: string;
  /** When it was tried, or found to be tried */
  at: Time;
};

export type UnknownFormEmailPage = {
  items: (UnknownFormEmail)[];
  total: number;
  page: number;
  pageSize: number;
};

export type AutomationRow = {
  id: Id;
  name: string;
  shopId: Id;
  status: "draft" | "active" | "paused";
  description: string;
  tags: (string)[];
  transactional: boolean;
  /** Contacts that entered */
  entered: number;
  /** Contacts that are in it now */
  active: number;
  /** E-mails sent */
  sent: number;
  /** Of the graph */
  version: number;
  createdAt: Time;
};

export type AutomationRowPage = {
  items: (AutomationRow)[];
  total: number;
  page: number;
  pageSize: number;
};

/** At most 300 nodes and 600 edges; each node is passed at most once per run */
export type AutomationGraph = {
  nodes?: (AutomationNode)[];
  edges?: (AutomationEdge)[];
};

/** At most 10 years (120 months). Minutes and hours are elapsed time; days, weeks and months keep the local time */
export type TimeSpecDelay = {
  kind: "delay";
  amount: number;
  unit: "minutes" | "hours" | "days" | "weeks" | "months";
};

export type TimeSpecAt = {
  kind: "at";
  /** HH:MM in the company's time zone */
  time: string;
  /** 1 (Monday) to 7; left out: every day */
  weekdays?: (number)[];
};

export type TimeSpecOnDate = {
  kind: "date";
  /** YYYY-MM-DDTHH:MM in the company's time zone, at most 10 years ahead; a past one does not hold the contact */
  at: string;
};

/** A contact without the date, or with one more than 10 years ahead, is not held */
export type TimeSpecOnField = {
  kind: "field";
  /** birthday, nameDay or customFields.<id of a date field> */
  field: string;
  /** Days after the date; negative: before it */
  offsetDays: number;
  /** HH:MM in the company's time zone */
  time: string;
};

/** Local times are of the company. A skipped hour moves forward by the gap; of a doubled hour the first */
export type TimeSpec = TimeSpecDelay | TimeSpecAt | TimeSpecOnDate | TimeSpecOnField;

export type NamedSecret = {
  /** URL, headers and body name it as {{secret:name}} */
  name: string;
  /** Write only; left out: the stored one stays */
  value?: string;
  /** Whether a value is stored; ignored when it is sent */
  valueSet?: boolean;
};

export type BasicAuth = {
  enabled: boolean;
  username?: string;
  /** Write only; left out: the stored one stays */
  password?: string;
  /** Whether a password is stored; ignored when it is sent */
  passwordSet?: boolean;
};

export type AutomationNode = {
  id: string;
  type: "manual";
  config?: {
  reentry?: "after_end" | "once" | "always";
};
  position?: {
  x?: number;
  y?: number;
};
} | {
  id: string;
  type: "contact_created";
  config?: {
  reentry?: "after_end" | "once" | "always";
};
  position?: {
  x?: number;
  y?: number;
};
} | {
  id: string;
  type: "subscribed";
  config?: {
  /** Runs do not end when the contact leaves the list or withdraws the consent that let it in. Default: false */
  continueAfterLeaving?: boolean;
  reentry?: "after_end" | "once" | "always";
};
  position?: {
  x?: number;
  y?: number;
};
} | {
  id: string;
  type: "unsubscribed";
  config?: {
  reentry?: "after_end" | "once" | "always";
};
  position?: {
  x?: number;
  y?: number;
};
} | {
  id: string;
  type: "list_added";
  config?: {
  listIds?: (Id)[];
  /** Runs do not end when the contact leaves the list or withdraws the consent that let it in. Default: false */
  continueAfterLeaving?: boolean;
  reentry?: "after_end" | "once" | "always";
};
  position?: {
  x?: number;
  y?: number;
};
} | {
  id: string;
  type: "segment_entered";
  config?: {
  segmentId?: Id;
  reentry?: "after_end" | "once" | "always";
};
  position?: {
  x?: number;
  y?: number;
};
} | {
  id: string;
  type: "order_created";
  config?: {
  reentry?: "after_end" | "once" | "always";
};
  position?: {
  x?: number;
  y?: number;
};
} | {
  id: string;
  type: "order_state";
  config?: {
  states?: (string)[];
  reentry?: "after_end" | "once" | "always";
};
  position?: {
  x?: number;
  y?: number;
};
} | {
  id: string;
  type: "order_paid";
  config?: {
  reentry?: "after_end" | "once" | "always";
};
  position?: {
  x?: number;
  y?: number;
};
} | {
  id: string;
  type: "event";
  config?: {
  name?: string;
  conditions?: ({
  /** Path in `data`, such as items.0.code */
  field: string;
  operator: "eq" | "neq" | "contains" | "not_contains" | "gt" | "gte" | "lt" | "lte" | "is_empty" | "is_not_empty";
  value?: string | number | boolean;
})[];
  reentry?: "after_end" | "once" | "always";
};
  position?: {
  x?: number;
  y?: number;
};
} | {
  id: string;
  type: "page_visit";
  config?: {
  url?: string;
  operator?: "contains" | "eq" | "starts_with" | "ends_with";
  reentry?: "after_end" | "once" | "always";
};
  position?: {
  x?: number;
  y?: number;
};
} | {
  id: string;
  type: "cart_abandoned";
  config?: {
  after?: TimeSpecDelay;
  reentry?: "after_end" | "once" | "always";
};
  position?: {
  x?: number;
  y?: number;
};
} | {
  id: string;
  type: "email_opened";
  config?: {
  campaignId?: Id;
  automationId?: Id;
  /** An e-mail of the automation */
  node?: string;
  /** Only this link */
  url?: string;
  reentry?: "after_end" | "once" | "always";
};
  position?: {
  x?: number;
  y?: number;
};
} | {
  id: string;
  type: "email_clicked";
  config?: {
  campaignId?: Id;
  automationId?: Id;
  /** An e-mail of the automation */
  node?: string;
  /** Only this link */
  url?: string;
  reentry?: "after_end" | "once" | "always";
};
  position?: {
  x?: number;
  y?: number;
};
} | {
  id: string;
  type: "form_submitted";
  config?: {
  formId?: Id;
  /** Runs do not end when the contact leaves the list or withdraws the consent that let it in. Default: false */
  continueAfterLeaving?: boolean;
  reentry?: "after_end" | "once" | "always";
};
  position?: {
  x?: number;
  y?: number;
};
} | {
  id: string;
  type: "survey_answered";
  config?: {
  surveyId?: Id;
  reentry?: "after_end" | "once" | "always";
};
  position?: {
  x?: number;
  y?: number;
};
} | {
  id: string;
  type: "coupon_used";
  config?: {
  stackId?: Id;
  reentry?: "after_end" | "once" | "always";
};
  position?: {
  x?: number;
  y?: number;
};
} | {
  id: string;
  type: "date";
  config?: {
  /** birthday, nameDay or customFields.<id of a date field> */
  field?: string;
  /** Days after the date; negative: before it */
  offsetDays?: number;
  /** HH:MM in the company's time zone */
  time?: string;
  reentry?: "after_end" | "once" | "always";
};
  position?: {
  x?: number;
  y?: number;
};
} | {
  id: string;
  type: "action_failed";
  config?: {
  reentry?: "after_end" | "once" | "always";
};
  position?: {
  x?: number;
  y?: number;
};
} | {
  id: string;
  type: "email";
  config?: {
  senderId?: Id;
  fromName?: string;
  subject?: string;
  /** Left out: that of the template */
  preheader?: string;
  templateId?: Id;
  /** Default: true */
  trackOpens?: boolean;
  /** Default: true */
  trackClicks?: boolean;
};
  position?: {
  x?: number;
  y?: number;
};
} | {
  id: string;
  type: "wait";
  config?: {
  spec?: TimeSpec;
};
  position?: {
  x?: number;
  y?: number;
};
} | {
  id: string;
  type: "condition";
  config?: {
  definition?: SegmentDefinition;
  spec?: TimeSpec;
};
  position?: {
  x?: number;
  y?: number;
};
} | {
  id: string;
  type: "split";
  config?: {
  /** Percents add up to 100 */
  shares?: ({
  output: string;
  percent: number;
})[];
};
  position?: {
  x?: number;
  y?: number;
};
} | {
  id: string;
  type: "add_to_list";
  config?: {
  listId?: Id;
};
  position?: {
  x?: number;
  y?: number;
};
} | {
  id: string;
  type: "remove_from_list";
  config?: {
  listId?: Id;
};
  position?: {
  x?: number;
  y?: number;
};
} | {
  id: string;
  type: "unsubscribe";
  config?: {
  listId?: Id;
};
  position?: {
  x?: number;
  y?: number;
};
} | {
  id: string;
  type: "set_field";
  config?: {
  /** customFields.<id>, or one of firstName, lastName, titleBefore, titleAfter, salutation, salutationFormal, vocativeFirstName, vocativeLastName, gender, language, company, companyId, phone, mobile, street, city, postalCode, country, birthday, nameDay, note, affiliateId */
  field?: string;
  /** As in a contact; null empties the field */
  value?: unknown;
};
  position?: {
  x?: number;
  y?: number;
};
} | {
  id: string;
  type: "add_label";
  config?: {
  label?: string;
};
  position?: {
  x?: number;
  y?: number;
};
} | {
  id: string;
  type: "assign_coupon";
  config?: {
  stackId?: Id;
};
  position?: {
  x?: number;
  y?: number;
};
} | {
  id: string;
  type: "webhook";
  config?: {
  /** http or https; merge tags and {{secret:name}} after the host */
  url?: string;
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  headers?: ({
  name: string;
  /** May contain merge tags and {{secret:name}}; empty for a secret: the stored one stays */
  value: string;
  /** Stored encrypted and never shown; headers with credentials always are */
  secret?: boolean;
  /** Whether a value is stored; ignored when it is sent */
  valueSet?: boolean;
})[];
  /** May contain merge tags and {{secret:name}}; a GET has none */
  body?: string;
  secrets?: (NamedSecret)[];
  basicAuth?: BasicAuth;
};
  position?: {
  x?: number;
  y?: number;
};
} | {
  id: string;
  type: "notify";
  config?: {
  memberIds?: (Id)[];
  subject?: string;
  text?: string;
};
  position?: {
  x?: number;
  y?: number;
};
} | {
  id: string;
  type: "start_automation";
  config?: {
  automationId?: Id;
};
  position?: {
  x?: number;
  y?: number;
};
} | {
  id: string;
  type: "goal";
  config?: {
  name?: string;
};
  position?: {
  x?: number;
  y?: number;
};
} | {
  id: string;
  type: "end";
  config?: Record<string, unknown>;
  position?: {
  x?: number;
  y?: number;
};
} | {
  id: string;
  type: "sms";
  config?: {
  templateId?: Id;
  text?: string;
};
  position?: {
  x?: number;
  y?: number;
};
};

/** From an output of a node to a step; an output without an edge ends the run */
export type AutomationEdge = {
  /** Free text; e1, e2 and so on when left out */
  id?: string;
  from: string;
  /** next; yes or no of a condition; a share of a split. Default: "next" */
  output?: string;
  to: string;
};

export type SavedGraph = {
  nodes: (AutomationNode)[];
  edges: ({
  id: string;
  from: string;
  output: string;
  to: string;
})[];
  version: number;
};

export type GraphIssue = {
  /** The node; null for the graph as a whole */
  node: string | null;
  /** The path in the node's config, or in the graph */
  field: string | null;
  /** The path in the JSON, such as graph.nodes.3.config.spec.amount */
  path: string;
  code: "node_id" | "node_type" | "nodes_limit" | "edges_limit" | "edge_node" | "edge_output" | "edge_trigger" | "cycle" | "config" | "time" | "reference" | "no_trigger" | "unreachable" | "missing" | "not_implemented";
  params: Record<string, unknown>;
};

export type Automation = {
  id: Id;
  name: string;
  shopId: Id;
  status: "draft" | "active" | "paused";
  description: string;
  tags: (string)[];
  transactional: boolean;
  /** Contacts that entered */
  entered: number;
  /** Contacts that are in it now */
  active: number;
  /** E-mails sent */
  sent: number;
  /** Of the graph */
  version: number;
  createdAt: Time;
  graph: SavedGraph;
  /** What blocks activation */
  issues: (GraphIssue)[];
};

export type Recipe = {
  key: "welcome" | "abandoned_cart" | "after_purchase" | "review_request" | "win_back" | "birthday" | "name_day" | "re_permission";
  language: "cs" | "sk" | "en";
  name: string;
  description: string;
  /** Its e-mails get a sender and a template when it becomes an automation */
  graph: {
  nodes: (Record<string, unknown>)[];
  edges: ({
  id: string;
  from: string;
  output: string;
  to: string;
})[];
};
  emails: ({
  node: string;
  subject: string;
  preheader: string;
})[];
};

export type RecipeItems = {
  items: (Recipe)[];
};

export type ResolvedTime = {
  at: Time;
  /** YYYY-MM-DDTHH:MM of the company */
  local: string;
};

export type GraphValidation = {
  /** Prevent saving: node_id, node_type, nodes_limit, edges_limit, edge_node, edge_output, edge_trigger, cycle, config, time, reference */
  errors: (GraphIssue)[];
  /** Block activation: no_trigger, unreachable, missing, not_implemented */
  incomplete: (GraphIssue)[];
};

export type AutomationVersionRow = {
  version: number;
  at: Time;
};

export type AutomationVersionRowPage = {
  items: (AutomationVersionRow)[];
  total: number;
  page: number;
  pageSize: number;
};

export type AutomationVersion = {
  version: number;
  at: Time;
  graph: SavedGraph;
};

export type AutomationEditors = {
  editors: ({
  email: string;
})[];
};

export type AutomationCounts = {
  version: number;
  entered: number;
  active: number;
  completed: number;
  nodes: Record<string, {
  waiting: number;
  passed: number;
  outputs: Record<string, number>;
}>;
};

export type AutomationEditor = {
  automation: Automation;
  counts: AutomationCounts;
  types: {
  triggers: ({
  type: string;
  summary: string;
  /** Fields needed for activation */
  required: (string)[];
  /** JSON Schema of the config */
  config: Record<string, unknown>;
  outputs: (string)[];
  transactional: boolean;
})[];
  steps: ({
  type: string;
  summary: string;
  /** Fields needed for activation */
  required: (string)[];
  /** JSON Schema of the config */
  config: Record<string, unknown>;
  outputs: (string)[];
  waits: boolean;
  implemented: boolean;
})[];
};
  lists: ({
  id: Id;
  name: string;
})[];
  segments: ({
  id: Id;
  name: string;
})[];
  templates: ({
  id: Id;
  name: string;
})[];
  senders: ({
  id: Id;
  name: string;
  email: string;
})[];
  customFields: ({
  id: Id;
  name: string;
  type: string;
})[];
  automations: ({
  id: Id;
  name: string;
})[];
  editors: ({
  email: string;
})[];
};

export type AutomationRun = {
  id: Id;
  contactId: Id;
  /** Null for a deleted contact */
  email: string | null;
  state: "running" | "waiting" | "completed" | "stopped" | "failed";
  /** Where the contact stands, or where the run ended */
  node: string;
  trigger: string;
  /** When the waiting ends at the latest */
  dueAt: string | null;
  enteredAt: Time;
  finishedAt: string | null;
  /** Why it was stopped */
  reason: string | null;
  /** Of the graph at the entry */
  version: number;
  passes: ({
  node: string;
  at: Time;
  /** The edge that was followed; null where the run ended */
  output: string | null;
  result: "done" | "skipped" | "failed";
  /** Why it was skipped or failed */
  reason: string | null;
})[];
};

export type AutomationRunPage = {
  items: (AutomationRun)[];
  total: number;
  page: number;
  pageSize: number;
};

export type AutomationPass = {
  id: Id;
  runId: Id;
  contactId: Id;
  /** Null for a deleted contact */
  email: string | null;
  at: Time;
  /** The edge that was followed; null where the run ended */
  output: string | null;
  result: "done" | "skipped" | "failed";
  /** Why it was skipped or failed */
  reason: string | null;
};

export type AutomationPassPage = {
  items: (AutomationPass)[];
  total: number;
  page: number;
  pageSize: number;
};

export type ReleasedRuns = {
  released: number;
};

export type RescheduledRuns = {
  rescheduled: number;
};

export type AutomationTestResult = {
  version: number;
  /** Contacts that would enter by the data of now */
  entered: number;
  nodes: Record<string, {
  passed: number;
  outputs: Record<string, number>;
  /** E-mails that would be sent */
  sent: number;
  /** Contacts by the reason why the step would be skipped or fail */
  leftOut: Record<string, number>;
}>;
};

export type AutomationTrace = {
  steps: ({
  node: string;
  type: string;
  at: Time;
  /** The edge that was followed; null where the run ended */
  output: string | null;
  result: "done" | "skipped" | "failed";
  /** Why it was skipped or failed */
  reason: string | null;
})[];
};

export type AddedContacts = {
  added: number;
  /** Refused by the re-entry rule of the trigger */
  alreadyIn: number;
  /** Ten runs of the contact are in progress */
  skipped: number;
};

export type AutomationReport = {
  emails: ({
  node: string;
  sent: number;
  delivered: number;
  opened: number;
  clicked: number;
  bounced: number;
  complained: number;
  unsubscribed: number;
  skipped: number;
  failed: number;
  unknown: number;
})[];
  webhooks: ({
  node: string;
  succeeded: number;
  /** After the last retry */
  failed: number;
  /** Their further attempts were stopped by a pause */
  stopped: number;
  waiting: number;
  lastStatus: number | null;
  /** address, connection, data_key, dns, timeout or url */
  lastError: string | null;
  lastAt: string | null;
})[];
  goals: ({
  node: string;
  name: string;
  reached: number;
})[];
};

export type UnknownAutomationEmail = {
  node: string;
  contactId: Id;
  email: string;
  /** When it was tried, or found to be tried */
  at: Time;
};

export type UnknownAutomationEmailPage = {
  items: (UnknownAutomationEmail)[];
  total: number;
  page: number;
  pageSize: number;
};

export type AutomationWebhookTrial = {
  /** The receiver answered with a status of 200 to 299 */
  ok: boolean;
  status: number | null;
  ms: number;
  /** Why there is no answer */
  error: "address" | "connection" | "dns" | "timeout" | "url" | null;
  /** The first 2000 characters of the answer if it is text; secrets of the node are hidden */
  body: string;
};

export type SendingHook = {
  id: Id;
  provider: "ses" | "postmark";
  /** The first characters of its secret, to identify it */
  hint: string;
  createdAt: Time;
  usedAt: string | null;
};

export type SendingHookItems = {
  items: (SendingHook)[];
};

export type NewSendingHook = {
  id: Id;
  provider: "ses" | "postmark";
  /** The first characters of its secret, to identify it */
  hint: string;
  createdAt: Time;
  usedAt: string | null;
  /** Shown only once; only its hash is stored */
  url: string;
};

export type EmailRates = {
  /** 0 to 1, four decimal places */
  delivered: number;
  /** 0 to 1, four decimal places */
  bounced: number;
  /** 0 to 1, four decimal places */
  opened: number;
  /** 0 to 1, four decimal places */
  clicked: number;
  /** 0 to 1, four decimal places */
  clickedOfOpened: number;
  /** 0 to 1, four decimal places */
  unsubscribed: number;
  /** 0 to 1, four decimal places */
  complained: number;
};

export type CampaignTotals = {
  recipients: number;
  /** Not tried yet */
  waiting: number;
  skipped: {
  total: number;
  reasons: Record<string, number>;
};
  failed: number;
  /** May have been sent or not: a worker died while sending */
  unknown: number;
  /** Sent to the relay, bounced ones included */
  sent: number;
  /** Sent and not bounced */
  delivered: number;
  /** Deliveries confirmed by a provider and not bounced later */
  deliveryConfirmed: number;
  /** Messages; one may bounce softly first and hard later */
  bounced: number;
  hardBounces: number;
  softBounces: number;
  complaints: number;
  /** Messages whose recipient unsubscribed from a list or from everything */
  unsubscribed: number;
  /** All opens by people */
  opens: number;
  /** Messages that people opened, or clicked in without a recorded open */
  uniqueOpens: number;
  machineOpens: number;
  /** By people, all of them */
  clicks: number;
  /** Messages in which people clicked */
  uniqueClicks: number;
  machineClicks: number;
  rates: EmailRates;
};

export type EmailsByProvider = {
  provider: string;
  /** Sent to the relay, bounced ones included */
  sent: number;
  /** Sent and not bounced */
  delivered: number;
  /** Deliveries confirmed by a provider and not bounced later */
  deliveryConfirmed: number;
  /** Messages; one may bounce softly first and hard later */
  bounced: number;
  hardBounces: number;
  softBounces: number;
  complaints: number;
  /** Messages whose recipient unsubscribed from a list or from everything */
  unsubscribed: number;
  /** All opens by people */
  opens: number;
  /** Messages that people opened, or clicked in without a recorded open */
  uniqueOpens: number;
  machineOpens: number;
  /** By people, all of them */
  clicks: number;
  /** Messages in which people clicked */
  uniqueClicks: number;
  machineClicks: number;
  rates: EmailRates;
};

export type EmailsByDomain = {
  domain: string;
  provider: string;
  /** Sent to the relay, bounced ones included */
  sent: number;
  /** Sent and not bounced */
  delivered: number;
  /** Deliveries confirmed by a provider and not bounced later */
  deliveryConfirmed: number;
  /** Messages; one may bounce softly first and hard later */
  bounced: number;
  hardBounces: number;
  softBounces: number;
  complaints: number;
  /** Messages whose recipient unsubscribed from a list or from everything */
  unsubscribed: number;
  /** All opens by people */
  opens: number;
  /** Messages that people opened, or clicked in without a recorded open */
  uniqueOpens: number;
  machineOpens: number;
  /** By people, all of them */
  clicks: number;
  /** Messages in which people clicked */
  uniqueClicks: number;
  machineClicks: number;
  rates: EmailRates;
};

export type OtherDomainsSummary = {
  domains: number;
  /** Sent to the relay, bounced ones included */
  sent: number;
  /** Sent and not bounced */
  delivered: number;
  /** Deliveries confirmed by a provider and not bounced later */
  deliveryConfirmed: number;
  /** Messages; one may bounce softly first and hard later */
  bounced: number;
  hardBounces: number;
  softBounces: number;
  complaints: number;
  /** Messages whose recipient unsubscribed from a list or from everything */
  unsubscribed: number;
  /** All opens by people */
  opens: number;
  /** Messages that people opened, or clicked in without a recorded open */
  uniqueOpens: number;
  machineOpens: number;
  /** By people, all of them */
  clicks: number;
  /** Messages in which people clicked */
  uniqueClicks: number;
  machineClicks: number;
  rates: EmailRates;
};

export type EmailsByHour = {
  hour: number;
  /** Sent to the relay, bounced ones included */
  sent: number;
  /** Sent and not bounced */
  delivered: number;
  /** Deliveries confirmed by a provider and not bounced later */
  deliveryConfirmed: number;
  /** Messages; one may bounce softly first and hard later */
  bounced: number;
  hardBounces: number;
  softBounces: number;
  complaints: number;
  /** Messages whose recipient unsubscribed from a list or from everything */
  unsubscribed: number;
  /** All opens by people */
  opens: number;
  /** Messages that people opened, or clicked in without a recorded open */
  uniqueOpens: number;
  machineOpens: number;
  /** By people, all of them */
  clicks: number;
  /** Messages in which people clicked */
  uniqueClicks: number;
  machineClicks: number;
  rates: EmailRates;
};

export type AutomationStats = {
  automation: {
  id: Id;
  name: string;
  status: "draft" | "active" | "paused";
};
  totals: CampaignTotals;
  /** E-mails of the newest graph, then removed ones that were sent */
  nodes: ({
  node: string;
  subject: string;
  totals: CampaignTotals;
})[];
  byProvider: (EmailsByProvider)[];
  byDomain: (EmailsByDomain)[];
  /** The sum of all other domains */
  otherDomains: OtherDomainsSummary;
  /** Hours in the company's time zone; hours without events are omitted */
  byHour: (EmailsByHour)[];
  /** Most clicked first; not limited to the period */
  byLink: ({
  node: string;
  number: number;
  url: string;
  clicks: number;
  /** Messages in which people clicked this link */
  unique: number;
  machineClicks: number;
  /** Share of all clicks by people */
  share: number;
})[];
};

export type EmailTimelineStep = {
  /** Start of the hour or day in the company's time zone */
  at: Time;
  /** Sent to the relay, bounced ones included */
  sent: number;
  /** Sent and not bounced */
  delivered: number;
  /** Deliveries confirmed by a provider and not bounced later */
  deliveryConfirmed: number;
  /** Messages; one may bounce softly first and hard later */
  bounced: number;
  hardBounces: number;
  softBounces: number;
  complaints: number;
  /** Messages whose recipient unsubscribed from a list or from everything */
  unsubscribed: number;
  /** All opens by people */
  opens: number;
  /** Messages that people opened, or clicked in without a recorded open */
  uniqueOpens: number;
  machineOpens: number;
  /** By people, all of them */
  clicks: number;
  /** Messages in which people clicked */
  uniqueClicks: number;
  machineClicks: number;
  rates: EmailRates;
};

export type EmailEvent = {
  id: Id;
  type: "email_opened" | "email_clicked" | "email_bounced" | "email_complained" | "unsubscribed" | "list_unsubscribed";
  at: Time;
  contactId: Id;
  /** null: the contact was deleted */
  email: string | null;
  /** human or machine, for opens and clicks */
  verdict: string | null;
  /** The reason of a machine verdict, the kind of a bounce, or the way of an unsubscribe */
  reason: string | null;
  link: number | null;
  url: string | null;
};

export type CampaignActivity = {
  unit: "hour" | "day";
  /** Hours or days with events */
  timeline: (EmailTimelineStep)[];
  items: (EmailEvent)[];
  total: number;
  page: number;
  pageSize: number;
};

export type AutomationHeatmap = {
  /** As of a campaign, with the template that is published now; empty before the first e-mail */
  html: string;
  node: string;
  clicks: number;
  links: ({
  number: number;
  url: string;
  clicks: number;
  /** Messages in which people clicked this link */
  unique: number;
  machineClicks: number;
  /** Share of all clicks by people */
  share: number;
})[];
};

export type CampaignRecipient = {
  contactId: Id;
  email: string;
  state: string;
  reason: string | null;
  sentAt: string | null;
  openedAt: string | null;
  clickedAt: string | null;
};

export type CampaignRecipientPage = {
  items: (CampaignRecipient)[];
  total: number;
  page: number;
  pageSize: number;
};

export type CurrencyTotal = {
  currency: string;
  orders: number;
  revenue: Money;
  average: Money;
};

export type Conversion = {
  orderId: Id;
  externalId: string;
  /** null: the contact was deleted */
  contactId: NullableId;
  /** null: the contact was erased */
  email: string | null;
  /** The order */
  at: Time;
  /** The last click before it */
  clickedAt: Time;
  currency: string;
  /** Without VAT for `vat=false` */
  total: Money;
  /** The e-mail of the automation */
  node?: string;
};

export type OrderConversions = {
  /** `conversionWindowDays` of the company */
  windowDays: number;
  /** By currency; currencies are never added */
  totals: (CurrencyTotal)[];
  items: (Conversion)[];
  total: number;
  page: number;
  pageSize: number;
};

export type AutomationVersionStats = {
  /** Of the graph with which the contacts entered; they go on in the newest one */
  version: number;
  /** When it was saved */
  at: Time;
  entered: number;
  inside: number;
  completed: number;
  /** Runs that were stopped or failed */
  ended: number;
  /** E-mails of these runs */
  sent: number;
  opened: number;
  clicked: number;
  unsubscribed: number;
  /** By currency */
  conversions: ({
  currency: string;
  orders: number;
  revenue: Money;
})[];
};

export type AutomationVersionStatsItems = {
  items: (AutomationVersionStats)[];
};

export type AutomationStatsReport = {
  generatedAt: Time;
  timeZone: string;
  automation: {
  id: Id;
  name: string;
  status: "draft" | "active" | "paused";
};
  totals: CampaignTotals;
  /** E-mails of the newest graph, then removed ones that were sent */
  nodes: ({
  node: string;
  subject: string;
  totals: CampaignTotals;
})[];
  byProvider: (EmailsByProvider)[];
  byDomain: (EmailsByDomain)[];
  /** The sum of all other domains */
  otherDomains: OtherDomainsSummary;
  /** Hours in the company's time zone; hours without events are omitted */
  byHour: (EmailsByHour)[];
  /** Most clicked first; not limited to the period */
  byLink: ({
  node: string;
  number: number;
  url: string;
  clicks: number;
  /** Messages in which people clicked this link */
  unique: number;
  machineClicks: number;
  /** Share of all clicks by people */
  share: number;
})[];
  /** By currency; currencies are never added */
  conversions: (CurrencyTotal)[];
  /** Conversions by e-mail and currency */
  nodeConversions: ({
  node: string;
  currency: string;
  orders: number;
  revenue: Money;
})[];
  /** Hours or days with events */
  timeline: (EmailTimelineStep)[];
};

export type CampaignBreakdown = {
  totals: CampaignTotals;
  byProvider: (EmailsByProvider)[];
  byDomain: (EmailsByDomain)[];
  /** The sum of all other domains */
  otherDomains: OtherDomainsSummary;
};

export type VariantStats = {
  variantId: Id;
  /** null: the main e-mail */
  language: string | null;
  name: string;
  subject: string;
  totals: CampaignTotals;
};

export type VariantStatsItems = {
  items: (VariantStats)[];
};

export type CampaignHead = {
  id: Id;
  name: string;
  subject: string;
  status: "draft" | "scheduled" | "sending" | "paused" | "completed" | "cancelled";
  language: string | null;
  startedAt: string | null;
  finishedAt: string | null;
};

export type LinkStats = {
  variantId: Id;
  language: string | null;
  number: number;
  url: string;
  clicks: number;
  /** Messages in which people clicked this link */
  unique: number;
  machineClicks: number;
  /** Share of all clicks by people */
  share: number;
};

export type CampaignStats = {
  campaign: CampaignHead;
  totals: CampaignTotals;
  byProvider: (EmailsByProvider)[];
  byDomain: (EmailsByDomain)[];
  /** The sum of all other domains */
  otherDomains: OtherDomainsSummary;
  /** Hours in the company's time zone; hours without events are omitted */
  byHour: (EmailsByHour)[];
  /** Most clicked first; not limited to the period */
  byLink: (LinkStats)[];
};

export type CampaignHeatmap = {
  /** The HTML that was sent, filled for nobody in particular, without scripts and trackers. Every counted link carries its number in `data-link`. Show it in a sandboxed frame */
  html: string;
  version: number | null;
  variantId: Id;
  clicks: number;
  links: ({
  number: number;
  url: string;
  clicks: number;
  /** Messages in which people clicked this link */
  unique: number;
  machineClicks: number;
  /** Share of all clicks by people */
  share: number;
})[];
};

export type CampaignReport = {
  generatedAt: Time;
  timeZone: string;
  campaign: CampaignHead;
  totals: CampaignTotals;
  byProvider: (EmailsByProvider)[];
  byDomain: (EmailsByDomain)[];
  /** The sum of all other domains */
  otherDomains: OtherDomainsSummary;
  /** Hours in the company's time zone; hours without events are omitted */
  byHour: (EmailsByHour)[];
  /** Most clicked first; not limited to the period */
  byLink: (LinkStats)[];
  /** By currency; currencies are never added */
  conversions: (CurrencyTotal)[];
  variants: (VariantStats)[];
  /** Hours or days with events */
  timeline: (EmailTimelineStep)[];
};

export type CampaignAverage = {
  /** Number of campaigns compared, each counting the same */
  campaigns: number;
  /** When the first of them started */
  from: string | null;
  /** When the last of them started */
  to: string | null;
  rates: EmailRates;
};

export type SourceRevenue = {
  type: "campaign" | "automation";
  id: Id;
  name: string;
  currency: string;
  orders: number;
  revenue: Money;
};

export type Conversions = {
  from: Day;
  /** The first day after the period */
  to: Day;
  /** `conversionWindowDays` of the company */
  windowDays: number;
  /** By currency; currencies are never added */
  totals: (CurrencyTotal)[];
  /** Most orders first */
  items: (SourceRevenue)[];
};

export type SourceRevenueItems = {
  items: (SourceRevenue)[];
};

export type PeriodFigures = {
  from: Day;
  /** The first day after the period */
  to: Day;
  /** Campaigns whose sending started in the period */
  campaigns: number;
  /** Sent to the relay, bounced ones included */
  sent: number;
  /** Sent and not bounced */
  delivered: number;
  /** Deliveries confirmed by a provider and not bounced later */
  deliveryConfirmed: number;
  /** Messages; one may bounce softly first and hard later */
  bounced: number;
  hardBounces: number;
  softBounces: number;
  complaints: number;
  /** Messages whose recipient unsubscribed from a list or from everything */
  unsubscribed: number;
  /** All opens by people */
  opens: number;
  /** Messages that people opened, or clicked in without a recorded open */
  uniqueOpens: number;
  machineOpens: number;
  /** By people, all of them */
  clicks: number;
  /** Messages in which people clicked */
  uniqueClicks: number;
  machineClicks: number;
  rates: EmailRates;
};

export type Dashboard = {
  contacts: {
  total: number;
  /** Of the state active */
  subscribed: number;
  /** Of these, whom a campaign may reach: no weak consent and not suppressed */
  mailable: number;
  /** New contacts of the period, of any state; of one shop those that still exist */
  added: number;
  /** Became unsubscribed, bounced, complained or blacklisted in the period */
  lost: number;
  /** The days of the period, oldest first */
  trend: ({
  day: Day;
  added: number;
  lost: number;
})[];
};
  emails: {
  totals: PeriodFigures;
  /** The same number of days before */
  previous: PeriodFigures;
};
};

export type EmailDay = {
  day: Day;
  /** Sent to the relay, bounced ones included */
  sent: number;
  /** Sent and not bounced */
  delivered: number;
  /** Deliveries confirmed by a provider and not bounced later */
  deliveryConfirmed: number;
  /** Messages; one may bounce softly first and hard later */
  bounced: number;
  hardBounces: number;
  softBounces: number;
  complaints: number;
  /** Messages whose recipient unsubscribed from a list or from everything */
  unsubscribed: number;
  /** All opens by people */
  opens: number;
  /** Messages that people opened, or clicked in without a recorded open */
  uniqueOpens: number;
  machineOpens: number;
  /** By people, all of them */
  clicks: number;
  /** Messages in which people clicked */
  uniqueClicks: number;
  machineClicks: number;
  rates: EmailRates;
};

export type EmailStats = {
  totals: PeriodFigures;
  /** The same number of days before */
  previous: PeriodFigures;
  /** Every day of the period */
  days: (EmailDay)[];
};

export type ContactStats = {
  from: Day;
  /** The first day after the period */
  to: Day;
  /** Contacts that exist and were created in the period */
  added: number;
  /** In the same number of days before */
  previous: number;
  /** Most added contacts first */
  sources: ({
  source: string;
  added: number;
  /** Of these, of the state active */
  subscribed: number;
  previous: number;
})[];
};

export type SiteScript = {
  shopId: Id;
  key: string;
  /** Address of the script */
  url: string;
  /** The HTML that the shop puts into its pages */
  code: string;
  enabled: boolean;
  /** Forms of the shop; the script shows those that are pop-ups or slide-ins */
  formIds: (Id)[];
  /** Whether the last check found the script */
  found: boolean;
  /** Forms whose own codes the last check found */
  foundFormIds: (Id)[];
  checkedAt: string | null;
};

export type SiteScriptItems = {
  items: (SiteScript)[];
};

export type SiteCheck = {
  found: boolean;
  /** Forms of the shop whose own codes are in the page */
  formIds: (Id)[];
  checkedAt: Time;
  error: "status" | "dns" | "address" | "deadline" | "network" | null;
};

export type WebTracking = {
  shopId: Id;
  enabled: boolean;
  /** Nothing is stored or sent before the page calls `postrider.consent(true)` */
  requireConsent: boolean;
  /** Hosts of the shop beside that of its url, each with and without `www.` */
  domains: (string)[];
};

export type WebTrackingItems = {
  items: (WebTracking)[];
};

export type WebEvent = {
  id: Id;
  at: Time;
  type: "page_visit" | "cart";
  url: string | null;
  title: string | null;
  data: Record<string, unknown>;
  contactId: Id;
  email: string;
  shopId: NullableId;
};

export type WebEventPage = {
  items: (WebEvent)[];
  total: number;
  page: number;
  pageSize: number;
};

export type MigrationCounts = {
  /** People in the export */
  contacts: number;
  created: number;
  updated: number;
  skipped: number;
  lists: number;
  customFields: number;
};

export type LegacyData = {
  state: "none" | "running" | "completed" | "failed";
  /** Newest first */
  migrations: ({
  id: Id;
  platform: "smartemailing" | "mailchimp" | "listmonk" | "mautic";
  state: "running" | "completed" | "failed";
  startedAt: Time;
  finishedAt: string | null;
  counts: MigrationCounts;
})[];
};

export type MigrationProblem = {
  /** File or part of the export, or the name of the import */
  source: string;
  row: number;
  column: string;
  code: string;
  importId: NullableId;
};

export type LegacyMigration = {
  id: Id;
  platform: "smartemailing" | "mailchimp" | "listmonk" | "mautic";
  state: "running" | "completed" | "failed";
  startedAt: Time;
  finishedAt: string | null;
  counts: MigrationCounts;
  /** The first 100; imports keep all rejected rows for 30 days */
  problems: (MigrationProblem)[];
};

export type Name = string;

export type Company = {
  guid: string;
  name: Name;
  language: Language;
  /** Europe/Prague … */
  timeZone: string;
  phone: string | null;
  street: string | null;
  city: string | null;
  postalCode: string | null;
  country: string | null;
  companyId: string | null;
  vatId: string | null;
  /** http or https */
  web: string | null;
  sendingEnabled: boolean;
  /** An order so many days after a click counts as a conversion of the e-mail; 7 by default */
  conversionWindowDays: number;
  /** Members without two-factor sign-in have no access; API keys have */
  requireTwoFactor: boolean;
  /** Campaigns are sent only after a second member approved them (POST /campaigns/{campaign_id}/approvals) */
  requireCampaignApproval: boolean;
  /** Assistants mail people and send data out never, after a member's approval, or with a confirm token (default) */
  assistantSending: "never" | "approval" | "token";
  email: string | null;
  sendingState: "pending" | "live" | "paused" | "suspended";
  sendingHold: "" | "platform" | "free_limit" | "unpaid";
  createdAt: Time;
  updatedAt: string | null;
};

/** Two letters: CZ, SK … */
export type Country = string;

export type Shop = {
  id: Id;
  name: Name;
  /** http or https */
  url: string | null;
  language: Language;
  country: Country;
  currencies: (string)[];
  phoneCountry: Country;
  enabled: boolean;
  createdAt: Time;
  updatedAt: string | null;
  contacts: number;
};

export type ShopPage = {
  items: (Shop)[];
  total: number;
  page: number;
  pageSize: number;
};

export type ShopBrand = {
  /** http or https */
  logoUrl: string | null;
  /** #rrggbb */
  primaryColor: string | null;
  /** #rrggbb */
  secondaryColor: string | null;
  /** #rrggbb */
  textColor: string | null;
  /** #rrggbb */
  backgroundColor: string | null;
  font: "arial" | "helvetica" | "verdana" | "tahoma" | "trebuchet" | "georgia" | "times" | "courier" | null;
  companyName: string | null;
  address: string | null;
  /** http or https */
  web: string | null;
  socials: ({
  network: "facebook" | "instagram" | "x" | "linkedin" | "youtube" | "tiktok" | "pinterest" | "threads";
  /** http or https */
  url: string;
})[];
};

export type ConsentSettings = {
  shopId: Id;
  shopName: string;
  customerException: boolean;
  customerExceptionDays: number;
};

export type AllConsentSettings = {
  items: (ConsentSettings)[];
  defaultPurposeId: NullableId;
};

export type ShopSettings = {
  shopId: Id;
  shopName: string;
  syncContacts: boolean;
  syncOrders: boolean;
  senderName: string | null;
  replyTo: string | null;
};

export type ShopSettingsItems = {
  items: (ShopSettings)[];
};

export type Label = {
  id: Id;
  name: string;
  /** #rrggbb */
  color: string;
  createdAt: Time;
  counts: {
  contact: number;
  list: number;
  segment: number;
  template: number;
  campaign: number;
  automation: number;
  form: number;
};
};

export type LabelItems = {
  items: (Label)[];
};

export type GridTags = {
  kind: "contact" | "list" | "segment" | "template" | "campaign" | "automation" | "form";
  tags: ({
  id: Id;
  name: string;
  /** #rrggbb */
  color: string;
  count: number;
})[];
};

export type GridTagsItems = {
  items: (GridTags)[];
};

export type Notification = {
  id: Id;
  type: string;
  at: Time;
  read: boolean;
  params: Record<string, unknown>;
};

export type NotificationPage = {
  items: (Notification)[];
  total: number;
  page: number;
  pageSize: number;
  unread: number;
};

export type RunningAction = {
  id: Id;
  type: string;
  state: "queued" | "running" | "done" | "failed";
  progress: number;
  createdAt: Time;
  startedAt: string | null;
  params: Record<string, unknown>;
};

export type RunningActionItems = {
  items: (RunningAction)[];
};

export type AuditEntry = {
  id: Id;
  at: Time;
  actor: {
  kind: "member" | "key" | "assistant" | "operator" | "visitor";
  memberId: NullableId;
  email: string | null;
  keyId: NullableId;
  keyName: string | null;
  client: string | null;
};
  /** operationId of this API, `connectApp` for a consent, or the operator's command */
  operation: string;
  object: {
  /** The word of the path before the id: contacts, lists, campaigns …; password, two-factor or recovery-codes of a person */
  kind: string;
  id: string | null;
  /** Its name today; null: it has none, or is gone */
  name: string | null;
};
  outcome: "done" | "refused";
  address: string | null;
  agent: string | null;
};

export type AuditEntryPage = {
  items: (AuditEntry)[];
  total: number;
  page: number;
  pageSize: number;
};

export type CompanyDeletion = {
  requestedAt: Time;
  deleteAfter: Time;
};

export type CompanyStanding = {
  sendingState: "pending" | "live" | "paused" | "suspended";
  reason: "review" | "complaints" | "bounces" | "operator" | "deletion" | null;
  since: string | null;
  deletion: CompanyDeletion | null;
};

export type PhoneReport = {
  applied: boolean;
  /** Contacts that would change */
  contacts: number;
  examples: ({
  contactId: Id;
  change: Record<string, unknown>;
})[];
  toMobile: number;
  toPhone: number;
};

export type MaintenanceStarted = {
  applied: boolean;
  jobId: Id;
};

export type FieldReport = {
  applied: boolean;
  /** Contacts that would change */
  contacts: number;
  examples: ({
  contactId: Id;
  change: Record<string, unknown>;
})[];
  /** Contacts by filled field */
  fields: Record<string, number>;
};

export type Onboarding = {
  items: ({
  key: "company_address" | "sender" | "domain" | "contacts" | "list" | "template" | "form" | "test_recipients" | "first_campaign" | "site_script";
  /** Computed from the company's data */
  done: boolean;
  dismissed: boolean;
})[];
  /** Number of steps that are done */
  done: number;
  total: number;
  hidden: boolean;
};

export type ShopEnrichment = {
  items: ({
  shopId: Id;
  enabled: boolean;
  fields: ("firstName" | "lastName" | "company" | "companyId" | "phone" | "street" | "city" | "postalCode" | "country")[];
  shopName: string;
  lastRunAt: string | null;
})[];
  /** All fields that orders can fill in */
  fields: (string)[];
};

export type ViewSettings = {
  /** Keys of the shown columns, in order */
  columns?: (string)[];
  /** Filters, `q` and `sort`, as the address of the list has them */
  search: Record<string, string>;
};

export type SavedView = {
  id: Id;
  grid: string;
  name: string;
  settings: ViewSettings;
  /** For all members of the company */
  shared: boolean;
  memberId: NullableId;
  /** Only the member who saved a view may change it */
  mine: boolean;
  createdAt: Time;
  updatedAt: Time;
};

export type SavedViewItems = {
  items: (SavedView)[];
};

export type SendingDefaults = {
  /** New drafts start with tracking parameters on */
  utmDefaultOn: boolean;
  /** Maximum number of campaigns per contact in a number of days; null means no limit */
  frequencyCap: {
  emails: number;
  days: number;
} | null;
};

export type PriceList = {
  currencies: ({
  currency: string;
  tiers: ({
  contacts: number;
  monthly: Money;
})[];
})[];
};

export type ConnectedApp = {
  id: Id;
  name: string;
  scope: "read" | "full";
  createdAt: Time;
  lastUsedAt: string | null;
  member: MemberReference;
};

export type ConnectedAppItems = {
  items: (ConnectedApp)[];
};

export type OwnAccessCompany = {
  /** The company's id in paths */
  tenant: string;
  name: string;
};

export type OwnAccess = {
  apps: ({
  id: Id;
  name: string;
  scope: "read" | "full";
  company: OwnAccessCompany;
  createdAt: Time;
  lastUsedAt: string | null;
})[];
  apiKeys: ({
  id: Id;
  name: string;
  /** First characters of the key */
  hint: string;
  company: OwnAccessCompany;
  createdAt: Time;
  lastUsedAt: string | null;
})[];
};

export type Webhook = {
  id: Id;
  url: string;
  event: "new_contact" | "updated_contact" | "unsubscribed_contact" | "sent_email" | "delivery_status" | "email_open" | "email_click" | "email_delivery_started" | "scoring_result_changed" | "engagement_level_changed" | "sms_delivery_status";
  active: boolean;
  basicAuth: {
  login: string;
  passwordSet: boolean;
} | null;
  errorsInRow: number;
  lastResponseCode: number | null;
  lastCallAt: string | null;
  waiting: number;
  oldestWaitingAt: string | null;
  createdAt: Time;
};

export type WebhookList = {
  items: (Webhook)[];
  events: (string)[];
  silentEvents: (string)[];
  limit: number;
};

export type WebhookTestResult = {
  ok: boolean;
  status: number | null;
  ms: number;
  error: "scheme" | "dns" | "address" | "deadline" | "network" | "status" | null;
};

export type WebhookEndpoint = {
  id: Id;
  url: string;
  description: string;
  events: ("new_contact" | "updated_contact" | "unsubscribed_contact" | "sent_email" | "delivery_status" | "email_open" | "email_click")[];
  batchSize: number;
  active: boolean;
  /** gone: the receiver answered 410; failing: nothing succeeded for 3 days */
  disabledReason: "gone" | "failing" | null;
  previousSecretUntil: string | null;
  waiting: number;
  failingSince: string | null;
  lastStatus: number | null;
  lastCallAt: string | null;
  createdAt: Time;
};

export type WebhookEndpointList = {
  items: (WebhookEndpoint)[];
  events: ("new_contact" | "updated_contact" | "unsubscribed_contact" | "sent_email" | "delivery_status" | "email_open" | "email_click")[];
  limit: number;
};

export type NewWebhookEndpoint = {
  id: Id;
  url: string;
  description: string;
  events: ("new_contact" | "updated_contact" | "unsubscribed_contact" | "sent_email" | "delivery_status" | "email_open" | "email_click")[];
  batchSize: number;
  active: boolean;
  /** gone: the receiver answered 410; failing: nothing succeeded for 3 days */
  disabledReason: "gone" | "failing" | null;
  previousSecretUntil: string | null;
  waiting: number;
  failingSince: string | null;
  lastStatus: number | null;
  lastCallAt: string | null;
  createdAt: Time;
  /** `whsec_…`, shown only once */
  secret: string;
};

export type WebhookDelivery = {
  id: Id;
  /** The header webhook-id, the same in every attempt */
  messageId: string;
  types: (string)[];
  items: number;
  state: "pending" | "succeeded" | "failed" | "canceled";
  attempts: number;
  nextAttemptAt: string | null;
  createdAt: Time;
  calledAt: string | null;
  status: number | null;
  error: string | null;
  ms: number | null;
  /** Items of erased persons were removed */
  redacted: boolean;
};

export type WebhookDeliveryPage = {
  items: (WebhookDelivery)[];
  total: number;
  page: number;
  pageSize: number;
};

export type WebhookDeliveryDetail = {
  id: Id;
  /** The header webhook-id, the same in every attempt */
  messageId: string;
  types: (string)[];
  items: number;
  state: "pending" | "succeeded" | "failed" | "canceled";
  attempts: number;
  nextAttemptAt: string | null;
  createdAt: Time;
  calledAt: string | null;
  status: number | null;
  error: string | null;
  ms: number | null;
  /** Items of erased persons were removed */
  redacted: boolean;
  batch: boolean;
  request: {
  url: string | null;
  headers: Record<string, unknown> | null;
  body: string;
};
  answer: {
  headers: Record<string, unknown> | null;
  body: string | null;
};
};

export type Billing = {
  state: "off" | "free" | "active" | "unpaid" | "cancelled";
  currency: string;
  contacts: {
  used: number;
  limit: number | null;
};
  monthly: NullableMoney;
  periodFrom: Day;
  /** Exclusive */
  periodTo: string;
  unpaid: ({
  currency: string;
  amount: Money;
})[];
};

export type Cancellation = {
  possible: boolean;
  effectiveAt: string | null;
  impact: {
  contacts: number;
  scheduledCampaigns: number;
  activeAutomations: number;
};
};

export type Invoice = {
  id: Id;
  number: string;
  issuedAt: Time;
  dueAt: Time;
  periodFrom: Day;
  /** Exclusive */
  periodTo: string;
  currency: string;
  totalWithoutVat: Money;
  vat: Money;
  total: Money;
  state: "open" | "paid" | "cancelled";
  paidAt: string | null;
};

export type InvoicePage = {
  items: (Invoice)[];
  total: number;
  page: number;
  pageSize: number;
};

export type Payment = {
  id: Id;
  at: Time;
  currency: string;
  amount: Money;
  method: "transfer" | "card";
  invoiceId: Id;
};

export type PaymentPage = {
  items: (Payment)[];
  total: number;
  page: number;
  pageSize: number;
};

export type BillingProfile = {
  name: string;
  companyId: string | null;
  vatId: string | null;
  street: string | null;
  city: string | null;
  postalCode: string | null;
  country: string | null;
  email: string | null;
};

export type BillingQuote = {
  contacts: number;
  currency: string;
  /** `contacts` is the upper bound; null beyond the price list */
  tier: {
  contacts: number;
  monthly: string;
} | null;
  monthly: NullableMoney;
  vatRate: number;
  vat: NullableMoney;
  total: NullableMoney;
};

export type AssistantRequest = {
  id: Id;
  /** outdated: what the preview showed has changed since; expired: nobody decided in time */
  state: "waiting" | "approved" | "declined" | "outdated" | "expired";
  operation: string;
  /** Name of the assistant's client or of the API key */
  client: string;
  member: MemberReference;
  preview: Record<string, unknown>;
  warnings: (string)[];
  createdAt: Time;
  expiresAt: Time;
  decidedAt: string | null;
  decidedBy: MemberReference | null;
};

export type AssistantRequestPage = {
  items: (AssistantRequest)[];
  total: number;
  page: number;
  pageSize: number;
};

export type ProfileChange = {
  firstName?: string;
  lastName?: string;
  language?: "cs" | "sk" | "en";
};

export type CustomFieldOptionInput = Name | {
  id?: Id;
  name: Name;
};

export type ListInput = {
  name: Name;
  publicName: string | null;
  shopId: NullableId;
  notifyOnUnsubscribe: boolean;
  notifyOnAdd: boolean;
  note: string | null;
  tags?: (Name)[];
  /** `{{df_list_signature}}` in campaigns to this list alone */
  signatureHtml?: string | null;
  /** Default of campaigns to this list alone, once it is a verified sender of their shop */
  senderEmail?: string | null;
  /** Default of campaigns to this list alone */
  senderName?: string | null;
  /** Default of campaigns to this list alone */
  replyTo?: string | null;
};

export type MergeListsInput = {
  listIds: (Id)[];
  name: Name;
  deleteSources: boolean;
};

export type LabelBulk = {
  ids: (Id)[];
  add?: (Name)[];
  remove?: (Name)[];
  tags?: (Name)[];
};

export type ListChange = {
  name?: Name;
  publicName?: string | null;
  shopId?: NullableId;
  notifyOnUnsubscribe?: boolean;
  notifyOnAdd?: boolean;
  note?: string | null;
  tags?: (Name)[];
  /** `{{df_list_signature}}` in campaigns to this list alone */
  signatureHtml?: string | null;
  /** Default of campaigns to this list alone, once it is a verified sender of their shop */
  senderEmail?: string | null;
  /** Default of campaigns to this list alone */
  senderName?: string | null;
  /** Default of campaigns to this list alone */
  replyTo?: string | null;
};

export type CopyListInput = {
  name?: Name;
};

export type ContactIds = {
  contactIds: (Id)[];
};

export type ShopListsInput = {
  shopId?: Id;
  apply?: boolean;
};

/** The buyer; fills empty fields of the contact where the shop's enrichment is on */
export type OrderCustomerInput = {
  firstName?: string | null;
  lastName?: string | null;
  company?: string | null;
  companyId?: string | null;
  phone?: string | null;
  street?: string | null;
  city?: string | null;
  postalCode?: string | null;
  country?: string | null;
};

export type OrderItemInput = {
  code?: string | null;
  name?: string | null;
  /** More than 0, at most 4 decimals; a number or a decimal string. Default: 1 */
  quantity?: number | string;
  price?: string | null;
  category?: string | null;
  brand?: string | null;
};

export type OrderStateMappingInput = {
  /** The shop's state, ignoring case and diacritics */
  state: string;
  meaning: "new" | "completed" | "cancelled" | "returned";
};

export type ContactEventInput = {
  /** Either this or `email` */
  contactId?: Id;
  /** The address of an existing contact */
  email?: Email;
  /** Left out: an event of all shops */
  shopId?: Id;
  type: "custom" | "cart" | "page_visit";
  /** Required for custom events; carts and page visits are named after their type */
  name?: string;
  /** ISO 8601; now when left out, at most 5 minutes ahead. After 24 hours it starts nothing */
  at?: string;
  /** At most 64 KB. A cart has a list `items`, empty once it is; a page visit has `url` */
  data?: Record<string, unknown>;
};

export type SegmentInput = {
  name: Name;
  shopId: Id;
  refresh: "daily" | "static";
  definition: SegmentDefinition;
  /** Name shown to contacts */
  publicName?: string;
  /** `{{df_list_signature}}` in campaigns to this segment alone */
  signatureHtml?: string;
  tags?: (Name)[];
};

export type SegmentPreviewInput = {
  shopId: Id;
  definition: SegmentDefinition;
  /** Also answer `states` and `sample` */
  sample?: {
  /** Contacts with a higher id */
  after?: Id;
};
};

export type SegmentChange = {
  name?: Name;
  shopId?: Id;
  refresh?: "daily" | "static";
  definition?: SegmentDefinition;
  /** Name shown to contacts */
  publicName?: string;
  /** `{{df_list_signature}}` in campaigns to this segment alone */
  signatureHtml?: string;
  tags?: (Name)[];
};

export type ImportInput = {
  name: Name;
  source: string;
  fileId: Id;
  mapping: ({
  /** Header, or the column's number from 1 */
  column: string;
  /** email, a profile field, customFields.<id>, tags or ignore */
  target: string;
})[];
  mode: "upsert" | "update_only" | "unsubscribe" | "remove" | "blacklist";
  shopId: Id;
  listIds: (Id)[];
  purposeId?: Id;
  consentConfirmed?: boolean;
  /** Default: false */
  runAutomations?: boolean;
  options?: ImportOptions;
  draftId?: NullableId;
  kind?: "csv" | "shoptet_customers" | "shoptet_newsletter";
  subscribersConfirmed?: boolean;
};

export type ImportPreviewInput = {
  fileId: Id;
  options?: ImportOptions;
  mapping?: ({
  /** Header, or the column's number from 1 */
  column: string;
  /** email, a profile field, customFields.<id>, tags or ignore */
  target: string;
})[];
  kind?: "csv" | "shoptet_customers" | "shoptet_newsletter";
  mode?: "upsert" | "update_only" | "unsubscribe" | "remove" | "blacklist";
};

export type ImportDraftInput = {
  name?: string;
  source?: string;
  step?: number;
  state?: Record<string, unknown>;
  fileId?: NullableId;
  shopId?: NullableId;
};

export type ExportInput = {
  name: Name;
  selection: "bounced" | "blacklisted" | "all" | "lists";
  /** Fields of GET /export-fields */
  fields: (string)[];
  encoding: "utf-8" | "windows-1250";
  /** Comma unless stated */
  delimiter?: "," | ";" | "\t";
  /** Begin with a byte order mark, for Excel; only with utf-8 */
  bom?: boolean;
  /** Only members of any of these lists; required for the selection `lists` */
  listIds?: (Id)[];
  /** As in GET /contacts */
  filters?: {
  status?: "subscribed" | "pending" | "unsubscribed" | "bounced" | "complained" | "customer";
  state?: "active" | "unconfirmed" | "unsubscribed" | "bounced" | "complained" | "blacklisted" | "customer";
  stateOp?: "eq" | "neq";
  tab?: "all" | "active" | "unconfirmed" | "unsubscribed" | "bounced" | "complained" | "blacklisted" | "customer";
  engagement?: "A" | "B" | "C" | "D" | "E" | "N";
  shop?: Id;
  source?: string;
  createdFrom?: Day;
  createdTo?: Day;
  list?: Id;
  listOp?: "eq" | "neq";
  /** Search in address, name, company and phones, without regard to case and diacritics: all words, in any order; one or two letters find starts of words; six or more digits find a phone however it is written */
  q?: string;
};
  /** Only these contacts */
  contactIds?: (Id)[];
  /** Only contacts with a valid consent to any of these purposes */
  purposeIds?: (Id)[];
};

export type FileByUrl = {
  url: string;
  name?: Name;
  folderId?: NullableId;
};

export type StoredFileChange = {
  name?: Name;
  folderId?: NullableId;
};

export type FileFolderInput = {
  name: Name;
  parentId?: NullableId;
};

export type FileFolderChange = {
  name?: Name;
  parentId?: NullableId;
};

export type StockPhotoInput = {
  photoId: Id;
  name?: Name;
  folderId?: NullableId;
};

export type VideoThumbnailInput = {
  url: string;
  name?: Name;
  folderId?: NullableId;
};

export type LandingPageInput = {
  name: Name;
  /** The URL is /l/<slug>; unique across companies. Derived from the name by default */
  slug?: string;
  published?: boolean;
  title?: string;
  /** For search engines and shared links */
  description?: string;
  language?: Language;
  /** The body of the page, with style sheets. Scripts, frames and event handlers are removed; form actions may only be forms and surveys of this service. Written by hand it replaces the blocks */
  html?: string;
  /** The visual form; the HTML is made from it, and the draft ends */
  blocks?: PageBlocks;
  /** Blocks that are being edited: visitors do not see them */
  draft?: PageBlocks | null;
};

export type LandingPageChange = {
  name?: Name;
  /** The URL is /l/<slug>; unique across companies. Derived from the name by default */
  slug?: string;
  published?: boolean;
  title?: string;
  /** For search engines and shared links */
  description?: string;
  language?: Language;
  /** The body of the page, with style sheets. Scripts, frames and event handlers are removed; form actions may only be forms and surveys of this service. Written by hand it replaces the blocks */
  html?: string;
  /** The visual form; the HTML is made from it, and the draft ends */
  blocks?: PageBlocks;
  /** Blocks that are being edited: visitors do not see them */
  draft?: PageBlocks | null;
  /** Refuses the change if the content has another version by now */
  baseVersion?: number;
};

export type PageDesignInput = {
  /** http or https */
  logoUrl?: string | null;
  /** #rrggbb */
  accentColor?: string | null;
  /** #rrggbb */
  backgroundColor?: string | null;
};

export type UnsubscribePageInput = {
  name: Name;
  active?: boolean;
  shopId?: NullableId;
  language?: string | null;
  /** Empty: our own words in the contact's language */
  title?: string;
  /** HTML; only text formatting is kept. Empty: the default text in the contact's language */
  text?: string;
  /** Empty: our own words in the contact's language */
  buttonLabel?: string;
  /** Empty: our own words in the contact's language */
  thanksTitle?: string;
  /** HTML; only text formatting is kept. Empty: the default text in the contact's language */
  thanksText?: string;
  /** Shows the contact's lists with a public name */
  showLists?: boolean;
  /** Asks for an optional reason */
  askReason?: boolean;
  /** Reasons to choose from, beside free text. Empty: defaults in the contact's language */
  reasons?: (string)[];
  design?: PageDesignInput;
};

export type UnsubscribePagePreviewInput = {
  name?: Name;
  active?: boolean;
  shopId?: NullableId;
  language?: string | null;
  /** Empty: our own words in the contact's language */
  title?: string;
  /** HTML; only text formatting is kept. Empty: the default text in the contact's language */
  text?: string;
  /** Empty: our own words in the contact's language */
  buttonLabel?: string;
  /** Empty: our own words in the contact's language */
  thanksTitle?: string;
  /** HTML; only text formatting is kept. Empty: the default text in the contact's language */
  thanksText?: string;
  /** Shows the contact's lists with a public name */
  showLists?: boolean;
  /** Asks for an optional reason */
  askReason?: boolean;
  /** Reasons to choose from, beside free text. Empty: defaults in the contact's language */
  reasons?: (string)[];
  design?: PageDesignInput;
};

export type UnsubscribePageChange = {
  name?: Name;
  active?: boolean;
  shopId?: NullableId;
  language?: string | null;
  /** Empty: our own words in the contact's language */
  title?: string;
  /** HTML; only text formatting is kept. Empty: the default text in the contact's language */
  text?: string;
  /** Empty: our own words in the contact's language */
  buttonLabel?: string;
  /** Empty: our own words in the contact's language */
  thanksTitle?: string;
  /** HTML; only text formatting is kept. Empty: the default text in the contact's language */
  thanksText?: string;
  /** Shows the contact's lists with a public name */
  showLists?: boolean;
  /** Asks for an optional reason */
  askReason?: boolean;
  /** Reasons to choose from, beside free text. Empty: defaults in the contact's language */
  reasons?: (string)[];
  design?: PageDesignInput;
};

export type SurveyOptionInput = {
  /** Identifies answers independently of the texts; generated by default */
  key?: string;
  label: string;
};

export type SurveyQuestionInput = {
  /** Identifies answers independently of the texts; generated by default */
  key?: string;
  type: "single" | "multiple" | "text" | "rating" | "nps";
  label: string;
  required?: boolean;
  /** For single and multiple choice: at least two */
  options?: (SurveyOptionInput)[];
};

export type SurveyDesignInput = {
  /** http or https */
  logoUrl?: string | null;
  /** #rrggbb */
  accentColor?: string | null;
  /** #rrggbb */
  backgroundColor?: string | null;
  /** The `url` of an image of this company */
  imageUrl?: string | null;
  /** A font that devices have; null: our own */
  font?: "system" | "arial" | "verdana" | "trebuchet" | "georgia" | "times" | "courier" | null;
  /** Of corners, in pixels; null: our own */
  radius?: number | null;
  /** Of the page's card, in pixels; null: our own */
  width?: number | null;
};

export type SurveyInput = {
  name: Name;
  active?: boolean;
  questions: (SurveyQuestionInput)[];
  title?: string;
  /** HTML; only text formatting is kept */
  text?: string;
  /** Empty: the default text in the survey's language */
  submitLabel?: string;
  thanksTitle?: string;
  /** HTML; only text formatting is kept */
  thanksText?: string;
  language?: Language;
  design?: SurveyDesignInput;
  /** What stands above the questions instead of title, text and picture; given, the draft ends */
  blocks?: PageBlocks | null;
  /** Blocks that are being edited: visitors do not see them */
  draft?: PageBlocks | null;
};

export type SurveyPreviewInput = {
  questions?: (SurveyQuestionInput)[];
  title?: string;
  /** HTML; only text formatting is kept */
  text?: string;
  /** Empty: the default text in the survey's language */
  submitLabel?: string;
  thanksTitle?: string;
  /** HTML; only text formatting is kept */
  thanksText?: string;
  language?: Language;
  design?: SurveyDesignInput;
  /** What stands above the questions instead of title, text and picture; given, the draft ends */
  blocks?: PageBlocks | null;
};

export type SurveyChange = {
  name?: Name;
  active?: boolean;
  questions?: (SurveyQuestionInput)[];
  title?: string;
  /** HTML; only text formatting is kept */
  text?: string;
  /** Empty: the default text in the survey's language */
  submitLabel?: string;
  thanksTitle?: string;
  /** HTML; only text formatting is kept */
  thanksText?: string;
  language?: Language;
  design?: SurveyDesignInput;
  /** What stands above the questions instead of title, text and picture; given, the draft ends */
  blocks?: PageBlocks | null;
  /** Blocks that are being edited: visitors do not see them */
  draft?: PageBlocks | null;
  /** Refuses the change if the content has another version by now */
  baseVersion?: number;
};

export type CouponStackInput = {
  name: Name;
  /** The name in e-mails: {{coupon:<mergeKey>}} */
  mergeKey: string;
  shopId?: NullableId;
  note?: string;
};

export type CouponCodesInput = {
  /** Codes of 1 to 100 characters without spaces, unique in the stack ignoring case */
  codes?: (string)[];
  /** Codes separated by lines, commas, semicolons or tabs */
  text?: string;
};

export type UsedCouponsInput = {
  /** Codes separated by lines, commas, semicolons or tabs */
  text: string;
};

export type FeedInput = {
  name: Name;
  shopId: Id;
  kind: "google" | "heureka" | "shoptet" | "zbozi" | "rss" | "csv";
  url?: string | null;
  /** 0: by hand only */
  refreshMinutes?: 0 | unknown;
  currency?: string;
  /** For the kind csv: the column of each field; code, name and url are required */
  mapping?: {
  code?: string;
  name?: string;
  url?: string;
  description?: string;
  imageUrl?: string;
  price?: string;
  oldPrice?: string;
  currency?: string;
  brand?: string;
  category?: string;
  available?: string;
};
};

export type FeedChange = {
  name?: Name;
  url?: string | null;
  /** 0: by hand only */
  refreshMinutes?: 0 | unknown;
  currency?: string;
  /** For the kind csv: the column of each field; code, name and url are required */
  mapping?: {
  code?: string;
  name?: string;
  url?: string;
  description?: string;
  imageUrl?: string;
  price?: string;
  oldPrice?: string;
  currency?: string;
  brand?: string;
  category?: string;
  available?: string;
};
};

export type SenderInput = {
  email: Email;
  name: Name;
  replyTo?: string | null;
  /** The shop of the sender; null or omitted means every shop */
  shopId?: NullableId;
  /** The connection that its messages leave over; null means that of its domain, or the default */
  connectionId?: NullableId;
};

export type SenderChange = {
  email?: Email;
  name?: Name;
  replyTo?: string | null;
  shopId?: NullableId;
  /** The connection that its messages leave over; null means that of its domain, or the default */
  connectionId?: NullableId;
};

export type SendingDomainInput = {
  /** In Unicode or ASCII (punycode) */
  domain: string;
  /** Increase the daily volume over six weeks; false for an established domain. Default: true */
  warmUp?: boolean;
};

export type SendingDomainChange = {
  /** The connection for senders of the domain that name none; null means the default */
  connectionId?: NullableId;
};

export type MonitoredDomainInput = {
  /** In Unicode or ASCII (punycode) */
  domain: string;
  /** DKIM selectors of the domain */
  dkimSelectors: (string)[];
};

export type MonitoredDomainChange = {
  /** DKIM selectors of the domain */
  dkimSelectors: (string)[];
};

export type InboundMailboxInput = {
  name: Name;
  /** IMAP server; public addresses only, unless the operator allows others */
  host: string;
  /** Default 993, or 143 without `tls` */
  port?: number;
  security?: "tls" | "starttls" | "none";
  auth?: "password" | "xoauth2";
  username: string;
  /** Write only. For `auth` password */
  password?: string;
  oauth?: {
  /** Where an access token is requested with the refresh token */
  tokenUrl: string;
  clientId: string;
  /** Write only. Of the registered app; empty for an app without one */
  clientSecret: string;
  /** Write only. Of the account; offline access to its mailbox */
  refreshToken: string;
  /** Empty: what the refresh token was granted */
  scope?: string;
};
  /** Default INBOX */
  folder?: string;
  /** The mailbox's address: bounces of the company's messages are sent there; null: as without it */
  address?: string | null;
  /** The server delivers `name+anything@` to `name@`: every message gets a return path of its own */
  subaddresses?: boolean;
  enabled?: boolean;
};

export type InboundMailboxChange = {
  name?: Name;
  /** IMAP server; public addresses only, unless the operator allows others */
  host?: string;
  /** Default 993, or 143 without `tls` */
  port?: number;
  security?: "tls" | "starttls" | "none";
  auth?: "password" | "xoauth2";
  username?: string;
  /** Write only. For `auth` password */
  password?: string;
  oauth?: {
  /** Where an access token is requested with the refresh token */
  tokenUrl: string;
  clientId: string;
  /** Write only. Of the registered app; empty for an app without one */
  clientSecret: string;
  /** Write only. Of the account; offline access to its mailbox */
  refreshToken: string;
  /** Empty: what the refresh token was granted */
  scope?: string;
};
  /** Default INBOX */
  folder?: string;
  /** The mailbox's address: bounces of the company's messages are sent there; null: as without it */
  address?: string | null;
  /** The server delivers `name+anything@` to `name@`: every message gets a return path of its own */
  subaddresses?: boolean;
  enabled?: boolean;
};

export type ConnectionOAuthInput = {
  /** microsoft and google fill in token URL and scope */
  provider?: "microsoft" | "google" | "other";
  /** Of the app that was registered with the provider */
  clientId: string;
  /** Never shown again; omitted in a change, the stored one stays */
  clientSecret?: string;
  /** Never shown again; omitted in a change, the stored one stays */
  refreshToken?: string;
  tokenUrl?: string;
  /** Empty: what the refresh token was granted */
  scope?: string;
};

export type ConnectionInput = {
  name: Name;
  kind: "smtp" | "ses" | "postmark" | "mailgun" | "resend";
  /** Name or address of the server; the preset of the kind by default */
  host?: string;
  port?: number;
  security?: "tls" | "starttls" | "none";
  auth?: "none" | "password" | "xoauth2";
  /** User name of the sign-in */
  username?: string;
  /** Password or API token; never shown again. Omitted in a change, the stored one stays; null removes it */
  secret?: string | null;
  oauth?: ConnectionOAuthInput;
  /** Message stream (Postmark) or configuration set (SES), sent as a header */
  messageStream?: string;
  limits?: {
  /** Messages per second; null is no limit */
  perSecond?: number | null;
  /** Messages in any 60 minutes */
  perHour?: number | null;
  /** Messages per day of the company */
  perDay?: number | null;
  /** SMTP connections at once, over all workers */
  connections?: number | null;
};
  enabled?: boolean;
  /** For senders and domains that name no connection */
  isDefault?: boolean;
  /** Connections that take its messages while it is paused, in this order */
  fallback?: (Id)[];
};

export type ConnectionChange = {
  name?: Name;
  /** Name or address of the server; the preset of the kind by default */
  host?: string;
  port?: number;
  security?: "tls" | "starttls" | "none";
  auth?: "none" | "password" | "xoauth2";
  /** User name of the sign-in */
  username?: string;
  /** Password or API token; never shown again. Omitted in a change, the stored one stays; null removes it */
  secret?: string | null;
  oauth?: ConnectionOAuthInput;
  /** Message stream (Postmark) or configuration set (SES), sent as a header */
  messageStream?: string;
  limits?: {
  /** Messages per second; null is no limit */
  perSecond?: number | null;
  /** Messages in any 60 minutes */
  perHour?: number | null;
  /** Messages per day of the company */
  perDay?: number | null;
  /** SMTP connections at once, over all workers */
  connections?: number | null;
};
  enabled?: boolean;
  /** For senders and domains that name no connection */
  isDefault?: boolean;
  /** Connections that take its messages while it is paused, in this order */
  fallback?: (Id)[];
};

export type CouponBlock = {
  kind: "coupon";
  /** The editor's own mark */
  id?: string;
  padding?: Padding;
  /** #rrggbb */
  backgroundColor?: string;
  fontSize?: number;
  /** #rrggbb */
  color?: string;
  /** Merge key of the coupon stack */
  mergeKey: string;
  label?: string;
  note?: string;
};

export type ProductsBlock = {
  kind: "products";
  /** The editor's own mark */
  id?: string;
  padding?: Padding;
  /** #rrggbb */
  backgroundColor?: string;
  /** Feed of the company */
  feedId: string;
  count?: number;
  /** Above the items; without items there is neither of them */
  heading?: string;
  /** Recipients for whom there is nothing to show get no e-mail (skipped: no_items) */
  required?: boolean;
  /** Chosen items, in this order; the other ways to choose are ignored */
  ids?: (string)[];
  order?: "feed" | "newest" | "cheapest" | "last_category";
  /** Only products of this category: its path or the last step of it */
  category?: string;
  /** Cards beside each other; without it a list with small images */
  columns?: number;
  /** #rrggbb */
  buttonColor?: string;
  /** #rrggbb */
  buttonTextColor?: string;
  radius?: number;
  /** A button on each card; without it there is none */
  buttonLabel?: string;
};

export type ArticlesBlock = {
  kind: "articles";
  /** The editor's own mark */
  id?: string;
  padding?: Padding;
  /** #rrggbb */
  backgroundColor?: string;
  /** Feed of the company */
  feedId: string;
  count?: number;
  /** Above the items; without items there is neither of them */
  heading?: string;
  /** Recipients for whom there is nothing to show get no e-mail (skipped: no_items) */
  required?: boolean;
};

export type ElementBlock = {
  kind: "element";
  id?: string;
  /** Saved editor element */
  elementId: string;
  /** Copy of the element's MJML */
  mjml: string;
};

export type EmailBlock = TextBlock | ImageBlock | ButtonBlock | DividerBlock | SpacerBlock | SocialBlock | ProductBlock | CouponBlock | ProductsBlock | ArticlesBlock | FormBlock | HtmlBlock | ElementBlock;

export type EmailColumn = {
  /** The editor's own mark */
  id?: string;
  padding?: Padding;
  /** #rrggbb */
  backgroundColor?: string;
  /** Per cent of the section */
  width?: number;
  verticalAlign?: "top" | "middle" | "bottom";
  blocks: (EmailBlock)[];
};

export type EmailSection = {
  kind: "section";
  /** The editor's own mark */
  id?: string;
  padding?: Padding;
  /** #rrggbb */
  backgroundColor?: string;
  /** Web address, mailto:, tel: or a merge tag */
  backgroundImage?: string;
  fullWidth?: boolean;
  stackOnMobile?: boolean;
  columns: (EmailColumn)[];
};

export type EmailBlocks = {
  settings?: EmailBlockSettings;
  sections: (EmailSection | ElementBlock)[];
};

export type TemplateInput = {
  name: Name;
  shopId?: NullableId;
  description?: string | null;
  subject?: string | null;
  preheader?: string | null;
  footerId?: NullableId;
  unsubscribePageId?: NullableId;
  tags?: (Name)[];
  kind?: "html" | "mjml" | "blocks";
  /** HTML with merge tags, at most 102000 bytes */
  html?: string;
  /** MJML; the limit applies to the compiled HTML */
  mjml?: string;
  blocks?: EmailBlocks;
  /** Text part; null: generated from the HTML */
  text?: string | null;
  /** Start with a built-in template (GET /templates/starters) instead of own content */
  starter?: "newsletter" | "product-grid" | "sale" | "welcome" | "double-opt-in" | "abandoned-cart" | "birthday" | "plain-letter";
  /** Language of the starter; by default that of the shop or the company */
  language?: "cs" | "sk" | "en";
};

export type TemplateChange = {
  name?: Name;
  shopId?: NullableId;
  description?: string | null;
  subject?: string | null;
  preheader?: string | null;
  footerId?: NullableId;
  unsubscribePageId?: NullableId;
  tags?: (Name)[];
};

export type TemplateCopyInput = {
  name?: Name;
};

export type TemplateConvertInput = {
  /** The version that was read; another current version is a conflict */
  baseVersion?: number;
};

export type TemplateTestInput = {
  /** A subset of the test addresses; all of them by default */
  emails?: (string)[];
  /** The published content, which automations send; the draft by default */
  published?: boolean;
  /** Instead of the settings of the template, as an automation's e-mail has them */
  settings?: {
  subject?: string;
  preheader?: string;
  senderId?: Id;
  fromName?: string;
  shopId?: Id;
};
};

export type ContentWrite = {
  kind?: "html" | "mjml" | "blocks";
  /** HTML with merge tags, at most 102000 bytes */
  html?: string;
  /** MJML; the limit applies to the compiled HTML */
  mjml?: string;
  blocks?: EmailBlocks;
  /** Text part; null: generated from the HTML */
  text?: string | null;
  /** The version that this edit is based on; another current version is a conflict */
  baseVersion: number;
};

export type FooterInput = {
  name: Name;
  shopId?: NullableId;
  kind?: "html" | "mjml" | "blocks";
  /** HTML with merge tags, at most 102000 bytes */
  html?: string;
  /** MJML; the limit applies to the compiled HTML */
  mjml?: string;
  blocks?: EmailBlocks;
  /** Text part; null: generated from the HTML */
  text?: string | null;
};

export type FooterChange = {
  name?: Name;
};

export type ScriptTemplateInput = {
  name: Name;
  /** Twig, at most 102000 bytes; its syntax is checked when it is saved */
  source: string;
  description?: string | null;
};

export type ScriptTemplateChange = {
  name?: Name;
  /** Twig, at most 102000 bytes; its syntax is checked when it is saved */
  source?: string;
  description?: string | null;
};

export type SmsTemplateInput = {
  name: Name;
  text: string;
  shopId?: NullableId;
};

export type SmsTemplateChange = {
  name?: Name;
  text?: string;
  shopId?: NullableId;
};

export type SmsTemplateCopy = {
  name?: Name;
};

export type EditorElementInput = {
  name: Name;
  category?: string | null;
  kind: "section" | "column" | "block";
  mjml: string;
  /** The same part as blocks: a section, or a block; a change of the code alone removes it */
  content?: EmailSection | EmailBlock | null;
};

export type EditorElementChange = {
  name?: Name;
  category?: string | null;
  kind?: "section" | "column" | "block";
  mjml?: string;
  /** The same part as blocks: a section, or a block; a change of the code alone removes it */
  content?: EmailSection | EmailBlock | null;
};

export type EmailToCheck = {
  html: string;
  subject: string;
  preheader: string;
};

export type ContentPreviewInput = {
  kind?: "html" | "mjml" | "blocks";
  /** HTML with merge tags, at most 102000 bytes */
  html?: string;
  /** MJML; the limit applies to the compiled HTML */
  mjml?: string;
  blocks?: EmailBlocks;
  subject?: string;
  preheader?: string;
  shopId?: NullableId;
  footerId?: NullableId;
  contactId?: NullableId;
};

export type TestRecipientsInput = {
  emails: (Email)[];
};

export type CampaignInput = {
  name: Name;
  shopId: Id;
  /** Unless given: of the list, where the audience is that list alone and its sender address is a verified sender */
  senderId?: NullableId;
  /** Unless given: of the list, where the audience is that list alone */
  fromName?: string | null;
  subject?: string | null;
  preheader?: string | null;
  templateId?: NullableId;
  audience?: {
  /** Default: [] */
  listIds?: (Id)[];
  /** Default: [] */
  segmentIds?: (Id)[];
  /** Default: [] */
  excludeListIds?: (Id)[];
  /** Default: [] */
  excludeSegmentIds?: (Id)[];
  /** Default: [] */
  excludeEmails?: (Email)[];
  purposeId?: NullableId;
};
  trackOpens?: boolean;
  trackClicks?: boolean;
  utm?: CampaignUtm | null;
  headers?: (CampaignHeader)[];
  timing?: "now" | "schedule" | "later";
  plannedAt?: string | null;
  /** One of replyToOptions; empty: the sender's. Unless given: of the list, where the audience is that list alone */
  replyTo?: string | null;
  linkParams?: (CampaignLinkParam)[];
  preferTime?: boolean;
  unsubscribePageId?: NullableId;
  footerId?: NullableId;
  tags?: (Name)[];
};

export type AudienceSizeRequest = {
  audience: {
  /** Default: [] */
  listIds?: (Id)[];
  /** Default: [] */
  segmentIds?: (Id)[];
  /** Default: [] */
  excludeListIds?: (Id)[];
  /** Default: [] */
  excludeSegmentIds?: (Id)[];
  /** Default: [] */
  excludeEmails?: (Email)[];
  purposeId?: NullableId;
};
  /** True: lists and segments of any shop, as for a campaign with language variants */
  anyShop?: boolean;
  /** The shop that sends. Left out: that of the campaign, of the lists and segments, or the only one */
  shopId?: Id;
  /** Its shop sends, unless `shopId` is given */
  campaignId?: Id;
  senderId?: Id;
};

export type CampaignChange = {
  name?: Name;
  shopId?: Id;
  /** Unless given: of the list, where the audience is that list alone and its sender address is a verified sender */
  senderId?: NullableId;
  /** Unless given: of the list, where the audience is that list alone */
  fromName?: string | null;
  subject?: string | null;
  preheader?: string | null;
  templateId?: NullableId;
  audience?: {
  /** Default: [] */
  listIds?: (Id)[];
  /** Default: [] */
  segmentIds?: (Id)[];
  /** Default: [] */
  excludeListIds?: (Id)[];
  /** Default: [] */
  excludeSegmentIds?: (Id)[];
  /** Default: [] */
  excludeEmails?: (Email)[];
  purposeId?: NullableId;
};
  trackOpens?: boolean;
  trackClicks?: boolean;
  utm?: CampaignUtm | null;
  headers?: (CampaignHeader)[];
  timing?: "now" | "schedule" | "later";
  plannedAt?: string | null;
  /** One of replyToOptions; empty: the sender's. Unless given: of the list, where the audience is that list alone */
  replyTo?: string | null;
  linkParams?: (CampaignLinkParam)[];
  preferTime?: boolean;
  unsubscribePageId?: NullableId;
  footerId?: NullableId;
  tags?: (Name)[];
};

export type CampaignApproval = {
  /** As POST /campaigns/audience counted them */
  expectedRecipients: number;
  timing?: "now" | "schedule" | "later";
  plannedAt?: string | null;
};

export type CampaignCopyInput = {
  name?: Name;
};

export type UnknownDecision = {
  decision: "mark_sent" | "send_again";
};

export type CampaignApprovalRequestInput = {
  comment?: string;
};

export type CampaignApprovalInput = {
  comment?: string;
};

export type CampaignReturnInput = {
  comment: string;
};

export type CampaignPreviewInput = {
  contactId: Id;
};

export type CampaignTestInput = {
  /** A subset of the test addresses; all of them by default */
  emails?: (string)[];
  language?: Language;
};

export type SourceInput = {
  kind?: "html" | "mjml" | "blocks";
  /** HTML with merge tags, at most 102000 bytes */
  html?: string;
  /** MJML; the limit applies to the compiled HTML */
  mjml?: string;
  blocks?: EmailBlocks;
  /** Text part; null: generated from the HTML */
  text?: string | null;
};

export type VariantInput = {
  language: Language;
  subject?: string | null;
  preheader?: string | null;
  content?: SourceInput;
  senderId?: NullableId;
};

export type VariantsInput = {
  variants: (VariantInput)[];
};

export type VariantsApproval = {
  /** Recipients by the language of their variant; `main` are those of the campaign itself */
  expectedRecipients: Record<string, number>;
  timing?: "now" | "schedule" | "later";
  plannedAt?: string | null;
};

export type VariantChoice = {
  /** The one variant that is meant */
  language?: string;
  /** Of the variants that are meant, `main` is the campaign itself; all of them when neither is given */
  languages?: (string)[];
};

export type FormPopupInput = {
  trigger?: "delay" | "scroll" | "exit";
  delayS?: number;
  scrollPercent?: number;
  repeatDays?: number;
  position?: "left" | "right";
  /** Mobile: windows less than 768 pixels wide */
  devices?: "all" | "desktop" | "mobile";
  /** The last day; null: no end */
  until?: string | null;
  /** How often it was shown is kept only after the page called `postrider.consent(true)` */
  requireConsent?: boolean;
  pages?: {
  /** `/path`: the path; `https://…`: the whole address; other text: anywhere in the address; `*` is any text */
  include?: (string)[];
  /** `/path`: the path; `https://…`: the whole address; other text: anywhere in the address; `*` is any text */
  exclude?: (string)[];
};
};

export type FormDesignInput = {
  /** http or https */
  logoUrl?: string | null;
  /** #rrggbb */
  accentColor?: string | null;
  /** #rrggbb */
  backgroundColor?: string | null;
  /** The `url` of an image of this company */
  imageUrl?: string | null;
  /** A font that devices have; null: our own */
  font?: "system" | "arial" | "verdana" | "trebuchet" | "georgia" | "times" | "courier" | null;
  /** Of corners, in pixels; null: our own */
  radius?: number | null;
  /** Of the page's card, in pixels; null: our own */
  width?: number | null;
};

export type FormSettingsInput = {
  /** Null: the built-in e-mail */
  doiTemplateId?: NullableId;
  /** Null: the shop's first verified sender */
  senderId?: NullableId;
  /** Null: the language of the shop */
  language?: string | null;
  /** Hours after which one reminder is sent; null: none */
  reminderHours?: number | null;
  /** A page that is sent sooner counts as sent by a machine; 0 switches this off */
  minFillSeconds?: number;
};

export type FormInput = {
  name: Name;
  shopId: Id;
  listIds: (Id)[];
  purposeId: NullableId;
  /** HTML; only text formatting and links are kept */
  consentText: string;
  status?: "active" | "inactive";
  kind?: "classic" | "popup" | "slide";
  fields?: (FormField)[];
  title?: string;
  /** HTML; only text formatting and links are kept */
  description?: string;
  submitLabel?: string;
  successUrl?: string | null;
  confirmedUrl?: string | null;
  captcha?: boolean;
  popup?: FormPopupInput;
  design?: FormDesignInput;
  settings?: FormSettingsInput;
  tags?: (Name)[];
};

export type FormPreviewInput = {
  name?: Name;
  shopId?: Id;
  listIds?: (Id)[];
  purposeId?: NullableId;
  /** HTML; only text formatting and links are kept */
  consentText?: string;
  status?: "active" | "inactive";
  kind?: "classic" | "popup" | "slide";
  fields?: (FormField)[];
  title?: string;
  /** HTML; only text formatting and links are kept */
  description?: string;
  submitLabel?: string;
  successUrl?: string | null;
  confirmedUrl?: string | null;
  captcha?: boolean;
  popup?: FormPopupInput;
  design?: FormDesignInput;
  settings?: FormSettingsInput;
  tags?: (Name)[];
  /** `site`: as the script shows it in pages of others; otherwise its own page */
  place?: "page" | "site";
  /** What the visitor sees; from `confirm` on always a page, otherwise the form. `email` and `reminder`: the e-mail with the link */
  state?: "form" | "error" | "sent" | "confirm" | "confirmed" | "already" | "email" | "reminder";
};

export type FormChange = {
  name?: Name;
  shopId?: Id;
  listIds?: (Id)[];
  purposeId?: NullableId;
  /** HTML; only text formatting and links are kept */
  consentText?: string;
  status?: "active" | "inactive";
  kind?: "classic" | "popup" | "slide";
  fields?: (FormField)[];
  title?: string;
  /** HTML; only text formatting and links are kept */
  description?: string;
  submitLabel?: string;
  successUrl?: string | null;
  confirmedUrl?: string | null;
  captcha?: boolean;
  popup?: FormPopupInput;
  design?: FormDesignInput;
  settings?: FormSettingsInput;
  tags?: (Name)[];
};

export type WelcomeEmailInput = {
  enabled: boolean;
  templateId?: NullableId;
};

export type FormDraftInput = {
  name?: Name;
  shopId?: Id;
  listIds?: (Id)[];
  purposeId?: NullableId;
  /** HTML; only text formatting and links are kept */
  consentText?: string;
  kind?: "classic" | "popup" | "slide";
  fields?: (FormField)[];
  title?: string;
  /** HTML; only text formatting and links are kept */
  description?: string;
  submitLabel?: string;
  successUrl?: string | null;
  confirmedUrl?: string | null;
  captcha?: boolean;
  popup?: FormPopupInput;
  design?: FormDesignInput;
  settings?: FormSettingsInput;
  tags?: (Name)[];
  welcome?: WelcomeEmailInput;
  /** Revision of the draft that the caller knows, 0 for none; left out: any */
  revision?: number;
};

export type FormPublishInput = {
  /** Revision of the draft that the caller knows, 0 for none; left out: any */
  revision?: number;
  /** The version that an out-of-date draft replaces. It needs it or `formDigest`; after a change of tags or of the welcome e-mail, `formDigest` */
  formVersion?: number;
  /** `formDigest` of the draft that the caller knows */
  formDigest?: string;
};

export type AutomationInput = {
  name: Name;
  shopId: Id;
  description?: string;
  tags?: (Name)[];
  graph?: AutomationGraph;
  /** Instead of a graph: a recipe, with its templates (GET /automations/recipes) */
  recipe?: "welcome" | "abandoned_cart" | "after_purchase" | "review_request" | "win_back" | "birthday" | "name_day" | "re_permission";
  /** Its e-mails also reach customers of a shop with the customer exception; only for a graph whose triggers allow it */
  transactional?: boolean;
};

export type TimeInput = {
  spec: TimeSpec;
  /** The deadline of a condition counts as a wait */
  place: "condition" | "wait";
  /** ISO 8601; now when left out */
  base?: string;
};

export type GraphValidationInput = {
  shopId: Id;
  graph: AutomationGraph;
};

export type AutomationChange = {
  name?: Name;
  description?: string;
  tags?: (Name)[];
  /** Its e-mails also reach customers of a shop with the customer exception; only for a graph whose triggers allow it */
  transactional?: boolean;
};

export type AutomationCopyInput = {
  name?: Name;
};

export type GraphSave = {
  graph: AutomationGraph;
  /** The version that the change is based on */
  baseVersion: number;
  /** Required for an active automation */
  confirmRunning?: boolean;
};

export type AutomationEditingInput = {
  /** False when the editor is closed */
  active: boolean;
};

export type ReleaseInput = {
  /** All that wait at the node when left out */
  contactIds?: (Id)[];
};

export type AutomationTestInput = {
  /** Required where contacts are only added by hand */
  contactIds?: (Id)[];
};

export type AutomationTraceInput = {
  contactId: Id;
};

export type SiteScriptChange = {
  enabled?: boolean;
  formIds?: (Id)[];
};

export type SiteCheckInput = {
  /** A page on the host of the shop's url, which is the default */
  url?: string;
};

export type WebTrackingChange = {
  enabled?: boolean;
  /** Nothing is stored or sent before the page calls `postrider.consent(true)` */
  requireConsent?: boolean;
  /** Hosts of the shop beside that of its url, each with and without `www.` */
  domains?: (string)[];
};

export type CompanyChange = {
  name?: Name;
  language?: Language;
  /** Europe/Prague … */
  timeZone?: string;
  phone?: string | null;
  street?: string | null;
  city?: string | null;
  postalCode?: string | null;
  country?: string | null;
  companyId?: string | null;
  vatId?: string | null;
  /** http or https */
  web?: string | null;
  sendingEnabled?: boolean;
  /** An order so many days after a click counts as a conversion of the e-mail; 7 by default */
  conversionWindowDays?: number;
  /** Members without two-factor sign-in have no access; API keys have */
  requireTwoFactor?: boolean;
  /** Campaigns are sent only after a second member approved them (POST /campaigns/{campaign_id}/approvals) */
  requireCampaignApproval?: boolean;
  /** Assistants mail people and send data out never, after a member's approval, or with a confirm token (default) */
  assistantSending?: "never" | "approval" | "token";
  email?: Email;
};

export type ShopInput = {
  name: Name;
  /** http or https */
  url?: string | null;
  language: Language;
  country: Country;
  currencies: (string)[];
  phoneCountry?: Country;
};

export type ShopChange = {
  name?: Name;
  /** http or https */
  url?: string | null;
  language?: Language;
  country?: Country;
  currencies?: (string)[];
  phoneCountry?: Country;
};

export type ShopBrandInput = {
  /** http or https */
  logoUrl?: string | null;
  /** #rrggbb */
  primaryColor?: string | null;
  /** #rrggbb */
  secondaryColor?: string | null;
  /** #rrggbb */
  textColor?: string | null;
  /** #rrggbb */
  backgroundColor?: string | null;
  font?: "arial" | "helvetica" | "verdana" | "tahoma" | "trebuchet" | "georgia" | "times" | "courier" | null;
  companyName?: string | null;
  address?: string | null;
  /** http or https */
  web?: string | null;
  socials?: ({
  network: "facebook" | "instagram" | "x" | "linkedin" | "youtube" | "tiktok" | "pinterest" | "threads";
  /** http or https */
  url: string;
})[];
};

export type ConsentSettingsChange = {
  customerException?: boolean;
  customerExceptionDays?: number;
};

export type ShopSettingsChange = {
  syncContacts?: boolean;
  syncOrders?: boolean;
  senderName?: string | null;
  replyTo?: string | null;
};

export type LabelInput = {
  name: Name;
  /** #rrggbb */
  color?: string;
};

export type LabelChange = {
  name?: Name;
  /** #rrggbb */
  color?: string;
};

export type LabelAssignment = {
  kind: "contact" | "list" | "segment" | "template" | "campaign" | "automation" | "form";
  add?: (Id)[];
  remove?: (Id)[];
};

export type NotificationChoice = {
  ids?: (Id)[];
  all?: boolean;
};

export type MaintenanceInput = {
  /** Without it nothing is changed */
  apply?: boolean;
  shopId?: Id;
};

export type OnboardingChange = {
  /** All dismissed steps; those that are left out are shown again */
  dismissed?: ("company_address" | "sender" | "domain" | "contacts" | "list" | "template" | "form" | "test_recipients" | "first_campaign" | "site_script")[];
  hidden?: boolean;
};

export type ShopEnrichmentInput = {
  /** Settings of shops; a shop that is left out keeps its own */
  items: ({
  shopId: Id;
  /** Each new order fills in the contact at once */
  enabled: boolean;
  fields: ("firstName" | "lastName" | "company" | "companyId" | "phone" | "street" | "city" | "postalCode" | "country")[];
})[];
};

export type SavedViewInput = {
  grid: string;
  name: Name;
  settings: ViewSettings;
  shared?: boolean;
};

export type SavedViewChange = {
  name?: Name;
  settings?: ViewSettings;
  shared?: boolean;
};

export type SendingDefaultsInput = {
  utmDefaultOn: boolean;
  /** Maximum number of campaigns per contact in a number of days; null means no limit */
  frequencyCap?: {
  emails: number;
  days: number;
} | null;
};

export type WebhookInput = {
  /** http or https; public addresses only */
  url: string;
  event: "new_contact" | "updated_contact" | "unsubscribed_contact" | "sent_email" | "delivery_status" | "email_open" | "email_click" | "email_delivery_started" | "scoring_result_changed" | "engagement_level_changed" | "sms_delivery_status";
  active?: boolean;
  /** null: none */
  basicAuth?: {
  /** Without a colon */
  login?: string;
  /** Write only; an empty one keeps what is stored */
  password?: string;
} | null;
};

export type WebhookChange = {
  /** http or https; public addresses only */
  url?: string;
  event?: "new_contact" | "updated_contact" | "unsubscribed_contact" | "sent_email" | "delivery_status" | "email_open" | "email_click" | "email_delivery_started" | "scoring_result_changed" | "engagement_level_changed" | "sms_delivery_status";
  active?: boolean;
  /** null: none */
  basicAuth?: {
  /** Without a colon */
  login?: string;
  /** Write only; an empty one keeps what is stored */
  password?: string;
} | null;
};

export type WebhookEndpointInput = {
  /** http or https; public addresses only */
  url: string;
  events: ("new_contact" | "updated_contact" | "unsubscribed_contact" | "sent_email" | "delivery_status" | "email_open" | "email_click")[];
  /** Items per call. 1: `{type, timestamp, data}`; more: `{type: batch, timestamp, data: {items: [{id, …}]}}` */
  batchSize?: number;
  active?: boolean;
  description?: string;
};

export type WebhookEndpointChange = {
  /** http or https; public addresses only */
  url?: string;
  events?: ("new_contact" | "updated_contact" | "unsubscribed_contact" | "sent_email" | "delivery_status" | "email_open" | "email_click")[];
  /** Items per call. 1: `{type, timestamp, data}`; more: `{type: batch, timestamp, data: {items: [{id, …}]}}` */
  batchSize?: number;
  active?: boolean;
  description?: string;
};
