// Written by `npm run sdk` from the OpenAPI document.

import type { Download } from "../download.ts";
import { everyItem } from "../pages.ts";
import type { CallOptions, FileUpload, Sender } from "../transport.ts";
import type * as Schemas from "./types.ts";

const part = (value: string): string => encodeURIComponent(value);

/** Members of the company, their roles, invitations and API keys */
export class People {
  readonly #sender: Sender;
  constructor(sender: Sender) {
    this.#sender = sender;
  }
  /** API keys that were not revoked */
  listApiKeys(options?: CallOptions): Promise<Schemas.ApiKeyItems> {
    return this.#sender.json<Schemas.ApiKeyItems>({ method: "GET", path: "/api-keys" }, options);
  }
  /** Create an API key; it is shown only in this response */
  createApiKey(body: {
  name: Schemas.Name;
  roles: ("account_admin" | "marketing_manager" | "content_editor" | "analyst" | "accountant")[];
  scope: "read" | "full";
  validDays: number;
}, options?: CallOptions): Promise<Schemas.NewApiKey> {
    return this.#sender.json<Schemas.NewApiKey>({ method: "POST", path: "/api-keys", body }, options);
  }
  /** Revoke an API key at once */
  revokeApiKey(id: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/api-keys/${part(id)}` }, options);
  }
  /** Members of the company, including former ones */
  listMembers(options?: CallOptions): Promise<Schemas.MemberItems> {
    return this.#sender.json<Schemas.MemberItems>({ method: "GET", path: "/members" }, options);
  }
  /** Change the roles of a member */
  updateMember(id: Schemas.Id, body: {
  roles: ("account_admin" | "marketing_manager" | "content_editor" | "analyst" | "accountant")[];
}, options?: CallOptions): Promise<Schemas.Member> {
    return this.#sender.json<Schemas.Member>({ method: "PATCH", path: `/members/${part(id)}`, body }, options);
  }
  /** Remove a member from the company and revoke the keys they created */
  removeMember(id: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/members/${part(id)}` }, options);
  }
  /** Invitations that can still be accepted */
  listInvitations(options?: CallOptions): Promise<Schemas.InvitationItems> {
    return this.#sender.json<Schemas.InvitationItems>({ method: "GET", path: "/invitations" }, options);
  }
  /** Invite a person by e-mail for 7 days; replaces an earlier invitation of the address. At most 20 a day, and one a minute to the same address */
  createInvitation(body: {
  email: Schemas.Email;
  roles: ("account_admin" | "marketing_manager" | "content_editor" | "analyst" | "accountant")[];
}, options?: CallOptions): Promise<Schemas.Invitation> {
    return this.#sender.json<Schemas.Invitation>({ method: "POST", path: "/invitations", body }, options);
  }
  /** Revoke an invitation */
  revokeInvitation(id: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/invitations/${part(id)}` }, options);
  }
  /** Applications that members connected by OAuth; only administrators see those of others */
  listConnectedApps(options?: CallOptions): Promise<Schemas.ConnectedAppItems> {
    return this.#sender.json<Schemas.ConnectedAppItems>({ method: "GET", path: "/connected-apps" }, options);
  }
  /** Disconnect an application at once; only administrators disconnect those of others */
  disconnectApp(id: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/connected-apps/${part(id)}` }, options);
  }
}

/** Sign-in, second factor, passwords and the companies of the signed-in person */
export class Session {
  readonly #sender: Sender;
  constructor(sender: Sender) {
    this.#sender = sender;
  }
  /** Sign in; the session is a cookie, `code` (one-time or recovery code) is required with two-factor sign-in */
  signIn(body: {
  email: Schemas.Email;
  password: string;
  code?: string;
}, options?: CallOptions): Promise<Schemas.Session> {
    return this.#sender.json<Schemas.Session>({ method: "POST", path: "/api/v1/session", body }, options);
  }
  /** The signed-in person and their companies */
  get(options?: CallOptions): Promise<Schemas.Session> {
    return this.#sender.json<Schemas.Session>({ method: "GET", path: "/api/v1/session" }, options);
  }
  /** Change the own name, and the language of the app and of e-mails to the person */
  updateProfile(body: Schemas.ProfileChange, options?: CallOptions): Promise<Schemas.Session> {
    return this.#sender.json<Schemas.Session>({ method: "PATCH", path: "/api/v1/session", body }, options);
  }
  /** Sign out */
  signOut(options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: "/api/v1/session" }, options);
  }
  /** Prove again who is signed in, for 10 minutes. Operations that need it answer 403 `reauthenticate`; a sign-in counts too */
  confirm(body: {
  password?: string;
}, options?: CallOptions): Promise<{
  confirmedUntil: Schemas.Time;
}> {
    return this.#sender.json<{
  confirmedUntil: Schemas.Time;
}>({ method: "POST", path: "/api/v1/session/confirm", body }, options);
  }
  /** Sessions of the signed-in person */
  listSessions(options?: CallOptions): Promise<Schemas.OwnSessionItems> {
    return this.#sender.json<Schemas.OwnSessionItems>({ method: "GET", path: "/api/v1/sessions" }, options);
  }
  /** End one of the own sessions */
  end(id: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/api/v1/sessions/${part(id)}` }, options);
  }
  /** Change the own password; ends all other sessions of the person, with `endAccess` also apps and API keys */
  changePassword(body: {
  password: string;
  newPassword: string;
  /** Disconnects the person's apps and revokes their API keys in all companies; false if missing */
  endAccess?: boolean;
}, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "POST", path: "/api/v1/session/password", body }, options);
  }
  /** Create a secret for one-time codes; it is enabled by confirming a code */
  beginTwoFactor(body: {
  password: string;
}, options?: CallOptions): Promise<{
  secret: string;
  url: string;
}> {
    return this.#sender.json<{
  secret: string;
  url: string;
}>({ method: "POST", path: "/api/v1/session/totp", body }, options);
  }
  /** Disable two-factor sign-in; ends all other sessions of the person */
  endTwoFactor(body: {
  password: string;
  code: string;
}, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: "/api/v1/session/totp", body }, options);
  }
  /** Enable two-factor sign-in; ends all other sessions of the person */
  confirmTwoFactor(body: {
  code: string;
}, options?: CallOptions): Promise<Schemas.RecoveryCodes> {
    return this.#sender.json<Schemas.RecoveryCodes>({ method: "POST", path: "/api/v1/session/totp/confirm", body }, options);
  }
  /** Create new recovery codes; earlier ones are no longer accepted. Needs a one-time or recovery code */
  replaceRecoveryCodes(body: {
  password: string;
  code?: string;
}, options?: CallOptions): Promise<Schemas.RecoveryCodes> {
    return this.#sender.json<Schemas.RecoveryCodes>({ method: "POST", path: "/api/v1/session/totp/recovery-codes", body }, options);
  }
  /** Accept an invitation with the existing password, or with a new one for a new account; creates no session */
  acceptInvitation(token: string, body: {
  password: string;
  firstName?: string;
  lastName?: string;
}, options?: CallOptions): Promise<{
  email: string;
  company: {
  tenant: string;
  name: string;
};
}> {
    return this.#sender.json<{
  email: string;
  company: {
  tenant: string;
  name: string;
};
}>({ method: "POST", path: `/api/v1/invitations/${part(token)}/accept`, body }, options);
  }
  /** Request a password reset link; the response is the same for known and unknown addresses */
  requestPasswordReset(body: {
  email: Schemas.Email;
}, options?: CallOptions): Promise<Record<string, unknown>> {
    return this.#sender.json<Record<string, unknown>>({ method: "POST", path: "/api/v1/password-reset", body }, options);
  }
  /** Set a new password with a reset link, once; ends all sessions, connected apps and API keys of the person */
  resetPassword(token: string, body: {
  password: string;
}, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "POST", path: `/api/v1/password-reset/${part(token)}`, body }, options);
  }
  /** Connected apps and valid API keys of the signed-in person in all companies: what a password reset ends */
  listOwnAccess(options?: CallOptions): Promise<Schemas.OwnAccess> {
    return this.#sender.json<Schemas.OwnAccess>({ method: "GET", path: "/api/v1/session/access" }, options);
  }
}

/** Contacts with their consents, purposes, custom fields and suppressed addresses */
export class Contacts {
  readonly #sender: Sender;
  constructor(sender: Sender) {
    this.#sender = sender;
  }
  /** Contacts, filtered, sorted and paged */
  list(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, email, createdAt, updatedAt, lastSentAt, firstName, lastName, status, state, engagement */
  sort?: string;
  /** Search in address, name, company and phones, without regard to case and diacritics: all words, in any order; one or two letters find starts of words; six or more digits find a phone however it is written */
  q?: string;
  status?: "subscribed" | "pending" | "unsubscribed" | "bounced" | "complained" | "customer";
  state?: "active" | "unconfirmed" | "unsubscribed" | "bounced" | "complained" | "blacklisted" | "customer";
  stateOp?: "eq" | "neq";
  tab?: "all" | "active" | "unconfirmed" | "unsubscribed" | "bounced" | "complained" | "blacklisted" | "customer";
  engagement?: "A" | "B" | "C" | "D" | "E" | "N";
  shop?: Schemas.Id;
  source?: string;
  createdFrom?: Schemas.Day;
  createdTo?: Schemas.Day;
  list?: Schemas.Id;
  listOp?: "eq" | "neq";
} = {}, options?: CallOptions): Promise<Schemas.ContactRowPage> {
    return this.#sender.json<Schemas.ContactRowPage>({ method: "GET", path: "/contacts", query }, options);
  }
  /** Every item of `list`, page by page. */
  listAll(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, email, createdAt, updatedAt, lastSentAt, firstName, lastName, status, state, engagement */
  sort?: string;
  /** Search in address, name, company and phones, without regard to case and diacritics: all words, in any order; one or two letters find starts of words; six or more digits find a phone however it is written */
  q?: string;
  status?: "subscribed" | "pending" | "unsubscribed" | "bounced" | "complained" | "customer";
  state?: "active" | "unconfirmed" | "unsubscribed" | "bounced" | "complained" | "blacklisted" | "customer";
  stateOp?: "eq" | "neq";
  tab?: "all" | "active" | "unconfirmed" | "unsubscribed" | "bounced" | "complained" | "blacklisted" | "customer";
  engagement?: "A" | "B" | "C" | "D" | "E" | "N";
  shop?: Schemas.Id;
  source?: string;
  createdFrom?: Schemas.Day;
  createdTo?: Schemas.Day;
  list?: Schemas.Id;
  listOp?: "eq" | "neq";
} = {}, options?: CallOptions): AsyncGenerator<Schemas.ContactRow, void> {
    return everyItem((page) => this.list({ pageSize: 100, ...query, page }, options));
  }
  /** Add a contact whose consent the company holds. Gender, name day, vocatives and salutations that are absent follow from the names, an absent language from the shop; null leaves them empty */
  create(body: {
  email: Schemas.Email;
  purposeId: Schemas.Id;
  consentConfirmed: true;
  shopId?: Schemas.Id;
  listIds?: (Schemas.Id)[];
  firstName?: string | null;
  lastName?: string | null;
  titleBefore?: string | null;
  titleAfter?: string | null;
  salutation?: string | null;
  salutationFormal?: string | null;
  vocativeFirstName?: string | null;
  vocativeLastName?: string | null;
  gender?: "f" | "m" | null;
  language?: string | null;
  company?: string | null;
  companyId?: string | null;
  phone?: string | null;
  mobile?: string | null;
  street?: string | null;
  city?: string | null;
  postalCode?: string | null;
  country?: string | null;
  birthday?: string | null;
  nameDay?: Schemas.NullableMonthDay;
  note?: string | null;
  affiliateId?: string | null;
  /** Custom field id → value: text, number, bool, YYYY-MM-DD, option id or list of option ids */
  customFields?: Record<string, unknown>;
}, options?: CallOptions): Promise<Schemas.Contact> {
    return this.#sender.json<Schemas.Contact>({ method: "POST", path: "/contacts", body, takesKey: true }, options);
  }
  /** One contact with all its data */
  get(id: Schemas.Id, options?: CallOptions): Promise<Schemas.Contact> {
    return this.#sender.json<Schemas.Contact>({ method: "GET", path: `/contacts/${part(id)}` }, options);
  }
  /** Change profile and custom fields; imports do not overwrite edited fields */
  update(id: Schemas.Id, body: {
  firstName?: string | null;
  lastName?: string | null;
  titleBefore?: string | null;
  titleAfter?: string | null;
  salutation?: string | null;
  salutationFormal?: string | null;
  vocativeFirstName?: string | null;
  vocativeLastName?: string | null;
  gender?: "f" | "m" | null;
  language?: string | null;
  company?: string | null;
  companyId?: string | null;
  phone?: string | null;
  mobile?: string | null;
  street?: string | null;
  city?: string | null;
  postalCode?: string | null;
  country?: string | null;
  birthday?: string | null;
  nameDay?: Schemas.NullableMonthDay;
  note?: string | null;
  affiliateId?: string | null;
  /** Custom field id → value: text, number, bool, YYYY-MM-DD, option id or list of option ids */
  customFields?: Record<string, unknown>;
}, options?: CallOptions): Promise<Schemas.Contact> {
    return this.#sender.json<Schemas.Contact>({ method: "PATCH", path: `/contacts/${part(id)}`, body }, options);
  }
  /** Delete a contact; a suppression of its address stays */
  delete(id: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/contacts/${part(id)}` }, options);
  }
  /** Unsubscribe from everything and suppress the address */
  unsubscribe(id: Schemas.Id, body: {
  note?: string | null;
}, options?: CallOptions): Promise<Schemas.Contact> {
    return this.#sender.json<Schemas.Contact>({ method: "POST", path: `/contacts/${part(id)}/unsubscribe`, body, takesKey: true }, options);
  }
  /** Export all data of a contact, for the person */
  export(id: Schemas.Id, options?: CallOptions): Promise<Schemas.ContactExport> {
    return this.#sender.json<Schemas.ContactExport>({ method: "GET", path: `/contacts/${part(id)}/export` }, options);
  }
  /** Activities of a contact, newest first */
  listActivities(id: Schemas.Id, query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of at */
  sort?: string;
  kind?: "emails" | "orders" | "lists" | "consents" | "profile" | "other";
  /** With what each activity is about, and the address of a clicked link */
  details?: boolean;
} = {}, options?: CallOptions): Promise<Schemas.ContactActivityPage> {
    return this.#sender.json<Schemas.ContactActivityPage>({ method: "GET", path: `/contacts/${part(id)}/activities`, query }, options);
  }
  /** Every item of `listActivities`, page by page. */
  listActivitiesAll(id: Schemas.Id, query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of at */
  sort?: string;
  kind?: "emails" | "orders" | "lists" | "consents" | "profile" | "other";
  /** With what each activity is about, and the address of a clicked link */
  details?: boolean;
} = {}, options?: CallOptions): AsyncGenerator<Schemas.ContactActivity, void> {
    return everyItem((page) => this.listActivities(id, { pageSize: 100, ...query, page }, options));
  }
  /** Erase a person on their request; only a fingerprint of the address remains */
  erase(id: Schemas.Id, body: {
  confirm: true;
}, options?: CallOptions): Promise<{
  id: Schemas.Id;
  erasedAt: string;
}> {
    return this.#sender.json<{
  id: Schemas.Id;
  erasedAt: string;
}>({ method: "POST", path: `/contacts/${part(id)}/erase`, body, takesKey: true }, options);
  }
  /** Add a contact to the company's blacklist */
  blacklist(id: Schemas.Id, body: {
  note?: string | null;
}, options?: CallOptions): Promise<Schemas.Contact> {
    return this.#sender.json<Schemas.Contact>({ method: "POST", path: `/contacts/${part(id)}/blacklist`, body, takesKey: true }, options);
  }
  /** Remove a contact from the blacklist */
  unblacklist(id: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/contacts/${part(id)}/blacklist` }, options);
  }
  /** Consents of a contact and their history */
  listContactPurposes(id: Schemas.Id, options?: CallOptions): Promise<Schemas.ContactPurposes> {
    return this.#sender.json<Schemas.ContactPurposes>({ method: "GET", path: `/contacts/${part(id)}/purposes` }, options);
  }
  /** Record a consent that the company holds; a withdrawn one stays withdrawn */
  addPurpose(id: Schemas.Id, body: {
  purposeId: Schemas.Id;
  consentConfirmed: true;
  text?: string;
}, options?: CallOptions): Promise<Schemas.Consent> {
    return this.#sender.json<Schemas.Consent>({ method: "POST", path: `/contacts/${part(id)}/purposes`, body, takesKey: true }, options);
  }
  /** Withdraw a consent; that of the default purpose unsubscribes the contact */
  withdrawPurpose(id: Schemas.Id, consentId: Schemas.Id, body: {
  note?: string | null;
}, options?: CallOptions): Promise<Schemas.Consent> {
    return this.#sender.json<Schemas.Consent>({ method: "POST", path: `/contacts/${part(id)}/purposes/${part(consentId)}/withdraw`, body, takesKey: true }, options);
  }
  /** Purposes that people consent to */
  listPurposes(options?: CallOptions): Promise<Schemas.PurposeItems> {
    return this.#sender.json<Schemas.PurposeItems>({ method: "GET", path: "/purposes" }, options);
  }
  /** Add a purpose */
  createPurpose(body: {
  name: Schemas.Name;
  description?: string;
  validMonths?: number;
}, options?: CallOptions): Promise<Schemas.Purpose> {
    return this.#sender.json<Schemas.Purpose>({ method: "POST", path: "/purposes", body, takesKey: true }, options);
  }
  /** Rename or describe a purpose */
  updatePurpose(id: Schemas.Id, body: {
  name?: Schemas.Name;
  description?: string;
}, options?: CallOptions): Promise<Schemas.Purpose> {
    return this.#sender.json<Schemas.Purpose>({ method: "PATCH", path: `/purposes/${part(id)}`, body }, options);
  }
  /** Addresses that are never mailed, and why */
  listSuppressions(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of createdAt, email */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  reason?: "unsubscribed" | "bounced" | "complained" | "manual";
  blacklisted?: boolean;
} = {}, options?: CallOptions): Promise<Schemas.SuppressionPage> {
    return this.#sender.json<Schemas.SuppressionPage>({ method: "GET", path: "/suppressions", query }, options);
  }
  /** Every item of `listSuppressions`, page by page. */
  listSuppressionsAll(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of createdAt, email */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  reason?: "unsubscribed" | "bounced" | "complained" | "manual";
  blacklisted?: boolean;
} = {}, options?: CallOptions): AsyncGenerator<Schemas.Suppression, void> {
    return everyItem((page) => this.listSuppressions({ pageSize: 100, ...query, page }, options));
  }
  /** Blacklist an address, whether or not it is a contact */
  createSuppression(body: {
  email: Schemas.Email;
  detail?: string | null;
}, options?: CallOptions): Promise<Schemas.Suppression> {
    return this.#sender.json<Schemas.Suppression>({ method: "POST", path: "/suppressions", body, takesKey: true }, options);
  }
  /** Take one address off the blacklist or undo its bounce; a refusal of the person's own cannot be taken back */
  deleteSuppression(email: Schemas.Email, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/suppressions/${part(email)}` }, options);
  }
  /** Custom fields of contacts */
  listCustomFields(options?: CallOptions): Promise<Schemas.CustomFieldItems> {
    return this.#sender.json<Schemas.CustomFieldItems>({ method: "GET", path: "/custom-fields" }, options);
  }
  /** Add a custom field */
  createCustomField(body: {
  name: Schemas.Name;
  type: "text" | "textarea" | "number" | "date" | "bool" | "select" | "multiselect" | "url";
  options?: (Schemas.CustomFieldOptionInput)[];
}, options?: CallOptions): Promise<Schemas.CustomField> {
    return this.#sender.json<Schemas.CustomField>({ method: "POST", path: "/custom-fields", body, takesKey: true }, options);
  }
  /** Rename a custom field or replace its options; the type cannot be changed */
  updateCustomField(id: Schemas.Id, body: {
  name?: Schemas.Name;
  options?: (Schemas.CustomFieldOptionInput)[];
}, options?: CallOptions): Promise<Schemas.CustomField> {
    return this.#sender.json<Schemas.CustomField>({ method: "PATCH", path: `/custom-fields/${part(id)}`, body }, options);
  }
  /** Delete a custom field; its values are removed in the background */
  deleteCustomField(id: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/custom-fields/${part(id)}` }, options);
  }
}

/** Lists and their members */
export class Lists {
  readonly #sender: Sender;
  constructor(sender: Sender) {
    this.#sender = sender;
  }
  /** Lists with their sizes, filtered, sorted and paged */
  list(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, publicName, createdAt, members, active */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  shop?: Schemas.Id;
  /** Repeatable: lists that have all of these tags */
  tag?: (string)[];
  publicName?: string;
  idFrom?: Schemas.Id;
  idTo?: Schemas.Id;
  createdFrom?: Schemas.Day;
  createdTo?: Schemas.Day;
  membersFrom?: number;
  membersTo?: number;
  activeFrom?: number;
  activeTo?: number;
} = {}, options?: CallOptions): Promise<Schemas.ListRowPage> {
    return this.#sender.json<Schemas.ListRowPage>({ method: "GET", path: "/lists", query }, options);
  }
  /** Every item of `list`, page by page. */
  listAll(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, publicName, createdAt, members, active */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  shop?: Schemas.Id;
  /** Repeatable: lists that have all of these tags */
  tag?: (string)[];
  publicName?: string;
  idFrom?: Schemas.Id;
  idTo?: Schemas.Id;
  createdFrom?: Schemas.Day;
  createdTo?: Schemas.Day;
  membersFrom?: number;
  membersTo?: number;
  activeFrom?: number;
  activeTo?: number;
} = {}, options?: CallOptions): AsyncGenerator<Schemas.ListRow, void> {
    return everyItem((page) => this.list({ pageSize: 100, ...query, page }, options));
  }
  /** Create a list for manually added members and forms */
  create(body: Schemas.ListInput, options?: CallOptions): Promise<Schemas.List> {
    return this.#sender.json<Schemas.List>({ method: "POST", path: "/lists", body, takesKey: true }, options);
  }
  /** Merge lists into a new one in the background; each contact keeps the most restrictive of its states */
  merge(body: Schemas.MergeListsInput, options?: CallOptions): Promise<{
  list: Schemas.List;
  jobId: Schemas.Id;
}> {
    return this.#sender.json<{
  list: Schemas.List;
  jobId: Schemas.Id;
}>({ method: "POST", path: "/lists/merge", body, takesKey: true }, options);
  }
  /** Add tags to lists and remove them */
  tag(body: Schemas.LabelBulk, options?: CallOptions): Promise<Schemas.LabelBulkAnswer> {
    return this.#sender.json<Schemas.LabelBulkAnswer>({ method: "POST", path: "/lists/tags", body, takesKey: true }, options);
  }
  /** One list */
  get(listId: Schemas.Id, options?: CallOptions): Promise<Schemas.List> {
    return this.#sender.json<Schemas.List>({ method: "GET", path: `/lists/${part(listId)}` }, options);
  }
  /** Update a list; name and shop of an e-shop list are locked */
  update(listId: Schemas.Id, body: Schemas.ListChange, options?: CallOptions): Promise<Schemas.List> {
    return this.#sender.json<Schemas.List>({ method: "PATCH", path: `/lists/${part(listId)}`, body }, options);
  }
  /** Delete a list: alone, with its contacts, or with those of its contacts that are in no other list or segment */
  delete(listId: Schemas.Id, query: {
  mode?: "list" | "with_contacts" | "keep_used";
} = {}, options?: CallOptions): Promise<Schemas.JobReference | undefined> {
    return this.#sender.json<Schemas.JobReference | undefined>({ method: "DELETE", path: `/lists/${part(listId)}`, query }, options);
  }
  /** Count the contacts that a deletion of the list would delete and keep */
  previewDeletion(listId: Schemas.Id, query: {
  mode?: "list" | "with_contacts" | "keep_used";
} = {}, options?: CallOptions): Promise<Schemas.ListDeletion> {
    return this.#sender.json<Schemas.ListDeletion>({ method: "GET", path: `/lists/${part(listId)}/deletion`, query }, options);
  }
  /** Fill empty name days, genders and salutations of members whose names are unambiguous; above 1000 members in the background */
  autofill(listId: Schemas.Id, options?: CallOptions): Promise<Schemas.ListAutofilled | Schemas.AutofillStarted> {
    return this.#sender.json<Schemas.ListAutofilled | Schemas.AutofillStarted>({ method: "POST", path: `/lists/${part(listId)}/autofill`, takesKey: true }, options);
  }
  /** Copy a list with its members; members of a large list are copied in the background */
  copy(listId: Schemas.Id, body: Schemas.CopyListInput, options?: CallOptions): Promise<Schemas.CopiedList> {
    return this.#sender.json<Schemas.CopiedList>({ method: "POST", path: `/lists/${part(listId)}/copy`, body, takesKey: true }, options);
  }
  /** Members of a list, newest contacts first; removed members only on request */
  listMembers(listId: Schemas.Id, query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, email, lastName, createdAt */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  state?: "confirmed" | "unconfirmed" | "unsubscribed" | "removed";
} = {}, options?: CallOptions): Promise<Schemas.ListMemberPage> {
    return this.#sender.json<Schemas.ListMemberPage>({ method: "GET", path: `/lists/${part(listId)}/members`, query }, options);
  }
  /** Every item of `listMembers`, page by page. */
  listMembersAll(listId: Schemas.Id, query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, email, lastName, createdAt */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  state?: "confirmed" | "unconfirmed" | "unsubscribed" | "removed";
} = {}, options?: CallOptions): AsyncGenerator<Schemas.ListMember, void> {
    return everyItem((page) => this.listMembers(listId, { pageSize: 100, ...query, page }, options));
  }
  /** Add contacts; those that left the list, unsubscribed or are suppressed are skipped */
  addMembers(listId: Schemas.Id, body: Schemas.ContactIds, options?: CallOptions): Promise<{
  added: number;
  alreadyMember: number;
  skipped: number;
}> {
    return this.#sender.json<{
  added: number;
  alreadyMember: number;
  skipped: number;
}>({ method: "POST", path: `/lists/${part(listId)}/members`, body, takesKey: true }, options);
  }
  /** Count which of the contacts a removal from the list would affect */
  previewMemberRemoval(listId: Schemas.Id, body: Schemas.ContactIds, options?: CallOptions): Promise<Schemas.MemberRemoval> {
    return this.#sender.json<Schemas.MemberRemoval>({ method: "POST", path: `/lists/${part(listId)}/members/removal`, body, takesKey: true }, options);
  }
  /** Remove contacts from a list */
  removeMembers(listId: Schemas.Id, body: Schemas.ContactIds, options?: CallOptions): Promise<{
  removed: number;
  notMember: number;
}> {
    return this.#sender.json<{
  removed: number;
  notMember: number;
}>({ method: "POST", path: `/lists/${part(listId)}/members/remove`, body, takesKey: true }, options);
  }
  /** Unsubscribe contacts from this list only; afterwards only the contacts themselves can rejoin it */
  unsubscribeMembers(listId: Schemas.Id, body: Schemas.ContactIds, options?: CallOptions): Promise<{
  unsubscribed: number;
  alreadyUnsubscribed: number;
  notMember: number;
}> {
    return this.#sender.json<{
  unsubscribed: number;
  alreadyUnsubscribed: number;
  notMember: number;
}>({ method: "POST", path: `/lists/${part(listId)}/members/unsubscribe`, body, takesKey: true }, options);
  }
}

/** The company, its shops, settings, labels, notifications and audit log */
export class Account {
  readonly #sender: Sender;
  constructor(sender: Sender) {
    this.#sender = sender;
  }
  /** Create the lists of e-shops and synchronize their members; without apply nothing is changed */
  maintainShopLists(body: Schemas.ShopListsInput, options?: CallOptions): Promise<Schemas.ShopListsReport | Schemas.ShopListsStarted> {
    return this.#sender.json<Schemas.ShopListsReport | Schemas.ShopListsStarted>({ method: "POST", path: "/maintenance/shop-lists", body, takesKey: true }, options);
  }
  /** Buyers of a shop in one currency by recency, frequency and value of their completed orders: quintiles 1 to 5, equal values have the same score, and the mean of frequency and value is rounded up */
  getRfm(query: {
  /** By default the first enabled shop */
  shop?: Schemas.Id;
  /** By default the first currency of the shop */
  currency?: string;
} = {}, options?: CallOptions): Promise<Schemas.Rfm> {
    return this.#sender.json<Schemas.Rfm>({ method: "GET", path: "/rfm", query }, options);
  }
  /** Switch RFM scores on; they are computed within seconds, after changes of orders and every night */
  requestRfm(options?: CallOptions): Promise<{
  /** requested: the scores are computed within seconds */
  state: "off" | "requested" | "on";
  requestedAt: Schemas.Time;
}> {
    return this.#sender.json<{
  /** requested: the scores are computed within seconds */
  state: "off" | "requested" | "on";
  requestedAt: Schemas.Time;
}>({ method: "POST", path: "/rfm/enable-request", takesKey: true }, options);
  }
  /** The script of each shop and the code that puts it into the shop's pages */
  listSiteScripts(options?: CallOptions): Promise<Schemas.SiteScriptItems> {
    return this.#sender.json<Schemas.SiteScriptItems>({ method: "GET", path: "/site-script" }, options);
  }
  /** Turn the script of a shop on or off and choose its pop-up forms */
  updateSiteScript(shopId: Schemas.Id, body: Schemas.SiteScriptChange, options?: CallOptions): Promise<Schemas.SiteScript> {
    return this.#sender.json<Schemas.SiteScript>({ method: "PATCH", path: `/site-script/${part(shopId)}`, body }, options);
  }
  /** Load a page of the shop and look for the script and for the codes of forms */
  checkSiteScript(shopId: Schemas.Id, body: Schemas.SiteCheckInput, options?: CallOptions): Promise<Schemas.SiteCheck> {
    return this.#sender.json<Schemas.SiteCheck>({ method: "POST", path: `/site-script/${part(shopId)}/check`, body, takesKey: true }, options);
  }
  /** Web tracking of each shop */
  listWebTracking(options?: CallOptions): Promise<Schemas.WebTrackingItems> {
    return this.#sender.json<Schemas.WebTrackingItems>({ method: "GET", path: "/web-tracking" }, options);
  }
  /** Page visits and carts of contacts, newest first */
  listWebEvents(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  type?: "page_visit" | "cart";
  contactId?: Schemas.Id;
  shop?: Schemas.Id;
  from?: Schemas.Day;
  /** Included */
  to?: Schemas.Day;
} = {}, options?: CallOptions): Promise<Schemas.WebEventPage> {
    return this.#sender.json<Schemas.WebEventPage>({ method: "GET", path: "/web-tracking/events", query }, options);
  }
  /** Every item of `listWebEvents`, page by page. */
  listWebEventsAll(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  type?: "page_visit" | "cart";
  contactId?: Schemas.Id;
  shop?: Schemas.Id;
  from?: Schemas.Day;
  /** Included */
  to?: Schemas.Day;
} = {}, options?: CallOptions): AsyncGenerator<Schemas.WebEvent, void> {
    return everyItem((page) => this.listWebEvents({ pageSize: 100, ...query, page }, options));
  }
  /** Change the web tracking of a shop */
  updateWebTracking(shopId: Schemas.Id, body: Schemas.WebTrackingChange, options?: CallOptions): Promise<Schemas.WebTracking> {
    return this.#sender.json<Schemas.WebTracking>({ method: "PATCH", path: `/web-tracking/${part(shopId)}`, body }, options);
  }
  /** State of the migrations from other platforms */
  getLegacy(options?: CallOptions): Promise<Schemas.LegacyData> {
    return this.#sender.json<Schemas.LegacyData>({ method: "GET", path: "/legacy" }, options);
  }
  /** One migration, with what was not taken over */
  getLegacyMigration(migrationId: Schemas.Id, options?: CallOptions): Promise<Schemas.LegacyMigration> {
    return this.#sender.json<Schemas.LegacyMigration>({ method: "GET", path: `/legacy/migrations/${part(migrationId)}` }, options);
  }
  /** The company: its address, language, time zone and whether it may send */
  getCompany(options?: CallOptions): Promise<Schemas.Company> {
    return this.#sender.json<Schemas.Company>({ method: "GET", path: "/company" }, options);
  }
  /** Change the company; sendingEnabled false stops all its sending, requireTwoFactor needs the own second factor and, of a session, a fresh proof of identity */
  updateCompany(body: Schemas.CompanyChange, options?: CallOptions): Promise<Schemas.Company> {
    return this.#sender.json<Schemas.Company>({ method: "PATCH", path: "/company", body }, options);
  }
  /** Shops with the number of their contacts */
  listShops(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of name, createdAt, id */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  enabled?: boolean;
} = {}, options?: CallOptions): Promise<Schemas.ShopPage> {
    return this.#sender.json<Schemas.ShopPage>({ method: "GET", path: "/shops", query }, options);
  }
  /** Every item of `listShops`, page by page. */
  listShopsAll(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of name, createdAt, id */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  enabled?: boolean;
} = {}, options?: CallOptions): AsyncGenerator<Schemas.Shop, void> {
    return everyItem((page) => this.listShops({ pageSize: 100, ...query, page }, options));
  }
  /** Add a shop, which provides the defaults of its contacts */
  createShop(body: Schemas.ShopInput, options?: CallOptions): Promise<Schemas.Shop> {
    return this.#sender.json<Schemas.Shop>({ method: "POST", path: "/shops", body, takesKey: true }, options);
  }
  /** One shop */
  getShop(shopId: Schemas.Id, options?: CallOptions): Promise<Schemas.Shop> {
    return this.#sender.json<Schemas.Shop>({ method: "GET", path: `/shops/${part(shopId)}` }, options);
  }
  /** Change a shop; orders in a removed currency are kept */
  updateShop(shopId: Schemas.Id, body: Schemas.ShopChange, options?: CallOptions): Promise<Schemas.Shop> {
    return this.#sender.json<Schemas.Shop>({ method: "PATCH", path: `/shops/${part(shopId)}`, body }, options);
  }
  /** Brand of a shop's e-mails and pages */
  getShopBrand(shopId: Schemas.Id, options?: CallOptions): Promise<Schemas.ShopBrand> {
    return this.#sender.json<Schemas.ShopBrand>({ method: "GET", path: `/shops/${part(shopId)}/brand` }, options);
  }
  /** Replace the brand of a shop; omitted fields are cleared */
  replaceShopBrand(shopId: Schemas.Id, body: Schemas.ShopBrandInput, options?: CallOptions): Promise<Schemas.ShopBrand> {
    return this.#sender.json<Schemas.ShopBrand>({ method: "PUT", path: `/shops/${part(shopId)}/brand`, body }, options);
  }
  /** Language of a shop's new contacts; on request also of existing ones, except where it was set by hand */
  setContactLanguage(shopId: Schemas.Id, body: {
  language: Schemas.Language;
  applyToContacts?: boolean;
}, options?: CallOptions): Promise<Schemas.Shop | {
  jobId: Schemas.Id;
}> {
    return this.#sender.json<Schemas.Shop | {
  jobId: Schemas.Id;
}>({ method: "PUT", path: `/shops/${part(shopId)}/contact-language`, body }, options);
  }
  /** Enable a shop */
  enableShop(shopId: Schemas.Id, options?: CallOptions): Promise<Schemas.Shop> {
    return this.#sender.json<Schemas.Shop>({ method: "POST", path: `/shops/${part(shopId)}/enable`, takesKey: true }, options);
  }
  /** Disable a shop; one must stay enabled */
  disableShop(shopId: Schemas.Id, options?: CallOptions): Promise<Schemas.Shop> {
    return this.#sender.json<Schemas.Shop>({ method: "POST", path: `/shops/${part(shopId)}/disable`, takesKey: true }, options);
  }
  /** Customer exception of each shop, and the default purpose */
  listConsentSettings(options?: CallOptions): Promise<Schemas.AllConsentSettings> {
    return this.#sender.json<Schemas.AllConsentSettings>({ method: "GET", path: "/consent-settings" }, options);
  }
  /** Change the customer exception of a shop */
  updateConsentSettings(shopId: Schemas.Id, body: Schemas.ConsentSettingsChange, options?: CallOptions): Promise<Schemas.ConsentSettings> {
    return this.#sender.json<Schemas.ConsentSettings>({ method: "PATCH", path: `/consent-settings/${part(shopId)}`, body }, options);
  }
  /** Synchronization and sender settings of each shop */
  listShopSettings(options?: CallOptions): Promise<Schemas.ShopSettingsItems> {
    return this.#sender.json<Schemas.ShopSettingsItems>({ method: "GET", path: "/shop-settings" }, options);
  }
  /** Change the synchronization and sender settings of a shop */
  updateShopSettings(shopId: Schemas.Id, body: Schemas.ShopSettingsChange, options?: CallOptions): Promise<Schemas.ShopSettings> {
    return this.#sender.json<Schemas.ShopSettings>({ method: "PATCH", path: `/shop-settings/${part(shopId)}`, body }, options);
  }
  /** Labels and how often they are used */
  listLabels(options?: CallOptions): Promise<Schemas.LabelItems> {
    return this.#sender.json<Schemas.LabelItems>({ method: "GET", path: "/labels" }, options);
  }
  /** Add a label; the default colour is derived from its name */
  createLabel(body: Schemas.LabelInput, options?: CallOptions): Promise<Schemas.Label> {
    return this.#sender.json<Schemas.Label>({ method: "POST", path: "/labels", body, takesKey: true }, options);
  }
  /** Rename or recolour a label */
  updateLabel(labelId: Schemas.Id, body: Schemas.LabelChange, options?: CallOptions): Promise<Schemas.Label> {
    return this.#sender.json<Schemas.Label>({ method: "PATCH", path: `/labels/${part(labelId)}`, body }, options);
  }
  /** Delete a label and all its assignments */
  deleteLabel(labelId: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/labels/${part(labelId)}` }, options);
  }
  /** Assign a label to objects of one kind and remove it from others */
  assignLabel(labelId: Schemas.Id, body: Schemas.LabelAssignment, options?: CallOptions): Promise<{
  added: number;
  removed: number;
}> {
    return this.#sender.json<{
  added: number;
  removed: number;
}>({ method: "POST", path: `/labels/${part(labelId)}/assign`, body, takesKey: true }, options);
  }
  /** Labels in use, by kind of object */
  listGridTags(options?: CallOptions): Promise<Schemas.GridTagsItems> {
    return this.#sender.json<Schemas.GridTagsItems>({ method: "GET", path: "/grid-tags" }, options);
  }
  /** Notifications, newest first, and the number of unread ones */
  listNotifications(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of at */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  read?: boolean;
  type?: string;
} = {}, options?: CallOptions): Promise<Schemas.NotificationPage> {
    return this.#sender.json<Schemas.NotificationPage>({ method: "GET", path: "/notifications", query }, options);
  }
  /** Every item of `listNotifications`, page by page. */
  listNotificationsAll(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of at */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  read?: boolean;
  type?: string;
} = {}, options?: CallOptions): AsyncGenerator<Schemas.Notification, void> {
    return everyItem((page) => this.listNotifications({ pageSize: 100, ...query, page }, options));
  }
  /** Mark notifications as read */
  readNotifications(body: Schemas.NotificationChoice, options?: CallOptions): Promise<{
  changed: number;
}> {
    return this.#sender.json<{
  changed: number;
}>({ method: "POST", path: "/notifications/read", body, takesKey: true }, options);
  }
  /** Mark notifications as unread */
  unreadNotifications(body: Schemas.NotificationChoice, options?: CallOptions): Promise<{
  changed: number;
}> {
    return this.#sender.json<{
  changed: number;
}>({ method: "POST", path: "/notifications/unread", body, takesKey: true }, options);
  }
  /** Delete notifications */
  deleteNotifications(body: Schemas.NotificationChoice, options?: CallOptions): Promise<{
  changed: number;
}> {
    return this.#sender.json<{
  changed: number;
}>({ method: "POST", path: "/notifications/delete", body, takesKey: true }, options);
  }
  /** Queued and running background actions with their progress */
  listRunningActions(options?: CallOptions): Promise<Schemas.RunningActionItems> {
    return this.#sender.json<Schemas.RunningActionItems>({ method: "GET", path: "/running-actions" }, options);
  }
  /** Who did what to which object, newest first; kept for 24 months, without the values of the requests */
  listAuditLog(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  actor?: "member" | "key" | "assistant" | "operator" | "visitor";
  memberId?: Schemas.Id;
  keyId?: Schemas.Id;
  operation?: string;
  objectKind?: string;
  objectId?: string;
  from?: Schemas.Time;
  /** Exclusive */
  to?: string;
} = {}, options?: CallOptions): Promise<Schemas.AuditEntryPage> {
    return this.#sender.json<Schemas.AuditEntryPage>({ method: "GET", path: "/audit-log", query }, options);
  }
  /** Every item of `listAuditLog`, page by page. */
  listAuditLogAll(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  actor?: "member" | "key" | "assistant" | "operator" | "visitor";
  memberId?: Schemas.Id;
  keyId?: Schemas.Id;
  operation?: string;
  objectKind?: string;
  objectId?: string;
  from?: Schemas.Time;
  /** Exclusive */
  to?: string;
} = {}, options?: CallOptions): AsyncGenerator<Schemas.AuditEntry, void> {
    return everyItem((page) => this.listAuditLog({ pageSize: 100, ...query, page }, options));
  }
  /** Whether the company may send, since when and why not, and a requested deletion */
  getCompanyStanding(options?: CallOptions): Promise<Schemas.CompanyStanding> {
    return this.#sender.json<Schemas.CompanyStanding>({ method: "GET", path: "/company/standing" }, options);
  }
  /** Delete the company with all its data after 30 days; sending stops at once. A repetition changes nothing */
  requestCompanyDeletion(body: {
  confirm: true;
}, options?: CallOptions): Promise<Schemas.CompanyDeletion> {
    return this.#sender.json<Schemas.CompanyDeletion>({ method: "POST", path: "/company/deletion", body }, options);
  }
  /** Cancel a requested deletion; sending continues in the state of before, a suspension stays */
  cancelCompanyDeletion(options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: "/company/deletion" }, options);
  }
  /** Move mobile numbers out of phone and landlines out of mobile, where the other field is empty */
  maintainPhones(body: Schemas.MaintenanceInput, options?: CallOptions): Promise<Schemas.PhoneReport | Schemas.MaintenanceStarted> {
    return this.#sender.json<Schemas.PhoneReport | Schemas.MaintenanceStarted>({ method: "POST", path: "/maintenance/phone-landline-mobile", body, takesKey: true }, options);
  }
  /** Fill empty fields of contacts from their newest orders, as chosen for each shop */
  maintainShopEnrichment(body: Schemas.MaintenanceInput, options?: CallOptions): Promise<Schemas.FieldReport | Schemas.MaintenanceStarted> {
    return this.#sender.json<Schemas.FieldReport | Schemas.MaintenanceStarted>({ method: "POST", path: "/maintenance/shop-enrich", body, takesKey: true }, options);
  }
  /** Fill empty fields of contacts from the newest migration from another platform */
  maintainLegacyContacts(body: Schemas.MaintenanceInput, options?: CallOptions): Promise<Schemas.FieldReport | Schemas.MaintenanceStarted> {
    return this.#sender.json<Schemas.FieldReport | Schemas.MaintenanceStarted>({ method: "POST", path: "/maintenance/legacy-backfill-contacts", body, takesKey: true }, options);
  }
  /** Checklist of a new company, computed from what is done */
  getOnboarding(options?: CallOptions): Promise<Schemas.Onboarding> {
    return this.#sender.json<Schemas.Onboarding>({ method: "GET", path: "/onboarding" }, options);
  }
  /** Dismiss steps of the checklist or hide it */
  updateOnboarding(body: Schemas.OnboardingChange, options?: CallOptions): Promise<Schemas.Onboarding> {
    return this.#sender.json<Schemas.Onboarding>({ method: "PATCH", path: "/onboarding", body }, options);
  }
  /** Fields of contacts that each shop's orders fill in */
  getShopEnrichment(options?: CallOptions): Promise<Schemas.ShopEnrichment> {
    return this.#sender.json<Schemas.ShopEnrichment>({ method: "GET", path: "/shop-enrich" }, options);
  }
  /** Choose the fields of contacts that a shop's orders fill in; only empty ones, never what a person edited */
  setShopEnrichment(body: Schemas.ShopEnrichmentInput, options?: CallOptions): Promise<Schemas.ShopEnrichment> {
    return this.#sender.json<Schemas.ShopEnrichment>({ method: "PUT", path: "/shop-enrich", body }, options);
  }
  /** Views of a list that the member saved, and those shared in the company, by name */
  listSavedViews(query: {
  /** Left out: the views of all lists */
  grid?: string;
} = {}, options?: CallOptions): Promise<Schemas.SavedViewItems> {
    return this.#sender.json<Schemas.SavedViewItems>({ method: "GET", path: "/saved-views", query }, options);
  }
  /** Save columns, filters and order of a list */
  createSavedView(body: Schemas.SavedViewInput, options?: CallOptions): Promise<Schemas.SavedView> {
    return this.#sender.json<Schemas.SavedView>({ method: "POST", path: "/saved-views", body, takesKey: true }, options);
  }
  /** Rename, share or replace a view of the member's own */
  updateSavedView(viewId: Schemas.Id, body: Schemas.SavedViewChange, options?: CallOptions): Promise<Schemas.SavedView> {
    return this.#sender.json<Schemas.SavedView>({ method: "PATCH", path: `/saved-views/${part(viewId)}`, body }, options);
  }
  /** Delete a view of the member's own */
  deleteSavedView(viewId: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/saved-views/${part(viewId)}` }, options);
  }
}

/** Orders of the shops and the totals by customer */
export class Orders {
  readonly #sender: Sender;
  constructor(sender: Sender) {
    this.#sender = sender;
  }
  /** Orders, filtered, sorted and paged */
  list(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of createdAt, total, id */
  sort?: string;
  /** Search in the external id and the address */
  q?: string;
  shop?: Schemas.Id;
  contact?: Schemas.Id;
  /** The same as `contact` */
  contactId?: Schemas.Id;
  /** Orders of the address, whether or not it is a contact */
  email?: Schemas.Email;
  /** The shop's state, ignoring case and diacritics */
  state?: string;
  meaning?: "new" | "completed" | "cancelled" | "returned";
  currency?: string;
  createdFrom?: Schemas.Day;
  createdTo?: Schemas.Day;
} = {}, options?: CallOptions): Promise<Schemas.OrderPage> {
    return this.#sender.json<Schemas.OrderPage>({ method: "GET", path: "/orders", query }, options);
  }
  /** Every item of `list`, page by page. */
  listAll(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of createdAt, total, id */
  sort?: string;
  /** Search in the external id and the address */
  q?: string;
  shop?: Schemas.Id;
  contact?: Schemas.Id;
  /** The same as `contact` */
  contactId?: Schemas.Id;
  /** Orders of the address, whether or not it is a contact */
  email?: Schemas.Email;
  /** The shop's state, ignoring case and diacritics */
  state?: string;
  meaning?: "new" | "completed" | "cancelled" | "returned";
  currency?: string;
  createdFrom?: Schemas.Day;
  createdTo?: Schemas.Day;
} = {}, options?: CallOptions): AsyncGenerator<Schemas.Order, void> {
    return everyItem((page) => this.list({ pageSize: 100, ...query, page }, options));
  }
  /** Record an order, or up to 1 000 as `orders`: 201 for a new one, 200 for a known one (same shop and externalId), which is replaced with its items. Valid orders of a batch are written, invalid ones are reported in `failed`; of several with the same externalId the last one wins */
  record(body: {
  shopId?: Schemas.Id;
  /** The number of the order in the shop */
  externalId?: string;
  /** Address of the buyer; an unknown one becomes a customer contact */
  email?: string;
  /** The shop's state; `order-states` maps it to a category */
  state?: string;
  /** One of the shop's currencies */
  currency?: string;
  /** Decimal string, not negative */
  total?: string;
  /** Decimal string, not negative */
  totalWithoutVat?: string | null;
  /** ISO 8601; if omitted, now for a new order and unchanged for a known one */
  createdAt?: string;
  /** ISO 8601; unchanged if omitted, deleted if null */
  paidAt?: string | null;
  /** ISO 8601; left out it is kept, or now when the state begins to mean completed; null takes it away */
  completedAt?: string | null;
  couponCode?: string | null;
  customer?: Schemas.OrderCustomerInput;
  items?: (Schemas.OrderItemInput)[];
  orders?: (unknown)[];
}, options?: CallOptions): Promise<Schemas.Order | {
  created: number;
  updated: number;
  failed: (Schemas.BatchFailure)[];
} | Schemas.Order> {
    return this.#sender.json<Schemas.Order | {
  created: number;
  updated: number;
  failed: (Schemas.BatchFailure)[];
} | Schemas.Order>({ method: "POST", path: "/orders", body, takesKey: true }, options);
  }
  /** One order */
  get(orderId: Schemas.Id, options?: CallOptions): Promise<Schemas.Order> {
    return this.#sender.json<Schemas.Order>({ method: "GET", path: `/orders/${part(orderId)}` }, options);
  }
  /** Maintenance: set payment times of known orders. Without `apply: true` nothing is changed */
  setPaid(body: {
  /** Each by `id`, or by `shopId` and `externalId` */
  orders: ({
  id?: Schemas.Id;
  shopId?: Schemas.Id;
  externalId?: string;
  /** ISO 8601 with Z or an offset */
  paidAt: string;
})[];
  apply?: boolean;
}, options?: CallOptions): Promise<{
  applied: boolean;
  changed: number;
  unchanged: number;
  failed: (Schemas.BatchFailure)[];
}> {
    return this.#sender.json<{
  applied: boolean;
  changed: number;
  unchanged: number;
  failed: (Schemas.BatchFailure)[];
}>({ method: "POST", path: "/orders/paid-at", body, takesKey: true }, options);
  }
  /** Categories of the shops' order states; an unmapped state counts as new */
  listStates(options?: CallOptions): Promise<Schemas.OrderStateMappingItems> {
    return this.#sender.json<Schemas.OrderStateMappingItems>({ method: "GET", path: "/order-states" }, options);
  }
  /** Set the categories of order states; an empty list restores the default. Existing orders are updated at once or, if there are many, in the background (202) */
  replaceStates(body: {
  items: (Schemas.OrderStateMappingInput)[];
}, options?: CallOptions): Promise<Schemas.OrderStateMappingItems | {
  items: (Schemas.OrderStateMapping)[];
  jobId: Schemas.Id;
}> {
    return this.#sender.json<Schemas.OrderStateMappingItems | {
  items: (Schemas.OrderStateMapping)[];
  jobId: Schemas.Id;
}>({ method: "PUT", path: "/order-states", body }, options);
  }
}

/** Automations: their graphs, versions, runs and what they sent */
export class Automations {
  readonly #sender: Sender;
  constructor(sender: Sender) {
    this.#sender = sender;
  }
  /** Record an event of a contact, which can start automations; 60 per contact in 10 minutes */
  recordContactEvent(body: Schemas.ContactEventInput, options?: CallOptions): Promise<{
  id: Schemas.Id;
}> {
    return this.#sender.json<{
  id: Schemas.Id;
}>({ method: "POST", path: "/contact-events", body, takesKey: true }, options);
  }
  /** Automations with their numbers, filtered, sorted and paged */
  list(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, status, createdAt, entered, active, sent */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  shop?: Schemas.Id;
  /** Repeatable: automations that have all of these tags */
  tag?: (string)[];
  status?: "draft" | "active" | "paused";
} = {}, options?: CallOptions): Promise<Schemas.AutomationRowPage> {
    return this.#sender.json<Schemas.AutomationRowPage>({ method: "GET", path: "/automations", query }, options);
  }
  /** Every item of `list`, page by page. */
  listAll(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, status, createdAt, entered, active, sent */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  shop?: Schemas.Id;
  /** Repeatable: automations that have all of these tags */
  tag?: (string)[];
  status?: "draft" | "active" | "paused";
} = {}, options?: CallOptions): AsyncGenerator<Schemas.AutomationRow, void> {
    return everyItem((page) => this.list({ pageSize: 100, ...query, page }, options));
  }
  /** Add a draft, with a graph or an empty one */
  create(body: Schemas.AutomationInput, options?: CallOptions): Promise<Schemas.Automation> {
    return this.#sender.json<Schemas.Automation>({ method: "POST", path: "/automations", body, takesKey: true }, options);
  }
  /** Ready graphs with their e-mails, in the language of the shop */
  listRecipes(query: {
  /** Left out: in the language of the company */
  shop?: Schemas.Id;
} = {}, options?: CallOptions): Promise<Schemas.RecipeItems> {
    return this.#sender.json<Schemas.RecipeItems>({ method: "GET", path: "/automations/recipes", query }, options);
  }
  /** When a wait would end; for a field the local day of `base` stands for its value */
  resolveTime(body: Schemas.TimeInput, options?: CallOptions): Promise<Schemas.ResolvedTime> {
    return this.#sender.json<Schemas.ResolvedTime>({ method: "POST", path: "/automations/resolve-time", body, takesKey: true }, options);
  }
  /** What is wrong with a graph: errors prevent saving, the incomplete blocks activation */
  validateGraph(body: Schemas.GraphValidationInput, options?: CallOptions): Promise<Schemas.GraphValidation> {
    return this.#sender.json<Schemas.GraphValidation>({ method: "POST", path: "/automations/validate", body, takesKey: true }, options);
  }
  /** Add and remove tags of automations */
  tag(body: Schemas.LabelBulk, options?: CallOptions): Promise<Schemas.LabelBulkAnswer> {
    return this.#sender.json<Schemas.LabelBulkAnswer>({ method: "POST", path: "/automations/tags", body, takesKey: true }, options);
  }
  /** One automation with its graph and what blocks its activation */
  get(automationId: Schemas.Id, options?: CallOptions): Promise<Schemas.Automation> {
    return this.#sender.json<Schemas.Automation>({ method: "GET", path: `/automations/${part(automationId)}` }, options);
  }
  /** Update the name, the description, the tags or whether it is transactional */
  update(automationId: Schemas.Id, body: Schemas.AutomationChange, options?: CallOptions): Promise<Schemas.Automation> {
    return this.#sender.json<Schemas.Automation>({ method: "PATCH", path: `/automations/${part(automationId)}`, body }, options);
  }
  /** Delete an automation that nobody entered */
  delete(automationId: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/automations/${part(automationId)}` }, options);
  }
  /** Copy the newest graph as a new draft, without secrets */
  copy(automationId: Schemas.Id, body: Schemas.AutomationCopyInput, options?: CallOptions): Promise<Schemas.Automation> {
    return this.#sender.json<Schemas.Automation>({ method: "POST", path: `/automations/${part(automationId)}/copy`, body, takesKey: true }, options);
  }
  /** Save the graph as a new version; contacts inside go on by node key */
  saveGraph(automationId: Schemas.Id, body: Schemas.GraphSave, options?: CallOptions): Promise<Schemas.Automation> {
    return this.#sender.json<Schemas.Automation>({ method: "PUT", path: `/automations/${part(automationId)}/graph`, body }, options);
  }
  /** Saved graphs, newest first */
  listVersions(automationId: Schemas.Id, query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
} = {}, options?: CallOptions): Promise<Schemas.AutomationVersionRowPage> {
    return this.#sender.json<Schemas.AutomationVersionRowPage>({ method: "GET", path: `/automations/${part(automationId)}/versions`, query }, options);
  }
  /** Every item of `listVersions`, page by page. */
  listVersionsAll(automationId: Schemas.Id, query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
} = {}, options?: CallOptions): AsyncGenerator<Schemas.AutomationVersionRow, void> {
    return everyItem((page) => this.listVersions(automationId, { pageSize: 100, ...query, page }, options));
  }
  /** One saved graph */
  getVersion(automationId: Schemas.Id, version: Schemas.Id, options?: CallOptions): Promise<Schemas.AutomationVersion> {
    return this.#sender.json<Schemas.AutomationVersion>({ method: "GET", path: `/automations/${part(automationId)}/versions/${part(version)}` }, options);
  }
  /** Report that the caller has the editor open, or closed it; answers who has it open */
  reportEditing(automationId: Schemas.Id, body: Schemas.AutomationEditingInput, options?: CallOptions): Promise<Schemas.AutomationEditors> {
    return this.#sender.json<Schemas.AutomationEditors>({ method: "POST", path: `/automations/${part(automationId)}/editing`, body, takesKey: true }, options);
  }
  /** Everything that the editor needs: the automation, its counts, the grammar and what nodes may name */
  getEditor(automationId: Schemas.Id, options?: CallOptions): Promise<Schemas.AutomationEditor> {
    return this.#sender.json<Schemas.AutomationEditor>({ method: "GET", path: `/automations/${part(automationId)}/editor` }, options);
  }
  /** Start a draft, or resume a paused automation: contacts that waited go on */
  activate(automationId: Schemas.Id, options?: CallOptions): Promise<Schemas.Automation> {
    return this.#sender.json<Schemas.Automation>({ method: "POST", path: `/automations/${part(automationId)}/activate`, takesKey: true }, options);
  }
  /** Stop it: nobody enters, nobody moves on, nothing is sent */
  pause(automationId: Schemas.Id, options?: CallOptions): Promise<Schemas.Automation> {
    return this.#sender.json<Schemas.Automation>({ method: "POST", path: `/automations/${part(automationId)}/pause`, takesKey: true }, options);
  }
  /** Live counts per node and output */
  getCounts(automationId: Schemas.Id, options?: CallOptions): Promise<Schemas.AutomationCounts> {
    return this.#sender.json<Schemas.AutomationCounts>({ method: "GET", path: `/automations/${part(automationId)}/counts` }, options);
  }
  /** Passages of contacts with the nodes that they passed, newest first */
  listRuns(automationId: Schemas.Id, query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** Search, without regard to case and diacritics */
  q?: string;
  contact?: Schemas.Id;
  state?: "running" | "waiting" | "completed" | "stopped" | "failed";
  /** Runs that stand at this node, or that ended there */
  node?: string;
} = {}, options?: CallOptions): Promise<Schemas.AutomationRunPage> {
    return this.#sender.json<Schemas.AutomationRunPage>({ method: "GET", path: `/automations/${part(automationId)}/runs`, query }, options);
  }
  /** Every item of `listRuns`, page by page. */
  listRunsAll(automationId: Schemas.Id, query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** Search, without regard to case and diacritics */
  q?: string;
  contact?: Schemas.Id;
  state?: "running" | "waiting" | "completed" | "stopped" | "failed";
  /** Runs that stand at this node, or that ended there */
  node?: string;
} = {}, options?: CallOptions): AsyncGenerator<Schemas.AutomationRun, void> {
    return everyItem((page) => this.listRuns(automationId, { pageSize: 100, ...query, page }, options));
  }
  /** Contacts that passed a node of the newest graph, newest first */
  listNodePasses(automationId: Schemas.Id, key: string, query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
} = {}, options?: CallOptions): Promise<Schemas.AutomationPassPage> {
    return this.#sender.json<Schemas.AutomationPassPage>({ method: "GET", path: `/automations/${part(automationId)}/nodes/${part(key)}/passes`, query }, options);
  }
  /** Every item of `listNodePasses`, page by page. */
  listNodePassesAll(automationId: Schemas.Id, key: string, query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
} = {}, options?: CallOptions): AsyncGenerator<Schemas.AutomationPass, void> {
    return everyItem((page) => this.listNodePasses(automationId, key, { pageSize: 100, ...query, page }, options));
  }
  /** Let contacts that wait at a node go on; in the background where very many wait */
  releaseNode(automationId: Schemas.Id, key: string, body: Schemas.ReleaseInput, options?: CallOptions): Promise<Schemas.ReleasedRuns | Schemas.JobReference> {
    return this.#sender.json<Schemas.ReleasedRuns | Schemas.JobReference>({ method: "POST", path: `/automations/${part(automationId)}/nodes/${part(key)}/release`, body, takesKey: true }, options);
  }
  /** Compute the end of waiting at a node again, from the arrival; in the background where very many wait */
  rescheduleNode(automationId: Schemas.Id, key: string, options?: CallOptions): Promise<Schemas.RescheduledRuns | Schemas.JobReference> {
    return this.#sender.json<Schemas.RescheduledRuns | Schemas.JobReference>({ method: "POST", path: `/automations/${part(automationId)}/nodes/${part(key)}/reschedule`, takesKey: true }, options);
  }
  /** Simulate the newest graph for everybody who would enter by the data of now, for triggers of events everybody with a stored event that fits; sends and changes nothing */
  test(automationId: Schemas.Id, body: Schemas.AutomationTestInput, options?: CallOptions): Promise<Schemas.AutomationTestResult> {
    return this.#sender.json<Schemas.AutomationTestResult>({ method: "POST", path: `/automations/${part(automationId)}/test`, body, takesKey: true }, options);
  }
  /** Every decision about one contact that would enter now; sends and changes nothing */
  traceContact(automationId: Schemas.Id, body: Schemas.AutomationTraceInput, options?: CallOptions): Promise<Schemas.AutomationTrace> {
    return this.#sender.json<Schemas.AutomationTrace>({ method: "POST", path: `/automations/${part(automationId)}/trace`, body, takesKey: true }, options);
  }
  /** Add contacts by hand to an active automation with a manual trigger */
  addContacts(automationId: Schemas.Id, body: Schemas.ContactIds, options?: CallOptions): Promise<Schemas.AddedContacts> {
    return this.#sender.json<Schemas.AddedContacts>({ method: "POST", path: `/automations/${part(automationId)}/contacts`, body, takesKey: true }, options);
  }
  /** Results of the e-mails, webhooks and goals of the newest graph, as JSON or CSV; a period applies to what became of the e-mails */
  getReport(automationId: Schemas.Id, query: {
  /** The first day of the company's calendar, YYYY-MM-DD */
  from?: Schemas.Day;
  /** The first day after the period, YYYY-MM-DD */
  to?: Schemas.Day;
  /** The key of one e-mail, webhook or goal */
  node?: string;
  /** Accepted by all statistics and checked, without effect on this one */
  page?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  pageSize?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  q?: string;
  /** Accepted by all statistics and checked, without effect on this one */
  tab?: "all" | "sent" | "opened" | "clicked" | "bounced" | "unsubscribed" | "skipped" | "failed" | "unknown" | "not_opened" | "complained";
  /** Accepted by all statistics and checked, without effect on this one */
  engagement?: "A" | "B" | "C" | "D" | "E" | "N";
  /** Accepted by all statistics and checked, without effect on this one */
  humans?: boolean;
  /** Accepted by all statistics and checked, without effect on this one */
  rows?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  vat?: boolean;
  /** csv: one row per node, UTF-8 with BOM, semicolons */
  format?: "json" | "csv";
} = {}, options?: CallOptions): Promise<Schemas.AutomationReport | Download> {
    return this.#sender.jsonOrFile<Schemas.AutomationReport>({ method: "GET", path: `/automations/${part(automationId)}/report`, query }, options);
  }
  /** E-mails of an automation with an unknown outcome, the last ones first */
  listUnknown(automationId: Schemas.Id, query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** Of this e-mail node */
  node?: string;
} = {}, options?: CallOptions): Promise<Schemas.UnknownAutomationEmailPage> {
    return this.#sender.json<Schemas.UnknownAutomationEmailPage>({ method: "GET", path: `/automations/${part(automationId)}/unknown`, query }, options);
  }
  /** Every item of `listUnknown`, page by page. */
  listUnknownAll(automationId: Schemas.Id, query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** Of this e-mail node */
  node?: string;
} = {}, options?: CallOptions): AsyncGenerator<Schemas.UnknownAutomationEmail, void> {
    return everyItem((page) => this.listUnknown(automationId, { pageSize: 100, ...query, page }, options));
  }
  /** Resolve e-mails of an automation with an unknown outcome: mark them as sent, or send them again */
  decideUnknown(automationId: Schemas.Id, body: {
  decision: "mark_sent" | "send_again";
  /** Of this e-mail node; of all without it */
  node?: string;
  /** Of these contacts; of all without it */
  contactIds?: (Schemas.Id)[];
}, options?: CallOptions): Promise<Schemas.UnknownAnswer> {
    return this.#sender.json<Schemas.UnknownAnswer>({ method: "POST", path: `/automations/${part(automationId)}/unknown`, body, takesKey: true }, options);
  }
  /** Call a webhook node of the saved graph once for a contact, with the header X-Service-Test: 1. The contact does not enter, and the call is not counted */
  testWebhookNode(automationId: Schemas.Id, key: string, body: {
  contactId: Schemas.Id;
}, options?: CallOptions): Promise<Schemas.AutomationWebhookTrial> {
    return this.#sender.json<Schemas.AutomationWebhookTrial>({ method: "POST", path: `/automations/${part(automationId)}/nodes/${part(key)}/test-webhook`, body, takesKey: true }, options);
  }
}

/** The feed of everything that happened, for other systems */
export class Events {
  readonly #sender: Sender;
  constructor(sender: Sender) {
    this.#sender = sender;
  }
  /** The event feed: everything that happened to contacts, orders and e-mails, each event once and in order of commit */
  list(query: {
  /** The cursor of the last event that was read. Left out: 30 days ago */
  after?: string;
  /** Only these, separated by commas */
  types?: string;
  /** At most 10 000 as JSON, 1000 unless stated; a page of long events ends earlier, at about 16 MB. As lines at most 100 000, which is the default */
  limit?: number;
  /** Seconds to wait for an event when there is none yet */
  wait?: number;
  /** `ndjson`: one event per line; also by `Accept: application/x-ndjson`. With `types` the last line is not an event but `{"type": "end", "cursor": …, "hasMore": …}` */
  format?: "json" | "ndjson";
} = {}, options?: CallOptions): Promise<Schemas.EventPage | Download> {
    return this.#sender.jsonOrFile<Schemas.EventPage>({ method: "GET", path: "/events", query }, options);
  }
}

/** Rules that find contacts, their counts and snapshots */
export class Segments {
  readonly #sender: Sender;
  constructor(sender: Sender) {
    this.#sender = sender;
  }
  /** Segments with the sizes of `countedAt`, filtered, sorted and paged; sizes older than a minute are recounted in the background */
  list(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, createdAt, updatedAt, computedAt, matched, mailable, ruleCount */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  shop?: Schemas.Id;
  /** Repeatable: segments that have all of these tags */
  tag?: (string)[];
  idFrom?: Schemas.Id;
  idTo?: Schemas.Id;
  createdFrom?: Schemas.Day;
  createdTo?: Schemas.Day;
  updatedFrom?: Schemas.Day;
  updatedTo?: Schemas.Day;
  refresh?: "static" | "daily";
} = {}, options?: CallOptions): Promise<Schemas.SegmentPage> {
    return this.#sender.json<Schemas.SegmentPage>({ method: "GET", path: "/segments", query }, options);
  }
  /** Every item of `list`, page by page. */
  listAll(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, createdAt, updatedAt, computedAt, matched, mailable, ruleCount */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  shop?: Schemas.Id;
  /** Repeatable: segments that have all of these tags */
  tag?: (string)[];
  idFrom?: Schemas.Id;
  idTo?: Schemas.Id;
  createdFrom?: Schemas.Day;
  createdTo?: Schemas.Day;
  updatedFrom?: Schemas.Day;
  updatedTo?: Schemas.Day;
  refresh?: "static" | "daily";
} = {}, options?: CallOptions): AsyncGenerator<Schemas.Segment, void> {
    return everyItem((page) => this.list({ pageSize: 100, ...query, page }, options));
  }
  /** Create a segment of one shop's contacts; the first snapshot of a large static one is taken in the background (`jobId`) */
  create(body: Schemas.SegmentInput, options?: CallOptions): Promise<Schemas.Segment> {
    return this.#sender.json<Schemas.Segment>({ method: "POST", path: "/segments", body, takesKey: true }, options);
  }
  /** Count the contacts that match a definition without saving it; an empty root matches all contacts of the shop */
  preview(body: Schemas.SegmentPreviewInput, options?: CallOptions): Promise<Schemas.SegmentPreview> {
    return this.#sender.json<Schemas.SegmentPreview>({ method: "POST", path: "/segments/preview", body, takesKey: true }, options);
  }
  /** Add tags to segments and remove them */
  tag(body: Schemas.LabelBulk, options?: CallOptions): Promise<Schemas.LabelBulkAnswer> {
    return this.#sender.json<Schemas.LabelBulkAnswer>({ method: "POST", path: "/segments/tags", body, takesKey: true }, options);
  }
  /** One segment; the sizes of a daily one are counted now, those of a static one in the background if older than a minute */
  get(segment: Schemas.Id, options?: CallOptions): Promise<Schemas.Segment> {
    return this.#sender.json<Schemas.Segment>({ method: "GET", path: `/segments/${part(segment)}` }, options);
  }
  /** Change a segment and recompute it, a large static one in the background (`jobId`); the shop cannot be changed */
  update(segment: Schemas.Id, body: Schemas.SegmentChange, options?: CallOptions): Promise<Schemas.Segment> {
    return this.#sender.json<Schemas.Segment>({ method: "PATCH", path: `/segments/${part(segment)}`, body }, options);
  }
  /** Delete a segment that is not referenced and not used by a running action */
  delete(segment: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/segments/${part(segment)}` }, options);
  }
  /** Contacts of a segment: the snapshot of a static one, otherwise current matches */
  listMembers(segment: Schemas.Id, query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, email, createdAt, updatedAt, lastSentAt, firstName, lastName, status, state, engagement */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  state?: "active" | "unconfirmed" | "unsubscribed" | "bounced" | "complained" | "blacklisted" | "customer";
  engagement?: "A" | "B" | "C" | "D" | "E" | "N";
} = {}, options?: CallOptions): Promise<Schemas.ContactRowPage> {
    return this.#sender.json<Schemas.ContactRowPage>({ method: "GET", path: `/segments/${part(segment)}/members`, query }, options);
  }
  /** Every item of `listMembers`, page by page. */
  listMembersAll(segment: Schemas.Id, query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, email, createdAt, updatedAt, lastSentAt, firstName, lastName, status, state, engagement */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  state?: "active" | "unconfirmed" | "unsubscribed" | "bounced" | "complained" | "blacklisted" | "customer";
  engagement?: "A" | "B" | "C" | "D" | "E" | "N";
} = {}, options?: CallOptions): AsyncGenerator<Schemas.ContactRow, void> {
    return everyItem((page) => this.listMembers(segment, { pageSize: 100, ...query, page }, options));
  }
  /** Recompute a segment; a static one gets a new snapshot, a large one in the background (`jobId`) */
  recompute(segment: Schemas.Id, body: Record<string, unknown>, options?: CallOptions): Promise<Schemas.Segment> {
    return this.#sender.json<Schemas.Segment>({ method: "POST", path: `/segments/${part(segment)}/recompute`, body, takesKey: true }, options);
  }
  /** Create a manual list of the mailable contacts; for a large segment they are added in the background */
  convert(segment: Schemas.Id, body: Schemas.CopyListInput, options?: CallOptions): Promise<Schemas.CopiedList> {
    return this.#sender.json<Schemas.CopiedList>({ method: "POST", path: `/segments/${part(segment)}/to-list`, body, takesKey: true }, options);
  }
}

/** Imports of contacts from files, with preview and rejected rows */
export class Imports {
  readonly #sender: Sender;
  constructor(sender: Sender) {
    this.#sender = sender;
  }
  /** Imports, newest first */
  list(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, status, createdAt, finishedAt */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  idFrom?: Schemas.Id;
  idTo?: Schemas.Id;
  name?: string;
  status?: "queued" | "running" | "completed" | "failed";
} = {}, options?: CallOptions): Promise<Schemas.ImportPage> {
    return this.#sender.json<Schemas.ImportPage>({ method: "GET", path: "/imports", query }, options);
  }
  /** Every item of `list`, page by page. */
  listAll(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, status, createdAt, finishedAt */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  idFrom?: Schemas.Id;
  idTo?: Schemas.Id;
  name?: string;
  status?: "queued" | "running" | "completed" | "failed";
} = {}, options?: CallOptions): AsyncGenerator<Schemas.Import, void> {
    return everyItem((page) => this.list({ pageSize: 100, ...query, page }, options));
  }
  /** Import an uploaded file; up to 1 000 rows within the request, more in the background */
  create(body: Schemas.ImportInput, options?: CallOptions): Promise<Schemas.Import> {
    return this.#sender.json<Schemas.Import>({ method: "POST", path: "/imports", body, takesKey: true }, options);
  }
  /** Upload a CSV file or an Excel workbook (.xlsx, its first sheet), or CSV text in JSON; kept for 7 days unless it is imported */
  uploadFile(body: FileUpload | {
  name?: string;
  text: string;
}, options?: CallOptions): Promise<Schemas.UploadedImportFile> {
    return this.#sender.json<Schemas.UploadedImportFile>({ method: "POST", path: "/imports/files", body, takesKey: true }, options);
  }
  /** Proposed mapping, samples, counts and first problems of an uploaded file; changes nothing */
  preview(body: Schemas.ImportPreviewInput, options?: CallOptions): Promise<Schemas.ImportPreview> {
    return this.#sender.json<Schemas.ImportPreview>({ method: "POST", path: "/imports/preview", body, takesKey: true }, options);
  }
  /** Create a draft of an import */
  createDraft(body: Schemas.ImportDraftInput, options?: CallOptions): Promise<Schemas.ImportDraft> {
    return this.#sender.json<Schemas.ImportDraft>({ method: "POST", path: "/imports/drafts", body, takesKey: true }, options);
  }
  /** One draft */
  getDraft(importId: Schemas.Id, options?: CallOptions): Promise<Schemas.ImportDraft> {
    return this.#sender.json<Schemas.ImportDraft>({ method: "GET", path: `/imports/drafts/${part(importId)}` }, options);
  }
  /** Replace a draft */
  replaceDraft(importId: Schemas.Id, body: Schemas.ImportDraftInput, options?: CallOptions): Promise<Schemas.ImportDraft> {
    return this.#sender.json<Schemas.ImportDraft>({ method: "PUT", path: `/imports/drafts/${part(importId)}`, body }, options);
  }
  /** Progress and result of an import */
  get(importId: Schemas.Id, options?: CallOptions): Promise<Schemas.Import> {
    return this.#sender.json<Schemas.Import>({ method: "GET", path: `/imports/${part(importId)}` }, options);
  }
  /** Delete the record of a finished import; imported contacts stay */
  delete(importId: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/imports/${part(importId)}` }, options);
  }
  /** Rows that were not imported, or imported without invalid values, with row number, column and code; kept for 30 days */
  downloadRejectedRows(importId: Schemas.Id, options?: CallOptions): Promise<Download> {
    return this.#sender.file({ method: "GET", path: `/imports/${part(importId)}/rejected` }, options);
  }
}

/** Exports of contacts and their files */
export class Exports {
  readonly #sender: Sender;
  constructor(sender: Sender) {
    this.#sender = sender;
  }
  /** Fields that can be exported */
  listFields(options?: CallOptions): Promise<Schemas.ExportFieldItems> {
    return this.#sender.json<Schemas.ExportFieldItems>({ method: "GET", path: "/export-fields" }, options);
  }
  /** Values of chosen fields of up to 100 contacts, as exports write them; unknown contacts are left out */
  listContactValues(query: {
  /** At most 100 ids, comma separated */
  ids: string;
  /** At most 40 fields of GET /export-fields, comma separated */
  fields: string;
}, options?: CallOptions): Promise<Schemas.ContactValuesItems> {
    return this.#sender.json<Schemas.ContactValuesItems>({ method: "GET", path: "/contact-values", query }, options);
  }
  /** Exports, newest first */
  list(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, createdAt, rows */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  status?: "queued" | "running" | "ready" | "failed" | "expired";
} = {}, options?: CallOptions): Promise<Schemas.ExportPage> {
    return this.#sender.json<Schemas.ExportPage>({ method: "GET", path: "/exports", query }, options);
  }
  /** Every item of `list`, page by page. */
  listAll(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, createdAt, rows */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  status?: "queued" | "running" | "ready" | "failed" | "expired";
} = {}, options?: CallOptions): AsyncGenerator<Schemas.Export, void> {
    return everyItem((page) => this.list({ pageSize: 100, ...query, page }, options));
  }
  /** Export contacts to a CSV file in the background; the notification `export_ready` follows */
  create(body: Schemas.ExportInput, options?: CallOptions): Promise<Schemas.Export> {
    return this.#sender.json<Schemas.Export>({ method: "POST", path: "/exports", body, takesKey: true }, options);
  }
  /** One export with its progress */
  get(exportId: Schemas.Id, options?: CallOptions): Promise<Schemas.Export> {
    return this.#sender.json<Schemas.Export>({ method: "GET", path: `/exports/${part(exportId)}` }, options);
  }
  /** The file: keys of the fields in the first line, times in ISO 8601, several values parted by `|` */
  download(exportId: Schemas.Id, options?: CallOptions): Promise<Download> {
    return this.#sender.file({ method: "GET", path: `/exports/${part(exportId)}/download` }, options);
  }
}

/** Templates, footers, pages, surveys, files and checks of e-mails */
export class Content {
  readonly #sender: Sender;
  constructor(sender: Sender) {
    this.#sender = sender;
  }
  /** Files of the file manager, newest first */
  listFiles(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, size, createdAt, pickedAt */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  /** A folder id, or root for files without a folder */
  folder?: string;
  type?: "image" | "document";
} = {}, options?: CallOptions): Promise<Schemas.StoredFilePage> {
    return this.#sender.json<Schemas.StoredFilePage>({ method: "GET", path: "/files", query }, options);
  }
  /** Every item of `listFiles`, page by page. */
  listFilesAll(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, size, createdAt, pickedAt */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  /** A folder id, or root for files without a folder */
  folder?: string;
  type?: "image" | "document";
} = {}, options?: CallOptions): AsyncGenerator<Schemas.StoredFile, void> {
    return everyItem((page) => this.listFiles({ pageSize: 100, ...query, page }, options));
  }
  /** Add a file: a form with the part file (and name, folderId), or JSON with the URL to download it from. Images (JPEG, PNG, GIF, WebP, SVG without active content), PDF, Office documents without macros, CSV, text, calendars */
  uploadFile(body: FileUpload & {
  name?: Schemas.Name;
  folderId?: Schemas.Id;
} | Schemas.FileByUrl, options?: CallOptions): Promise<Schemas.StoredFile> {
    return this.#sender.json<Schemas.StoredFile>({ method: "POST", path: "/files", body, takesKey: true }, options);
  }
  /** One file and the content that uses it */
  getFile(assetId: Schemas.Id, options?: CallOptions): Promise<Schemas.StoredFileDetail> {
    return this.#sender.json<Schemas.StoredFileDetail>({ method: "GET", path: `/files/${part(assetId)}` }, options);
  }
  /** Rename a file or move it; its public URL does not change */
  updateFile(assetId: Schemas.Id, body: Schemas.StoredFileChange, options?: CallOptions): Promise<Schemas.StoredFile> {
    return this.#sender.json<Schemas.StoredFile>({ method: "PATCH", path: `/files/${part(assetId)}`, body }, options);
  }
  /** Delete a file that no content uses */
  deleteFile(assetId: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/files/${part(assetId)}` }, options);
  }
  /** Record that the file was picked in an editor, so that it is listed among the recent ones */
  pickFile(assetId: Schemas.Id, options?: CallOptions): Promise<Schemas.StoredFile> {
    return this.#sender.json<Schemas.StoredFile>({ method: "POST", path: `/files/${part(assetId)}/picked`, takesKey: true }, options);
  }
  /** All folders of the file manager, by name; `parentId` links them to a tree */
  listFileFolders(options?: CallOptions): Promise<Schemas.FileFolderItems> {
    return this.#sender.json<Schemas.FileFolderItems>({ method: "GET", path: "/file-folders" }, options);
  }
  /** Add a folder, at most 8 levels deep and 1 000 per company */
  createFileFolder(body: Schemas.FileFolderInput, options?: CallOptions): Promise<Schemas.FileFolder> {
    return this.#sender.json<Schemas.FileFolder>({ method: "POST", path: "/file-folders", body, takesKey: true }, options);
  }
  /** Rename a folder or move it with its contents */
  updateFileFolder(folderId: Schemas.Id, body: Schemas.FileFolderChange, options?: CallOptions): Promise<Schemas.FileFolder> {
    return this.#sender.json<Schemas.FileFolder>({ method: "PATCH", path: `/file-folders/${part(folderId)}`, body }, options);
  }
  /** Delete an empty folder */
  deleteFileFolder(folderId: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/file-folders/${part(folderId)}` }, options);
  }
  /** Search free photos; without a search text the provider's curated ones */
  listStockPhotos(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  q?: string;
} = {}, options?: CallOptions): Promise<Schemas.StockPhotoPage> {
    return this.#sender.json<Schemas.StockPhotoPage>({ method: "GET", path: "/stock-photos", query }, options);
  }
  /** Every item of `listStockPhotos`, page by page. */
  listStockPhotosAll(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  q?: string;
} = {}, options?: CallOptions): AsyncGenerator<Schemas.StockPhoto, void> {
    return everyItem((page) => this.listStockPhotos({ pageSize: 100, ...query, page }, options));
  }
  /** Whether this installation offers stock photos */
  getStockPhotoStatus(options?: CallOptions): Promise<Schemas.StockPhotoStatus> {
    return this.#sender.json<Schemas.StockPhotoStatus>({ method: "GET", path: "/stock-photos/status" }, options);
  }
  /** Add a stock photo to the files, with its author */
  addStockPhoto(body: Schemas.StockPhotoInput, options?: CallOptions): Promise<Schemas.StoredFile> {
    return this.#sender.json<Schemas.StoredFile>({ method: "POST", path: "/files/stock-photo", body, takesKey: true }, options);
  }
  /** Add the thumbnail of a YouTube or Vimeo video with a play button; link it to `origin.url` */
  addVideoThumbnail(body: Schemas.VideoThumbnailInput, options?: CallOptions): Promise<Schemas.StoredFile> {
    return this.#sender.json<Schemas.StoredFile>({ method: "POST", path: "/files/video-thumbnail", body, takesKey: true }, options);
  }
  /** Landing pages without their HTML */
  listLandingPages(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, slug, createdAt */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  published?: boolean;
} = {}, options?: CallOptions): Promise<Schemas.LandingPageRowPage> {
    return this.#sender.json<Schemas.LandingPageRowPage>({ method: "GET", path: "/landing-pages", query }, options);
  }
  /** Every item of `listLandingPages`, page by page. */
  listLandingPagesAll(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, slug, createdAt */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  published?: boolean;
} = {}, options?: CallOptions): AsyncGenerator<Schemas.LandingPageRow, void> {
    return everyItem((page) => this.listLandingPages({ pageSize: 100, ...query, page }, options));
  }
  /** Add a landing page; active content is removed from its HTML, a form with an external action is rejected */
  createLandingPage(body: Schemas.LandingPageInput, options?: CallOptions): Promise<Schemas.LandingPage> {
    return this.#sender.json<Schemas.LandingPage>({ method: "POST", path: "/landing-pages", body, takesKey: true }, options);
  }
  /** One landing page */
  getLandingPage(id: Schemas.Id, options?: CallOptions): Promise<Schemas.LandingPage> {
    return this.#sender.json<Schemas.LandingPage>({ method: "GET", path: `/landing-pages/${part(id)}` }, options);
  }
  /** Change, publish or unpublish a landing page */
  updateLandingPage(id: Schemas.Id, body: Schemas.LandingPageChange, options?: CallOptions): Promise<Schemas.LandingPage> {
    return this.#sender.json<Schemas.LandingPage>({ method: "PATCH", path: `/landing-pages/${part(id)}`, body }, options);
  }
  /** Delete a landing page; its slug becomes free */
  deleteLandingPage(id: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/landing-pages/${part(id)}` }, options);
  }
  /** A page in blocks as visitors would see it; nothing is stored */
  previewLandingPage(body: {
  blocks: Schemas.PageBlocks;
}, options?: CallOptions): Promise<{
  /** Blocks have the class `block-<id>` */
  html: string;
}> {
    return this.#sender.json<{
  /** Blocks have the class `block-<id>` */
  html: string;
}>({ method: "POST", path: "/landing-pages/preview", body, takesKey: true }, options);
  }
  /** Copy a landing page, unpublished, with the first free name and slug */
  copyLandingPage(id: Schemas.Id, body: {
  name?: Schemas.Name;
  /** The URL is /l/<slug>; unique across companies. Derived from the name by default */
  slug?: string;
}, options?: CallOptions): Promise<Schemas.LandingPage> {
    return this.#sender.json<Schemas.LandingPage>({ method: "POST", path: `/landing-pages/${part(id)}/copy`, body, takesKey: true }, options);
  }
  /** Unsubscribe pages */
  listUnsubscribePages(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, createdAt */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  shop?: Schemas.Id;
  active?: boolean;
} = {}, options?: CallOptions): Promise<Schemas.UnsubscribePageRowPage> {
    return this.#sender.json<Schemas.UnsubscribePageRowPage>({ method: "GET", path: "/unsubscribe-pages", query }, options);
  }
  /** Every item of `listUnsubscribePages`, page by page. */
  listUnsubscribePagesAll(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, createdAt */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  shop?: Schemas.Id;
  active?: boolean;
} = {}, options?: CallOptions): AsyncGenerator<Schemas.UnsubscribePageRow, void> {
    return everyItem((page) => this.listUnsubscribePages({ pageSize: 100, ...query, page }, options));
  }
  /** Add a page; empty texts get defaults in the contact's language */
  createUnsubscribePage(body: Schemas.UnsubscribePageInput, options?: CallOptions): Promise<Schemas.UnsubscribePage> {
    return this.#sender.json<Schemas.UnsubscribePage>({ method: "POST", path: "/unsubscribe-pages", body, takesKey: true }, options);
  }
  /** Preview an unsaved page; changes nothing */
  previewUnsubscribePage(body: Schemas.UnsubscribePagePreviewInput, options?: CallOptions): Promise<Schemas.UnsubscribePagePreview> {
    return this.#sender.json<Schemas.UnsubscribePagePreview>({ method: "POST", path: "/unsubscribe-pages/preview", body, takesKey: true }, options);
  }
  /** One unsubscribe page */
  getUnsubscribePage(unsubPageId: Schemas.Id, options?: CallOptions): Promise<Schemas.UnsubscribePage> {
    return this.#sender.json<Schemas.UnsubscribePage>({ method: "GET", path: `/unsubscribe-pages/${part(unsubPageId)}` }, options);
  }
  /** Change a page; a page that becomes inactive or changes its shop or language is no longer the default */
  updateUnsubscribePage(unsubPageId: Schemas.Id, body: Schemas.UnsubscribePageChange, options?: CallOptions): Promise<Schemas.UnsubscribePage> {
    return this.#sender.json<Schemas.UnsubscribePage>({ method: "PATCH", path: `/unsubscribe-pages/${part(unsubPageId)}`, body }, options);
  }
  /** Delete a page; its links show the default page instead */
  deleteUnsubscribePage(unsubPageId: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/unsubscribe-pages/${part(unsubPageId)}` }, options);
  }
  /** Copy a page; the copy is not the default, and without a name it gets the first free one */
  copyUnsubscribePage(unsubPageId: Schemas.Id, body: {
  name?: Schemas.Name;
}, options?: CallOptions): Promise<Schemas.UnsubscribePage> {
    return this.#sender.json<Schemas.UnsubscribePage>({ method: "POST", path: `/unsubscribe-pages/${part(unsubPageId)}/copy`, body, takesKey: true }, options);
  }
  /** Make an active page the default for contacts of its shop and language */
  makeUnsubscribePageDefault(unsubPageId: Schemas.Id, options?: CallOptions): Promise<Schemas.UnsubscribePage> {
    return this.#sender.json<Schemas.UnsubscribePage>({ method: "POST", path: `/unsubscribe-pages/${part(unsubPageId)}/default`, takesKey: true }, options);
  }
  /** Remove the page as default; explicit references stay */
  unmakeUnsubscribePageDefault(unsubPageId: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/unsubscribe-pages/${part(unsubPageId)}/default` }, options);
  }
  /** Surveys with the number of answers */
  listSurveys(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, createdAt */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  active?: boolean;
} = {}, options?: CallOptions): Promise<Schemas.SurveyRowPage> {
    return this.#sender.json<Schemas.SurveyRowPage>({ method: "GET", path: "/surveys", query }, options);
  }
  /** Every item of `listSurveys`, page by page. */
  listSurveysAll(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, createdAt */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  active?: boolean;
} = {}, options?: CallOptions): AsyncGenerator<Schemas.SurveyRow, void> {
    return everyItem((page) => this.listSurveys({ pageSize: 100, ...query, page }, options));
  }
  /** Add a survey; it accepts answers on its public page once it is active */
  createSurvey(body: Schemas.SurveyInput, options?: CallOptions): Promise<Schemas.Survey> {
    return this.#sender.json<Schemas.Survey>({ method: "POST", path: "/surveys", body, takesKey: true }, options);
  }
  /** Preview an unsaved survey; changes nothing */
  previewSurvey(body: Schemas.SurveyPreviewInput, options?: CallOptions): Promise<Schemas.SurveyPreview> {
    return this.#sender.json<Schemas.SurveyPreview>({ method: "POST", path: "/surveys/preview", body, takesKey: true }, options);
  }
  /** One survey with its questions */
  getSurvey(surveyId: Schemas.Id, options?: CallOptions): Promise<Schemas.Survey> {
    return this.#sender.json<Schemas.Survey>({ method: "GET", path: `/surveys/${part(surveyId)}` }, options);
  }
  /** Change a survey. Answers reference questions and options by key: removed ones stay in the results, and an answered question keeps its type */
  updateSurvey(surveyId: Schemas.Id, body: Schemas.SurveyChange, options?: CallOptions): Promise<Schemas.Survey> {
    return this.#sender.json<Schemas.Survey>({ method: "PATCH", path: `/surveys/${part(surveyId)}`, body }, options);
  }
  /** Delete a survey with its answers */
  deleteSurvey(surveyId: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/surveys/${part(surveyId)}` }, options);
  }
  /** Copy a survey without its answers, inactive, with the first free name */
  copySurvey(surveyId: Schemas.Id, body: {
  name?: Schemas.Name;
}, options?: CallOptions): Promise<Schemas.Survey> {
    return this.#sender.json<Schemas.Survey>({ method: "POST", path: `/surveys/${part(surveyId)}/copy`, body, takesKey: true }, options);
  }
  /** Single responses, newest first; `from` and `to` are days in the company's time zone, both inclusive */
  listSurveyResponses(surveyId: Schemas.Id, query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of at */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  from?: Schemas.Day;
  to?: Schemas.Day;
} = {}, options?: CallOptions): Promise<Schemas.SurveyResponsePage> {
    return this.#sender.json<Schemas.SurveyResponsePage>({ method: "GET", path: `/surveys/${part(surveyId)}/responses`, query }, options);
  }
  /** Every item of `listSurveyResponses`, page by page. */
  listSurveyResponsesAll(surveyId: Schemas.Id, query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of at */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  from?: Schemas.Day;
  to?: Schemas.Day;
} = {}, options?: CallOptions): AsyncGenerator<Schemas.SurveyResponse, void> {
    return everyItem((page) => this.listSurveyResponses(surveyId, { pageSize: 100, ...query, page }, options));
  }
  /** Answers counted by question */
  getSurveyResults(surveyId: Schemas.Id, query: {
  from?: Schemas.Day;
  to?: Schemas.Day;
} = {}, options?: CallOptions): Promise<Schemas.SurveyResults> {
    return this.#sender.json<Schemas.SurveyResults>({ method: "GET", path: `/surveys/${part(surveyId)}/results`, query }, options);
  }
  /** E-mail templates without their content, filtered, sorted and paged; archived ones only on request */
  listTemplates(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, kind, createdAt, updatedAt */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  shop?: Schemas.Id;
  /** Repeatable: templates that have all of these tags */
  tag?: (string)[];
  archived?: boolean;
  kind?: "html" | "mjml" | "blocks";
} = {}, options?: CallOptions): Promise<Schemas.TemplateRowPage> {
    return this.#sender.json<Schemas.TemplateRowPage>({ method: "GET", path: "/templates", query }, options);
  }
  /** Every item of `listTemplates`, page by page. */
  listTemplatesAll(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, kind, createdAt, updatedAt */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  shop?: Schemas.Id;
  /** Repeatable: templates that have all of these tags */
  tag?: (string)[];
  archived?: boolean;
  kind?: "html" | "mjml" | "blocks";
} = {}, options?: CallOptions): AsyncGenerator<Schemas.TemplateRow, void> {
    return everyItem((page) => this.listTemplates({ pageSize: 100, ...query, page }, options));
  }
  /** Add an e-mail template: empty, with content, or from a starter */
  createTemplate(body: Schemas.TemplateInput, options?: CallOptions): Promise<Schemas.Template> {
    return this.#sender.json<Schemas.Template>({ method: "POST", path: "/templates", body, takesKey: true }, options);
  }
  /** Our own templates to begin with: newsletter, product-grid, sale, welcome, double-opt-in, abandoned-cart, birthday, plain-letter */
  listStarters(query: {
  language?: "cs" | "sk" | "en";
} = {}, options?: CallOptions): Promise<Schemas.StarterRowItems> {
    return this.#sender.json<Schemas.StarterRowItems>({ method: "GET", path: "/templates/starters", query }, options);
  }
  /** Add tags to templates and remove them */
  tagTemplates(body: Schemas.LabelBulk, options?: CallOptions): Promise<Schemas.LabelBulkAnswer> {
    return this.#sender.json<Schemas.LabelBulkAnswer>({ method: "POST", path: "/templates/tags", body, takesKey: true }, options);
  }
  /** One template with its draft content */
  getTemplate(templateId: Schemas.Id, options?: CallOptions): Promise<Schemas.Template> {
    return this.#sender.json<Schemas.Template>({ method: "GET", path: `/templates/${part(templateId)}` }, options);
  }
  /** Change the properties of a template; its content is saved separately */
  updateTemplate(templateId: Schemas.Id, body: Schemas.TemplateChange, options?: CallOptions): Promise<Schemas.Template> {
    return this.#sender.json<Schemas.Template>({ method: "PATCH", path: `/templates/${part(templateId)}`, body }, options);
  }
  /** Delete a template with all its versions, unless it is in use */
  deleteTemplate(templateId: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/templates/${part(templateId)}` }, options);
  }
  /** Archive a template that no active or paused automation sends; whatever else uses it continues to */
  archiveTemplate(templateId: Schemas.Id, options?: CallOptions): Promise<Schemas.Template> {
    return this.#sender.json<Schemas.Template>({ method: "POST", path: `/templates/${part(templateId)}/archive`, takesKey: true }, options);
  }
  /** Restore an archived template */
  unarchiveTemplate(templateId: Schemas.Id, options?: CallOptions): Promise<Schemas.Template> {
    return this.#sender.json<Schemas.Template>({ method: "POST", path: `/templates/${part(templateId)}/unarchive`, takesKey: true }, options);
  }
  /** Copy a template with its draft content; without a name it gets the first free one */
  duplicateTemplate(templateId: Schemas.Id, body: Schemas.TemplateCopyInput, options?: CallOptions): Promise<Schemas.Template> {
    return this.#sender.json<Schemas.Template>({ method: "POST", path: `/templates/${part(templateId)}/duplicate`, body, takesKey: true }, options);
  }
  /** Convert HTML or MJML to blocks, as a new version; unsupported parts become HTML blocks */
  convertTemplate(templateId: Schemas.Id, body: Schemas.TemplateConvertInput, options?: CallOptions): Promise<Schemas.Template> {
    return this.#sender.json<Schemas.Template>({ method: "POST", path: `/templates/${part(templateId)}/convert-to-visual`, body, takesKey: true }, options);
  }
  /** Publish the draft of a template; without a draft nothing changes */
  publishTemplate(templateId: Schemas.Id, options?: CallOptions): Promise<Schemas.Template> {
    return this.#sender.json<Schemas.Template>({ method: "POST", path: `/templates/${part(templateId)}/publish`, takesKey: true }, options);
  }
  /** Send the draft or published content to test addresses, to all of them by default; at most 10 e-mails per template in 24 hours, and per company and day at most as the operator allows */
  testTemplate(templateId: Schemas.Id, body: Schemas.TemplateTestInput, options?: CallOptions): Promise<Schemas.TestEmailAnswer> {
    return this.#sender.json<Schemas.TestEmailAnswer>({ method: "POST", path: `/templates/${part(templateId)}/test`, body, takesKey: true }, options);
  }
  /** Draft content of a template */
  getTemplateContent(templateId: Schemas.Id, options?: CallOptions): Promise<Schemas.EmailContent> {
    return this.#sender.json<Schemas.EmailContent>({ method: "GET", path: `/templates/${part(templateId)}/content` }, options);
  }
  /** Save content as a new version; a draft while an active automation sends the template */
  saveTemplateContent(templateId: Schemas.Id, body: Schemas.ContentWrite, options?: CallOptions): Promise<Schemas.SavedContent> {
    return this.#sender.json<Schemas.SavedContent>({ method: "PUT", path: `/templates/${part(templateId)}/content`, body }, options);
  }
  /** Discard the draft; its versions can still be read */
  discardTemplateDraft(templateId: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/templates/${part(templateId)}/draft` }, options);
  }
  /** Saved versions of a template, newest first */
  listTemplateVersions(templateId: Schemas.Id, query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id */
  sort?: string;
} = {}, options?: CallOptions): Promise<Schemas.ContentVersionRowPage> {
    return this.#sender.json<Schemas.ContentVersionRowPage>({ method: "GET", path: `/templates/${part(templateId)}/versions`, query }, options);
  }
  /** Every item of `listTemplateVersions`, page by page. */
  listTemplateVersionsAll(templateId: Schemas.Id, query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id */
  sort?: string;
} = {}, options?: CallOptions): AsyncGenerator<Schemas.ContentVersionRow, void> {
    return everyItem((page) => this.listTemplateVersions(templateId, { pageSize: 100, ...query, page }, options));
  }
  /** One saved version; saving its content again restores it */
  getTemplateVersion(templateId: Schemas.Id, versionId: Schemas.Id, options?: CallOptions): Promise<Schemas.ContentVersion> {
    return this.#sender.json<Schemas.ContentVersion>({ method: "GET", path: `/templates/${part(templateId)}/versions/${part(versionId)}` }, options);
  }
  /** Footers without their content */
  listFooters(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, createdAt, updatedAt */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  shop?: Schemas.Id;
} = {}, options?: CallOptions): Promise<Schemas.FooterRowPage> {
    return this.#sender.json<Schemas.FooterRowPage>({ method: "GET", path: "/footers", query }, options);
  }
  /** Every item of `listFooters`, page by page. */
  listFootersAll(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, createdAt, updatedAt */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  shop?: Schemas.Id;
} = {}, options?: CallOptions): AsyncGenerator<Schemas.FooterRow, void> {
    return everyItem((page) => this.listFooters({ pageSize: 100, ...query, page }, options));
  }
  /** Add a footer of a shop or of the whole company; it is used once it is published */
  createFooter(body: Schemas.FooterInput, options?: CallOptions): Promise<Schemas.Footer> {
    return this.#sender.json<Schemas.Footer>({ method: "POST", path: "/footers", body, takesKey: true }, options);
  }
  /** One footer with its draft content */
  getFooter(footerId: Schemas.Id, options?: CallOptions): Promise<Schemas.Footer> {
    return this.#sender.json<Schemas.Footer>({ method: "GET", path: `/footers/${part(footerId)}` }, options);
  }
  /** Rename a footer */
  updateFooter(footerId: Schemas.Id, body: Schemas.FooterChange, options?: CallOptions): Promise<Schemas.Footer> {
    return this.#sender.json<Schemas.Footer>({ method: "PATCH", path: `/footers/${part(footerId)}`, body }, options);
  }
  /** Delete a footer with all its versions, unless it is referenced */
  deleteFooter(footerId: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/footers/${part(footerId)}` }, options);
  }
  /** Draft content of a footer */
  getFooterContent(footerId: Schemas.Id, options?: CallOptions): Promise<Schemas.EmailContent> {
    return this.#sender.json<Schemas.EmailContent>({ method: "GET", path: `/footers/${part(footerId)}/content` }, options);
  }
  /** Save content as a new version; it is used once it is published */
  saveFooterContent(footerId: Schemas.Id, body: Schemas.ContentWrite, options?: CallOptions): Promise<Schemas.SavedContent> {
    return this.#sender.json<Schemas.SavedContent>({ method: "PUT", path: `/footers/${part(footerId)}/content`, body }, options);
  }
  /** Copy a footer, unpublished; without a name it gets the first free one */
  copyFooter(footerId: Schemas.Id, body: Schemas.TemplateCopyInput, options?: CallOptions): Promise<Schemas.Footer> {
    return this.#sender.json<Schemas.Footer>({ method: "POST", path: `/footers/${part(footerId)}/copy`, body, takesKey: true }, options);
  }
  /** Make a published footer the default, instead of the previous one */
  makeFooterDefault(footerId: Schemas.Id, options?: CallOptions): Promise<Schemas.Footer> {
    return this.#sender.json<Schemas.Footer>({ method: "POST", path: `/footers/${part(footerId)}/default`, takesKey: true }, options);
  }
  /** Remove the footer as default; explicit references stay */
  unmakeFooterDefault(footerId: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/footers/${part(footerId)}/default` }, options);
  }
  /** Publish the draft content */
  publishFooter(footerId: Schemas.Id, options?: CallOptions): Promise<Schemas.Footer> {
    return this.#sender.json<Schemas.Footer>({ method: "POST", path: `/footers/${part(footerId)}/publish`, takesKey: true }, options);
  }
  /** Saved versions of a footer, newest first */
  listFooterVersions(footerId: Schemas.Id, query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id */
  sort?: string;
} = {}, options?: CallOptions): Promise<Schemas.ContentVersionRowPage> {
    return this.#sender.json<Schemas.ContentVersionRowPage>({ method: "GET", path: `/footers/${part(footerId)}/versions`, query }, options);
  }
  /** Every item of `listFooterVersions`, page by page. */
  listFooterVersionsAll(footerId: Schemas.Id, query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id */
  sort?: string;
} = {}, options?: CallOptions): AsyncGenerator<Schemas.ContentVersionRow, void> {
    return everyItem((page) => this.listFooterVersions(footerId, { pageSize: 100, ...query, page }, options));
  }
  /** One saved version; saving its content again restores it */
  getFooterVersion(footerId: Schemas.Id, versionId: Schemas.Id, options?: CallOptions): Promise<Schemas.ContentVersion> {
    return this.#sender.json<Schemas.ContentVersion>({ method: "GET", path: `/footers/${part(footerId)}/versions/${part(versionId)}` }, options);
  }
  /** Templates in Twig, without their source */
  listScriptTemplates(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, createdAt, updatedAt */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
} = {}, options?: CallOptions): Promise<Schemas.ScriptTemplateRowPage> {
    return this.#sender.json<Schemas.ScriptTemplateRowPage>({ method: "GET", path: "/script-templates", query }, options);
  }
  /** Every item of `listScriptTemplates`, page by page. */
  listScriptTemplatesAll(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, createdAt, updatedAt */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
} = {}, options?: CallOptions): AsyncGenerator<Schemas.ScriptTemplateRow, void> {
    return everyItem((page) => this.listScriptTemplates({ pageSize: 100, ...query, page }, options));
  }
  /** Add a template in Twig */
  createScriptTemplate(body: Schemas.ScriptTemplateInput, options?: CallOptions): Promise<Schemas.ScriptTemplate> {
    return this.#sender.json<Schemas.ScriptTemplate>({ method: "POST", path: "/script-templates", body, takesKey: true }, options);
  }
  /** One template in Twig */
  getScriptTemplate(id: Schemas.Id, options?: CallOptions): Promise<Schemas.ScriptTemplate> {
    return this.#sender.json<Schemas.ScriptTemplate>({ method: "GET", path: `/script-templates/${part(id)}` }, options);
  }
  /** Change a template in Twig */
  updateScriptTemplate(id: Schemas.Id, body: Schemas.ScriptTemplateChange, options?: CallOptions): Promise<Schemas.ScriptTemplate> {
    return this.#sender.json<Schemas.ScriptTemplate>({ method: "PATCH", path: `/script-templates/${part(id)}`, body }, options);
  }
  /** Delete a template in Twig */
  deleteScriptTemplate(id: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/script-templates/${part(id)}` }, options);
  }
  /** Templates of text messages, newest first */
  listSmsTemplates(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, createdAt, updatedAt */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  shop?: Schemas.Id;
} = {}, options?: CallOptions): Promise<Schemas.SmsTemplatePage> {
    return this.#sender.json<Schemas.SmsTemplatePage>({ method: "GET", path: "/sms-templates", query }, options);
  }
  /** Every item of `listSmsTemplates`, page by page. */
  listSmsTemplatesAll(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, createdAt, updatedAt */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  shop?: Schemas.Id;
} = {}, options?: CallOptions): AsyncGenerator<Schemas.SmsTemplate, void> {
    return everyItem((page) => this.listSmsTemplates({ pageSize: 100, ...query, page }, options));
  }
  /** Add a template of a text message; the text may contain merge tags */
  createSmsTemplate(body: Schemas.SmsTemplateInput, options?: CallOptions): Promise<Schemas.SmsTemplate> {
    return this.#sender.json<Schemas.SmsTemplate>({ method: "POST", path: "/sms-templates", body, takesKey: true }, options);
  }
  /** One template of a text message */
  getSmsTemplate(id: Schemas.Id, options?: CallOptions): Promise<Schemas.SmsTemplate> {
    return this.#sender.json<Schemas.SmsTemplate>({ method: "GET", path: `/sms-templates/${part(id)}` }, options);
  }
  /** Change a template of a text message */
  updateSmsTemplate(id: Schemas.Id, body: Schemas.SmsTemplateChange, options?: CallOptions): Promise<Schemas.SmsTemplate> {
    return this.#sender.json<Schemas.SmsTemplate>({ method: "PATCH", path: `/sms-templates/${part(id)}`, body }, options);
  }
  /** Delete a template of a text message */
  deleteSmsTemplate(id: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/sms-templates/${part(id)}` }, options);
  }
  /** Copy a template of a text message */
  copySmsTemplate(id: Schemas.Id, body: Schemas.SmsTemplateCopy, options?: CallOptions): Promise<Schemas.SmsTemplate> {
    return this.#sender.json<Schemas.SmsTemplate>({ method: "POST", path: `/sms-templates/${part(id)}/copy`, body, takesKey: true }, options);
  }
  /** Saved elements of the visual editor, by category and name */
  listEditorElements(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, category, createdAt, updatedAt */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  category?: string;
  kind?: "section" | "column" | "block";
} = {}, options?: CallOptions): Promise<Schemas.EditorElementPage> {
    return this.#sender.json<Schemas.EditorElementPage>({ method: "GET", path: "/editor-elements", query }, options);
  }
  /** Every item of `listEditorElements`, page by page. */
  listEditorElementsAll(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, category, createdAt, updatedAt */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  category?: string;
  kind?: "section" | "column" | "block";
} = {}, options?: CallOptions): AsyncGenerator<Schemas.EditorElement, void> {
    return everyItem((page) => this.listEditorElements({ pageSize: 100, ...query, page }, options));
  }
  /** Save an element for reuse, at most 500 per company */
  createEditorElement(body: Schemas.EditorElementInput, options?: CallOptions): Promise<Schemas.EditorElement> {
    return this.#sender.json<Schemas.EditorElement>({ method: "POST", path: "/editor-elements", body, takesKey: true }, options);
  }
  /** Change a saved element; copies in existing e-mails do not change */
  updateEditorElement(elementId: Schemas.Id, body: Schemas.EditorElementChange, options?: CallOptions): Promise<Schemas.EditorElement> {
    return this.#sender.json<Schemas.EditorElement>({ method: "PATCH", path: `/editor-elements/${part(elementId)}`, body }, options);
  }
  /** Delete a saved element */
  deleteEditorElement(elementId: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/editor-elements/${part(elementId)}` }, options);
  }
  /** Check an e-mail for errors and warnings */
  lint(body: Schemas.EmailToCheck, options?: CallOptions): Promise<Schemas.LintReport> {
    return this.#sender.json<Schemas.LintReport>({ method: "POST", path: "/content/lint", body, takesKey: true }, options);
  }
  /** Spam score of an e-mail, rule by rule */
  checkSpam(body: Schemas.EmailToCheck, options?: CallOptions): Promise<Schemas.SpamReport> {
    return this.#sender.json<Schemas.SpamReport>({ method: "POST", path: "/content/spam-check", body, takesKey: true }, options);
  }
  /** Render content that is not saved, for a contact or else a sample one, by the renderer that sends */
  preview(body: Schemas.ContentPreviewInput, options?: CallOptions): Promise<Schemas.ContentPreview> {
    return this.#sender.json<Schemas.ContentPreview>({ method: "POST", path: "/content/preview", body, takesKey: true }, options);
  }
  /** The only addresses that test e-mails are sent to */
  getTestRecipients(options?: CallOptions): Promise<Schemas.TestRecipients> {
    return this.#sender.json<Schemas.TestRecipients>({ method: "GET", path: "/test-recipients" }, options);
  }
  /** Replace the company's test addresses */
  setTestRecipients(body: Schemas.TestRecipientsInput, options?: CallOptions): Promise<Schemas.TestRecipients> {
    return this.#sender.json<Schemas.TestRecipients>({ method: "PUT", path: "/test-recipients", body }, options);
  }
}

/** Stacks of coupon codes that e-mails hand out */
export class Coupons {
  readonly #sender: Sender;
  constructor(sender: Sender) {
    this.#sender = sender;
  }
  /** Coupon stacks with the numbers of free, assigned and used codes */
  listStacks(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, createdAt */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  shop?: Schemas.Id;
} = {}, options?: CallOptions): Promise<Schemas.CouponStackPage> {
    return this.#sender.json<Schemas.CouponStackPage>({ method: "GET", path: "/coupon-stacks", query }, options);
  }
  /** Every item of `listStacks`, page by page. */
  listStacksAll(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, createdAt */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  shop?: Schemas.Id;
} = {}, options?: CallOptions): AsyncGenerator<Schemas.CouponStack, void> {
    return everyItem((page) => this.listStacks({ pageSize: 100, ...query, page }, options));
  }
  /** Add an empty coupon stack; its codes are used in e-mails as {{coupon:<mergeKey>}} */
  createStack(body: Schemas.CouponStackInput, options?: CallOptions): Promise<Schemas.CouponStack> {
    return this.#sender.json<Schemas.CouponStack>({ method: "POST", path: "/coupon-stacks", body, takesKey: true }, options);
  }
  /** One coupon stack */
  getStack(stackId: Schemas.Id, options?: CallOptions): Promise<Schemas.CouponStack> {
    return this.#sender.json<Schemas.CouponStack>({ method: "GET", path: `/coupon-stacks/${part(stackId)}` }, options);
  }
  /** Delete a coupon stack with all its codes */
  deleteStack(stackId: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/coupon-stacks/${part(stackId)}` }, options);
  }
  /** Add codes as an array, as text or, for more than 5 MB of them, as a text file in a form. Codes that the stack has already are counted and left out */
  addCodes(stackId: Schemas.Id, body: FileUpload | Schemas.CouponCodesInput, options?: CallOptions): Promise<Schemas.CouponCodesAnswer> {
    return this.#sender.json<Schemas.CouponCodesAnswer>({ method: "POST", path: `/coupon-stacks/${part(stackId)}/codes`, body, takesKey: true }, options);
  }
  /** Assign the oldest free code to a contact: 201; 200 with the same code when the contact has one */
  assign(stackId: Schemas.Id, body: {
  contactId: Schemas.Id;
}, options?: CallOptions): Promise<Schemas.Coupon> {
    return this.#sender.json<Schemas.Coupon>({ method: "POST", path: `/coupon-stacks/${part(stackId)}/assign`, body, takesKey: true }, options);
  }
  /** Assigned and used codes, newest first. `q` searches in the code and the address */
  list(stackId: Schemas.Id, query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** Search, without regard to case and diacritics */
  q?: string;
  from?: Schemas.Day;
  to?: Schemas.Day;
  status?: "assigned" | "used";
} = {}, options?: CallOptions): Promise<Schemas.CouponPage> {
    return this.#sender.json<Schemas.CouponPage>({ method: "GET", path: `/coupon-stacks/${part(stackId)}/coupons`, query }, options);
  }
  /** Every item of `list`, page by page. */
  listAll(stackId: Schemas.Id, query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** Search, without regard to case and diacritics */
  q?: string;
  from?: Schemas.Day;
  to?: Schemas.Day;
  status?: "assigned" | "used";
} = {}, options?: CallOptions): AsyncGenerator<Schemas.Coupon, void> {
    return everyItem((page) => this.list(stackId, { pageSize: 100, ...query, page }, options));
  }
  /** Mark codes as used; a free code may be marked too */
  markUsed(stackId: Schemas.Id, body: Schemas.UsedCouponsInput, options?: CallOptions): Promise<Schemas.UsedCouponsAnswer> {
    return this.#sender.json<Schemas.UsedCouponsAnswer>({ method: "POST", path: `/coupon-stacks/${part(stackId)}/used`, body, takesKey: true }, options);
  }
}

/** Product and article feeds whose items e-mails show */
export class Feeds {
  readonly #sender: Sender;
  constructor(sender: Sender) {
    this.#sender = sender;
  }
  /** Product and article feeds */
  list(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, createdAt */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  shop?: Schemas.Id;
} = {}, options?: CallOptions): Promise<Schemas.FeedPage> {
    return this.#sender.json<Schemas.FeedPage>({ method: "GET", path: "/feeds", query }, options);
  }
  /** Every item of `list`, page by page. */
  listAll(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, createdAt */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  shop?: Schemas.Id;
} = {}, options?: CallOptions): AsyncGenerator<Schemas.Feed, void> {
    return everyItem((page) => this.list({ pageSize: 100, ...query, page }, options));
  }
  /** Add a feed; with a url its first download starts at once */
  create(body: Schemas.FeedInput, options?: CallOptions): Promise<Schemas.Feed> {
    return this.#sender.json<Schemas.Feed>({ method: "POST", path: "/feeds", body, takesKey: true }, options);
  }
  /** One feed with the result of its last refresh */
  get(feedId: Schemas.Id, options?: CallOptions): Promise<Schemas.Feed> {
    return this.#sender.json<Schemas.Feed>({ method: "GET", path: `/feeds/${part(feedId)}` }, options);
  }
  /** Change a feed; its shop and its kind are fixed */
  update(feedId: Schemas.Id, body: Schemas.FeedChange, options?: CallOptions): Promise<Schemas.Feed> {
    return this.#sender.json<Schemas.Feed>({ method: "PATCH", path: `/feeds/${part(feedId)}`, body }, options);
  }
  /** Delete a feed with its products or articles, unless a template or an approved campaign shows them */
  delete(feedId: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/feeds/${part(feedId)}` }, options);
  }
  /** Replace the content of the feed by an uploaded file, in the background */
  import(feedId: Schemas.Id, body: FileUpload, options?: CallOptions): Promise<{
  jobId: Schemas.Id;
}> {
    return this.#sender.json<{
  jobId: Schemas.Id;
}>({ method: "POST", path: `/feeds/${part(feedId)}/import`, body }, options);
  }
  /** Download the feed now, in the background */
  refresh(feedId: Schemas.Id, options?: CallOptions): Promise<{
  jobId: Schemas.Id;
}> {
    return this.#sender.json<{
  jobId: Schemas.Id;
}>({ method: "POST", path: `/feeds/${part(feedId)}/refresh`, takesKey: true }, options);
  }
  /** The products of the feed, or its articles, newest first */
  listItems(feedId: Schemas.Id, query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** Search, without regard to case and diacritics */
  q?: string;
} = {}, options?: CallOptions): Promise<Schemas.FeedItemPage> {
    return this.#sender.json<Schemas.FeedItemPage>({ method: "GET", path: `/feeds/${part(feedId)}/items`, query }, options);
  }
  /** Every item of `listItems`, page by page. */
  listItemsAll(feedId: Schemas.Id, query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** Search, without regard to case and diacritics */
  q?: string;
} = {}, options?: CallOptions): AsyncGenerator<Schemas.FeedItem, void> {
    return everyItem((page) => this.listItems(feedId, { pageSize: 100, ...query, page }, options));
  }
  /** Download the feed and show its first 20 items; nothing is stored */
  preview(feedId: Schemas.Id, options?: CallOptions): Promise<Schemas.FeedPreview> {
    return this.#sender.json<Schemas.FeedPreview>({ method: "GET", path: `/feeds/${part(feedId)}/preview` }, options);
  }
  /** Search in the products of all feeds */
  listProducts(query: {
  shopId?: Schemas.Id;
  /** Search, without regard to case and diacritics */
  q?: string;
  /** At most 100 ids, comma separated; the answer has their order */
  ids?: string;
  /** Default: 24 */
  limit?: number;
  /** Default: 0 */
  offset?: number;
  feedId?: Schemas.Id;
} = {}, options?: CallOptions): Promise<Schemas.ProductSearch> {
    return this.#sender.json<Schemas.ProductSearch>({ method: "GET", path: "/feed-products", query }, options);
  }
  /** Search in the articles of all feeds, newest first */
  listArticles(query: {
  shopId?: Schemas.Id;
  /** Search, without regard to case and diacritics */
  q?: string;
  /** At most 100 ids, comma separated; the answer has their order */
  ids?: string;
  /** Default: 24 */
  limit?: number;
  /** Default: 0 */
  offset?: number;
  feedId?: Schemas.Id;
} = {}, options?: CallOptions): Promise<Schemas.ArticleSearch> {
    return this.#sender.json<Schemas.ArticleSearch>({ method: "GET", path: "/feed-articles", query }, options);
  }
}

/** Campaigns: content, audience, variants, approval and sending */
export class Campaigns {
  readonly #sender: Sender;
  constructor(sender: Sender) {
    this.#sender = sender;
  }
  /** Verified senders; with a shop, those of the shop */
  listSenders(query: {
  shop?: Schemas.Id;
} = {}, options?: CallOptions): Promise<Schemas.SenderItems> {
    return this.#sender.json<Schemas.SenderItems>({ method: "GET", path: "/senders", query }, options);
  }
  /** Campaigns with their recipients and results, filtered, sorted and paged */
  list(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, status, subject, createdAt, updatedAt, plannedAt, startedAt, recipients */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  shop?: Schemas.Id;
  /** Repeatable: campaigns with all of these tags */
  tag?: (string)[];
  status?: "draft" | "scheduled" | "sending" | "paused" | "completed" | "cancelled";
} = {}, options?: CallOptions): Promise<Schemas.CampaignRowPage> {
    return this.#sender.json<Schemas.CampaignRowPage>({ method: "GET", path: "/campaigns", query }, options);
  }
  /** Every item of `list`, page by page. */
  listAll(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, status, subject, createdAt, updatedAt, plannedAt, startedAt, recipients */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  shop?: Schemas.Id;
  /** Repeatable: campaigns with all of these tags */
  tag?: (string)[];
  status?: "draft" | "scheduled" | "sending" | "paused" | "completed" | "cancelled";
} = {}, options?: CallOptions): AsyncGenerator<Schemas.CampaignRow, void> {
    return everyItem((page) => this.list({ pageSize: 100, ...query, page }, options));
  }
  /** Add a draft: empty, or with the content, texts, footer and unsubscribe page of a template */
  create(body: Schemas.CampaignInput, options?: CallOptions): Promise<Schemas.Campaign> {
    return this.#sender.json<Schemas.Campaign>({ method: "POST", path: "/campaigns", body, takesKey: true }, options);
  }
  /** Count the contacts that an audience matches, the recipients among them, and the others by skip reason */
  measureAudience(body: Schemas.AudienceSizeRequest, options?: CallOptions): Promise<Schemas.AudienceSize> {
    return this.#sender.json<Schemas.AudienceSize>({ method: "POST", path: "/campaigns/audience", body, takesKey: true }, options);
  }
  /** Add and remove tags of campaigns */
  tag(body: Schemas.LabelBulk, options?: CallOptions): Promise<Schemas.LabelBulkAnswer> {
    return this.#sender.json<Schemas.LabelBulkAnswer>({ method: "POST", path: "/campaigns/tags", body, takesKey: true }, options);
  }
  /** One campaign with its progress */
  get(campaignId: Schemas.Id, options?: CallOptions): Promise<Schemas.Campaign> {
    return this.#sender.json<Schemas.Campaign>({ method: "GET", path: `/campaigns/${part(campaignId)}` }, options);
  }
  /** Update a draft; setting another template copies its content */
  update(campaignId: Schemas.Id, body: Schemas.CampaignChange, options?: CallOptions): Promise<Schemas.Campaign> {
    return this.#sender.json<Schemas.Campaign>({ method: "PATCH", path: `/campaigns/${part(campaignId)}`, body }, options);
  }
  /** Delete a draft with its variants and versions */
  delete(campaignId: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/campaigns/${part(campaignId)}` }, options);
  }
  /** Approve a draft with its variants: send now, or at a time from 5 minutes to 365 days ahead */
  approve(campaignId: Schemas.Id, body: Schemas.CampaignApproval, options?: CallOptions): Promise<Schemas.ApprovedCampaign> {
    return this.#sender.json<Schemas.ApprovedCampaign>({ method: "POST", path: `/campaigns/${part(campaignId)}/approve`, body, takesKey: true }, options);
  }
  /** What to know before the approval: recipients, authentication, spam verdict, size on the wire, issues, dead links and the end of the warm-up */
  check(campaignId: Schemas.Id, options?: CallOptions): Promise<Schemas.CampaignCheck> {
    return this.#sender.json<Schemas.CampaignCheck>({ method: "POST", path: `/campaigns/${part(campaignId)}/check`, takesKey: true }, options);
  }
  /** What members, keys and assistants did to the campaign, newest first */
  listHistory(campaignId: Schemas.Id, query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of at */
  sort?: string;
} = {}, options?: CallOptions): Promise<Schemas.CampaignHistoryEntryPage> {
    return this.#sender.json<Schemas.CampaignHistoryEntryPage>({ method: "GET", path: `/campaigns/${part(campaignId)}/history`, query }, options);
  }
  /** Every item of `listHistory`, page by page. */
  listHistoryAll(campaignId: Schemas.Id, query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of at */
  sort?: string;
} = {}, options?: CallOptions): AsyncGenerator<Schemas.CampaignHistoryEntry, void> {
    return everyItem((page) => this.listHistory(campaignId, { pageSize: 100, ...query, page }, options));
  }
  /** Copy a campaign of any status with its content, variants and tags as a draft without a time */
  copy(campaignId: Schemas.Id, body: Schemas.CampaignCopyInput, options?: CallOptions): Promise<Schemas.Campaign> {
    return this.#sender.json<Schemas.Campaign>({ method: "POST", path: `/campaigns/${part(campaignId)}/copy`, body, takesKey: true }, options);
  }
  /** Make a cancelled campaign a draft again; only while none of its messages was sent */
  returnToDraft(campaignId: Schemas.Id, options?: CallOptions): Promise<Schemas.Campaign> {
    return this.#sender.json<Schemas.Campaign>({ method: "POST", path: `/campaigns/${part(campaignId)}/draft`, takesKey: true }, options);
  }
  /** Pause a sending or scheduled campaign with its variants */
  pause(campaignId: Schemas.Id, options?: CallOptions): Promise<Schemas.Campaign> {
    return this.#sender.json<Schemas.Campaign>({ method: "POST", path: `/campaigns/${part(campaignId)}/pause`, takesKey: true }, options);
  }
  /** Resume a paused campaign: schedule it when its planned time is ahead, otherwise send the remaining messages */
  resume(campaignId: Schemas.Id, options?: CallOptions): Promise<Schemas.Campaign> {
    return this.#sender.json<Schemas.Campaign>({ method: "POST", path: `/campaigns/${part(campaignId)}/resume`, takesKey: true }, options);
  }
  /** Cancel a paused or scheduled campaign with its variants; queued messages are not sent */
  cancel(campaignId: Schemas.Id, options?: CallOptions): Promise<Schemas.Campaign> {
    return this.#sender.json<Schemas.Campaign>({ method: "POST", path: `/campaigns/${part(campaignId)}/cancel`, takesKey: true }, options);
  }
  /** Resolve messages with an unknown outcome: mark all as sent, or send all again */
  decideUnknown(campaignId: Schemas.Id, body: Schemas.UnknownDecision, options?: CallOptions): Promise<Schemas.UnknownAnswer> {
    return this.#sender.json<Schemas.UnknownAnswer>({ method: "POST", path: `/campaigns/${part(campaignId)}/unknown`, body, takesKey: true }, options);
  }
  /** Ask the other members who may send campaigns to approve a draft; they are notified */
  requestApproval(campaignId: Schemas.Id, body: Schemas.CampaignApprovalRequestInput, options?: CallOptions): Promise<Schemas.CampaignApprovalRequest> {
    return this.#sender.json<Schemas.CampaignApprovalRequest>({ method: "POST", path: `/campaigns/${part(campaignId)}/approvals`, body, takesKey: true }, options);
  }
  /** Requests to approve campaigns and what became of them, newest first */
  listApprovals(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  state?: "waiting" | "approved" | "returned" | "outdated" | "used";
  campaign?: Schemas.Id;
} = {}, options?: CallOptions): Promise<Schemas.CampaignApprovalRequestPage> {
    return this.#sender.json<Schemas.CampaignApprovalRequestPage>({ method: "GET", path: "/campaign-approvals", query }, options);
  }
  /** Every item of `listApprovals`, page by page. */
  listApprovalsAll(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  state?: "waiting" | "approved" | "returned" | "outdated" | "used";
  campaign?: Schemas.Id;
} = {}, options?: CallOptions): AsyncGenerator<Schemas.CampaignApprovalRequest, void> {
    return everyItem((page) => this.listApprovals({ pageSize: 100, ...query, page }, options));
  }
  /** A request to approve a campaign */
  getApproval(approvalId: Schemas.Id, options?: CallOptions): Promise<Schemas.CampaignApprovalRequest> {
    return this.#sender.json<Schemas.CampaignApprovalRequest>({ method: "GET", path: `/campaign-approvals/${part(approvalId)}` }, options);
  }
  /** Approve the campaign as it was when another member requested it, so that it can be sent */
  approveRequest(approvalId: Schemas.Id, body: Schemas.CampaignApprovalInput, options?: CallOptions): Promise<Schemas.CampaignApprovalRequest> {
    return this.#sender.json<Schemas.CampaignApprovalRequest>({ method: "POST", path: `/campaign-approvals/${part(approvalId)}/approve`, body }, options);
  }
  /** Return the campaign with a comment to the member that requested the approval */
  returnRequest(approvalId: Schemas.Id, body: Schemas.CampaignReturnInput, options?: CallOptions): Promise<Schemas.CampaignApprovalRequest> {
    return this.#sender.json<Schemas.CampaignApprovalRequest>({ method: "POST", path: `/campaign-approvals/${part(approvalId)}/return`, body }, options);
  }
  /** Content of a campaign, or of a language variant by its id */
  getContent(campaignId: Schemas.Id, options?: CallOptions): Promise<Schemas.EmailContent> {
    return this.#sender.json<Schemas.EmailContent>({ method: "GET", path: `/campaigns/${part(campaignId)}/content` }, options);
  }
  /** Save content of a draft as a new version */
  saveContent(campaignId: Schemas.Id, body: Schemas.ContentWrite, options?: CallOptions): Promise<Schemas.SavedContent> {
    return this.#sender.json<Schemas.SavedContent>({ method: "PUT", path: `/campaigns/${part(campaignId)}/content`, body }, options);
  }
  /** Saved versions of a campaign's content, newest first */
  listVersions(campaignId: Schemas.Id, query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id */
  sort?: string;
} = {}, options?: CallOptions): Promise<Schemas.ContentVersionRowPage> {
    return this.#sender.json<Schemas.ContentVersionRowPage>({ method: "GET", path: `/campaigns/${part(campaignId)}/versions`, query }, options);
  }
  /** Every item of `listVersions`, page by page. */
  listVersionsAll(campaignId: Schemas.Id, query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id */
  sort?: string;
} = {}, options?: CallOptions): AsyncGenerator<Schemas.ContentVersionRow, void> {
    return everyItem((page) => this.listVersions(campaignId, { pageSize: 100, ...query, page }, options));
  }
  /** One saved version; saving its content again restores it */
  getVersion(campaignId: Schemas.Id, versionId: Schemas.Id, options?: CallOptions): Promise<Schemas.ContentVersion> {
    return this.#sender.json<Schemas.ContentVersion>({ method: "GET", path: `/campaigns/${part(campaignId)}/versions/${part(versionId)}` }, options);
  }
  /** Preview the e-mail for a contact: the variant of their language, with their values */
  preview(campaignId: Schemas.Id, body: Schemas.CampaignPreviewInput, options?: CallOptions): Promise<Schemas.CampaignPreview> {
    return this.#sender.json<Schemas.CampaignPreview>({ method: "POST", path: `/campaigns/${part(campaignId)}/preview`, body, takesKey: true }, options);
  }
  /** Send what the editor shows to test addresses, to all of them when none are named; at most 10 e-mails of a campaign in 24 hours, and per company and day at most as the operator allows */
  test(campaignId: Schemas.Id, body: Schemas.CampaignTestInput, options?: CallOptions): Promise<Schemas.TestEmailAnswer> {
    return this.#sender.json<Schemas.TestEmailAnswer>({ method: "POST", path: `/campaigns/${part(campaignId)}/test`, body, takesKey: true }, options);
  }
  /** Language variants of a campaign with their content */
  listVariants(campaignId: Schemas.Id, options?: CallOptions): Promise<Schemas.VariantItems> {
    return this.#sender.json<Schemas.VariantItems>({ method: "GET", path: `/campaigns/${part(campaignId)}/variants` }, options);
  }
  /** Add a language variant to a draft; missing fields are copied from the campaign */
  addVariant(campaignId: Schemas.Id, body: Schemas.VariantInput, options?: CallOptions): Promise<Schemas.Variant> {
    return this.#sender.json<Schemas.Variant>({ method: "POST", path: `/campaigns/${part(campaignId)}/variants`, body, takesKey: true }, options);
  }
  /** Replace the language variants of a draft; existing ones keep fields that are not given */
  setVariants(campaignId: Schemas.Id, body: Schemas.VariantsInput, options?: CallOptions): Promise<Schemas.VariantItems> {
    return this.#sender.json<Schemas.VariantItems>({ method: "PUT", path: `/campaigns/${part(campaignId)}/variants`, body }, options);
  }
  /** Count the recipients of the campaign itself and of each variant */
  previewVariants(campaignId: Schemas.Id, options?: CallOptions): Promise<Record<string, number>> {
    return this.#sender.json<Record<string, number>>({ method: "POST", path: `/campaigns/${part(campaignId)}/variants/preview`, takesKey: true }, options);
  }
  /** Approve a draft with its variants, with the expected number of recipients of each */
  approveVariants(campaignId: Schemas.Id, body: Schemas.VariantsApproval, options?: CallOptions): Promise<Schemas.ApprovedCampaign> {
    return this.#sender.json<Schemas.ApprovedCampaign>({ method: "POST", path: `/campaigns/${part(campaignId)}/variants/approve`, body, takesKey: true }, options);
  }
  /** Pause some of the variants, or all with the campaign */
  pauseVariants(campaignId: Schemas.Id, body: Schemas.VariantChoice, options?: CallOptions): Promise<Schemas.VariantItems> {
    return this.#sender.json<Schemas.VariantItems>({ method: "POST", path: `/campaigns/${part(campaignId)}/variants/pause`, body, takesKey: true }, options);
  }
  /** Resume some of the variants, or all with the campaign */
  resumeVariants(campaignId: Schemas.Id, body: Schemas.VariantChoice, options?: CallOptions): Promise<Schemas.VariantItems> {
    return this.#sender.json<Schemas.VariantItems>({ method: "POST", path: `/campaigns/${part(campaignId)}/variants/resume`, body, takesKey: true }, options);
  }
  /** Cancel some of the variants, or all with the campaign */
  cancelVariants(campaignId: Schemas.Id, body: Schemas.VariantChoice, options?: CallOptions): Promise<Schemas.VariantItems> {
    return this.#sender.json<Schemas.VariantItems>({ method: "POST", path: `/campaigns/${part(campaignId)}/variants/cancel`, body, takesKey: true }, options);
  }
  /** Undo bounces of a campaign that were the relay's fault: contacts get their earlier status back and their soft bounces are taken off; unsubscribed and complained contacts stay so */
  undoBounces(campaignId: Schemas.Id, body: {
  /** Bounces from this time on; with `to`, those of one incident */
  from?: Schemas.Time;
  /** Bounces before this time */
  to?: Schemas.Time;
  /** Bounces with this status code, such as 5.1.1 */
  code?: string;
  /** Bounces whose reply contains this text, in any case */
  reply?: string;
  /** Only count them: nothing is changed */
  dryRun?: boolean;
}, options?: CallOptions): Promise<{
  /** Contacts that changed */
  undone: number;
  /** With `dryRun`, the bounces that would be undone */
  found?: number;
}> {
    return this.#sender.json<{
  /** Contacts that changed */
  undone: number;
  /** With `dryRun`, the bounces that would be undone */
  found?: number;
}>({ method: "POST", path: `/campaigns/${part(campaignId)}/undo-bounces`, body, takesKey: true }, options);
  }
  /** Undo bounces of a day, a time, a campaign or an automation, like those of a campaign: at once or, if there are many, in the background (202). One of `day`, `from`, `to`, `campaignId` and `automationId` is required */
  undoCompanyBounces(body: {
  /** Bounces of this day in the company's time zone, without `from` and `to` */
  day?: Schemas.Day;
  /** Bounces of this campaign */
  campaignId?: Schemas.Id;
  /** Bounces of e-mails of this automation */
  automationId?: Schemas.Id;
  /** Bounces from this time on; with `to`, those of one incident */
  from?: Schemas.Time;
  /** Bounces before this time */
  to?: Schemas.Time;
  /** Bounces with this status code, such as 5.1.1 */
  code?: string;
  /** Bounces whose reply contains this text, in any case */
  reply?: string;
  /** Only count them: nothing is changed */
  dryRun?: boolean;
}, options?: CallOptions): Promise<{
  /** Contacts that changed */
  undone: number;
  /** With `dryRun`, the bounces that would be undone */
  found?: number;
  /** With `dryRun`, the 20 most frequent replies of these bounces */
  replies?: ({
  /** What the server replied, without addresses */
  reply: string;
  code: string | null;
  bounces: number;
})[];
} | {
  jobId: Schemas.Id;
  /** The bounces that will be undone */
  found: number;
}> {
    return this.#sender.json<{
  /** Contacts that changed */
  undone: number;
  /** With `dryRun`, the bounces that would be undone */
  found?: number;
  /** With `dryRun`, the 20 most frequent replies of these bounces */
  replies?: ({
  /** What the server replied, without addresses */
  reply: string;
  code: string | null;
  bounces: number;
})[];
} | {
  jobId: Schemas.Id;
  /** The bounces that will be undone */
  found: number;
}>({ method: "POST", path: "/bounces/undo", body, takesKey: true }, options);
  }
  /** Statistics of a campaign by provider and domain */
  getBreakdown(campaignId: Schemas.Id, query: {
  /** The first day of the company's calendar, YYYY-MM-DD */
  from?: Schemas.Day;
  /** The first day after the period, YYYY-MM-DD */
  to?: Schemas.Day;
  /** Accepted by all statistics and checked, without effect on this one */
  node?: string;
  /** Accepted by all statistics and checked, without effect on this one */
  page?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  pageSize?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  q?: string;
  /** Accepted by all statistics and checked, without effect on this one */
  tab?: "all" | "sent" | "opened" | "clicked" | "bounced" | "unsubscribed" | "skipped" | "failed" | "unknown" | "not_opened" | "complained";
  /** Accepted by all statistics and checked, without effect on this one */
  engagement?: "A" | "B" | "C" | "D" | "E" | "N";
  /** Accepted by all statistics and checked, without effect on this one */
  humans?: boolean;
  /** Number of domains listed separately, 50 by default */
  rows?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  vat?: boolean;
} = {}, options?: CallOptions): Promise<Schemas.CampaignBreakdown> {
    return this.#sender.json<Schemas.CampaignBreakdown>({ method: "GET", path: `/campaigns/${part(campaignId)}/stats`, query }, options);
  }
  /** Statistics of a campaign by language: the main e-mail, then its variants */
  listVariantStats(campaignId: Schemas.Id, query: {
  /** The first day of the company's calendar, YYYY-MM-DD */
  from?: Schemas.Day;
  /** The first day after the period, YYYY-MM-DD */
  to?: Schemas.Day;
  /** Accepted by all statistics and checked, without effect on this one */
  node?: string;
  /** Accepted by all statistics and checked, without effect on this one */
  page?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  pageSize?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  q?: string;
  /** Accepted by all statistics and checked, without effect on this one */
  tab?: "all" | "sent" | "opened" | "clicked" | "bounced" | "unsubscribed" | "skipped" | "failed" | "unknown" | "not_opened" | "complained";
  /** Accepted by all statistics and checked, without effect on this one */
  engagement?: "A" | "B" | "C" | "D" | "E" | "N";
  /** Accepted by all statistics and checked, without effect on this one */
  humans?: boolean;
  /** Accepted by all statistics and checked, without effect on this one */
  rows?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  vat?: boolean;
} = {}, options?: CallOptions): Promise<Schemas.VariantStatsItems> {
    return this.#sender.json<Schemas.VariantStatsItems>({ method: "GET", path: `/campaigns/${part(campaignId)}/variants/stats`, query }, options);
  }
}

/** Senders, sending domains, DNS checks and what is known about delivery */
export class Sending {
  readonly #sender: Sender;
  constructor(sender: Sender) {
    this.#sender = sender;
  }
  /** Add a sender; it can send once the verification mail to its address is confirmed */
  createSender(body: Schemas.SenderInput, options?: CallOptions): Promise<Schemas.Sender> {
    return this.#sender.json<Schemas.Sender>({ method: "POST", path: "/sending/senders", body, takesKey: true }, options);
  }
  /** Change a sender; a new address has to be verified again */
  updateSender(senderId: Schemas.Id, body: Schemas.SenderChange, options?: CallOptions): Promise<Schemas.Sender> {
    return this.#sender.json<Schemas.Sender>({ method: "PATCH", path: `/sending/senders/${part(senderId)}`, body }, options);
  }
  /** Delete a sender; drafts that use it lose their sender */
  deleteSender(senderId: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/sending/senders/${part(senderId)}` }, options);
  }
  /** Verification state of a sender, and a DNS check of its domain */
  checkSender(senderId: Schemas.Id, options?: CallOptions): Promise<Schemas.SenderCheck> {
    return this.#sender.json<Schemas.SenderCheck>({ method: "POST", path: `/sending/senders/${part(senderId)}/check`, takesKey: true }, options);
  }
  /** Send the verification mail again */
  resendSender(senderId: Schemas.Id, options?: CallOptions): Promise<{
  email: string;
  at: Schemas.Time;
}> {
    return this.#sender.json<{
  email: string;
  at: Schemas.Time;
}>({ method: "POST", path: `/sending/senders/${part(senderId)}/resend`, takesKey: true }, options);
  }
  /** Campaigns that use a sender */
  getSenderUsage(senderId: Schemas.Id, options?: CallOptions): Promise<Schemas.SenderUsage> {
    return this.#sender.json<Schemas.SenderUsage>({ method: "GET", path: `/sending/senders/${part(senderId)}/usage` }, options);
  }
  /** Add a sending domain; the response contains the DNS records to set */
  createDomain(body: Schemas.SendingDomainInput, options?: CallOptions): Promise<Schemas.SendingDomain> {
    return this.#sender.json<Schemas.SendingDomain>({ method: "POST", path: "/sending/domains", body, takesKey: true }, options);
  }
  /** Choose the connection for senders of the domain that name none */
  updateDomain(domainId: Schemas.Id, body: Schemas.SendingDomainChange, options?: CallOptions): Promise<Schemas.SendingDomain> {
    return this.#sender.json<Schemas.SendingDomain>({ method: "PATCH", path: `/sending/domains/${part(domainId)}`, body }, options);
  }
  /** Delete a domain with its key */
  deleteDomain(domainId: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/sending/domains/${part(domainId)}` }, options);
  }
  /** Check the DNS records of the domain */
  checkDomain(domainId: Schemas.Id, options?: CallOptions): Promise<Schemas.SendingDomain> {
    return this.#sender.json<Schemas.SendingDomain>({ method: "POST", path: `/sending/domains/${part(domainId)}/check`, takesKey: true }, options);
  }
  /** Monitored domains with their last DNS check */
  listMonitoredDomains(options?: CallOptions): Promise<Schemas.MonitoredDomainItems> {
    return this.#sender.json<Schemas.MonitoredDomainItems>({ method: "GET", path: "/deliverability/domains" }, options);
  }
  /** Monitor a domain */
  createMonitoredDomain(body: Schemas.MonitoredDomainInput, options?: CallOptions): Promise<Schemas.MonitoredDomain> {
    return this.#sender.json<Schemas.MonitoredDomain>({ method: "POST", path: "/deliverability/domains", body, takesKey: true }, options);
  }
  /** Change the DKIM selectors of a monitored domain; earlier results are deleted */
  updateMonitoredDomain(domainId: Schemas.Id, body: Schemas.MonitoredDomainChange, options?: CallOptions): Promise<Schemas.MonitoredDomain> {
    return this.#sender.json<Schemas.MonitoredDomain>({ method: "PATCH", path: `/deliverability/domains/${part(domainId)}`, body }, options);
  }
  /** Stop monitoring a domain */
  deleteMonitoredDomain(domainId: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/deliverability/domains/${part(domainId)}` }, options);
  }
  /** Check SPF, DKIM of each selector, DMARC and MX in the DNS */
  checkMonitoredDomain(domainId: Schemas.Id, options?: CallOptions): Promise<Schemas.MonitoredDomain> {
    return this.#sender.json<Schemas.MonitoredDomain>({ method: "POST", path: `/deliverability/domains/${part(domainId)}/check`, takesKey: true }, options);
  }
  /** All senders, verified or not, with the state of their domains */
  listSenderStates(options?: CallOptions): Promise<Schemas.SenderStateItems> {
    return this.#sender.json<Schemas.SenderStateItems>({ method: "GET", path: "/deliverability/senders" }, options);
  }
  /** DMARC reports by domain in the last 30 days */
  getDmarcOverview(options?: CallOptions): Promise<Schemas.DmarcOverview> {
    return this.#sender.json<Schemas.DmarcOverview>({ method: "GET", path: "/deliverability/dmarc" }, options);
  }
  /** DMARC results by sending server; the last 30 days by default */
  getDmarcReport(query: {
  from?: Schemas.Day;
  to?: Schemas.Day;
  domain?: string;
  reporter?: string;
} = {}, options?: CallOptions): Promise<Schemas.DmarcReport> {
    return this.#sender.json<Schemas.DmarcReport>({ method: "GET", path: "/deliverability/dmarc/report", query }, options);
  }
  /** Mailboxes from which bounces and complaints are read by IMAP */
  listMailboxes(options?: CallOptions): Promise<Schemas.InboundMailboxItems> {
    return this.#sender.json<Schemas.InboundMailboxItems>({ method: "GET", path: "/sending/mailboxes" }, options);
  }
  /** Read bounces and complaints from a mailbox, for a server without port 25; mails are marked, never deleted */
  createMailbox(body: Schemas.InboundMailboxInput, options?: CallOptions): Promise<Schemas.InboundMailbox> {
    return this.#sender.json<Schemas.InboundMailbox>({ method: "POST", path: "/sending/mailboxes", body, takesKey: true }, options);
  }
  /** One mailbox with its state and what was processed */
  getMailbox(mailboxId: Schemas.Id, options?: CallOptions): Promise<Schemas.InboundMailbox> {
    return this.#sender.json<Schemas.InboundMailbox>({ method: "GET", path: `/sending/mailboxes/${part(mailboxId)}` }, options);
  }
  /** Change a mailbox; another server, account or way to sign in needs the secret again. A paused mailbox is tried again */
  updateMailbox(mailboxId: Schemas.Id, body: Schemas.InboundMailboxChange, options?: CallOptions): Promise<Schemas.InboundMailbox> {
    return this.#sender.json<Schemas.InboundMailbox>({ method: "PATCH", path: `/sending/mailboxes/${part(mailboxId)}`, body }, options);
  }
  /** Stop reading a mailbox; its mails stay as they are */
  deleteMailbox(mailboxId: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/sending/mailboxes/${part(mailboxId)}` }, options);
  }
  /** Sign in and open the folder; success ends a pause */
  checkMailbox(mailboxId: Schemas.Id, options?: CallOptions): Promise<Schemas.InboundMailboxCheck> {
    return this.#sender.json<Schemas.InboundMailboxCheck>({ method: "POST", path: `/sending/mailboxes/${part(mailboxId)}/check`, takesKey: true }, options);
  }
  /** The mail mode, and whether the company may send */
  getMode(options?: CallOptions): Promise<Schemas.SendingMode> {
    return this.#sender.json<Schemas.SendingMode>({ method: "GET", path: "/sending-mode" }, options);
  }
  /** The setup steps before sending, done or not; all senders and domains */
  getSetup(options?: CallOptions): Promise<Schemas.SendingSetup> {
    return this.#sender.json<Schemas.SendingSetup>({ method: "GET", path: "/sending/setup" }, options);
  }
  /** Connections that the company sends over itself, with their state and what they sent today */
  listConnections(options?: CallOptions): Promise<Schemas.ConnectionItems> {
    return this.#sender.json<Schemas.ConnectionItems>({ method: "GET", path: "/sending/connections" }, options);
  }
  /** Add a connection; what is omitted comes from the preset of its kind */
  createConnection(body: Schemas.ConnectionInput, options?: CallOptions): Promise<Schemas.Connection> {
    return this.#sender.json<Schemas.Connection>({ method: "POST", path: "/sending/connections", body, takesKey: true }, options);
  }
  /** One connection */
  getConnection(connectionId: Schemas.Id, options?: CallOptions): Promise<Schemas.Connection> {
    return this.#sender.json<Schemas.Connection>({ method: "GET", path: `/sending/connections/${part(connectionId)}` }, options);
  }
  /** Change a connection. Messages that wait for it try it again at once */
  updateConnection(connectionId: Schemas.Id, body: Schemas.ConnectionChange, options?: CallOptions): Promise<Schemas.Connection> {
    return this.#sender.json<Schemas.Connection>({ method: "PATCH", path: `/sending/connections/${part(connectionId)}`, body }, options);
  }
  /** Delete a connection that no sender, domain or other connection names and that is not the default */
  deleteConnection(connectionId: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/sending/connections/${part(connectionId)}` }, options);
  }
  /** Connect and sign in without sending anything: what the server offers, or why it failed */
  checkConnection(connectionId: Schemas.Id, options?: CallOptions): Promise<Schemas.ConnectionCheck> {
    return this.#sender.json<Schemas.ConnectionCheck>({ method: "POST", path: `/sending/connections/${part(connectionId)}/check`, takesKey: true }, options);
  }
  /** Mailbox providers that asked this company to slow down, with the limits that were learned from it */
  listSlowedProviders(options?: CallOptions): Promise<Schemas.SlowedProviderItems> {
    return this.#sender.json<Schemas.SlowedProviderItems>({ method: "GET", path: "/deliverability/providers" }, options);
  }
  /** Secret URLs to which Amazon SES or Postmark report bounces, complaints and deliveries */
  listHooks(options?: CallOptions): Promise<Schemas.SendingHookItems> {
    return this.#sender.json<Schemas.SendingHookItems>({ method: "GET", path: "/sending/hooks" }, options);
  }
  /** Create a secret URL for a provider; it is shown only once */
  createHook(body: {
  provider: "ses" | "postmark";
}, options?: CallOptions): Promise<Schemas.NewSendingHook> {
    return this.#sender.json<Schemas.NewSendingHook>({ method: "POST", path: "/sending/hooks", body, takesKey: true }, options);
  }
  /** Delete a secret URL */
  deleteHook(hookId: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/sending/hooks/${part(hookId)}` }, options);
  }
  /** Defaults of new drafts and the frequency cap */
  getDefaults(options?: CallOptions): Promise<Schemas.SendingDefaults> {
    return this.#sender.json<Schemas.SendingDefaults>({ method: "GET", path: "/sending-defaults" }, options);
  }
  /** Change the defaults; an omitted frequencyCap stays unchanged */
  setDefaults(body: Schemas.SendingDefaultsInput, options?: CallOptions): Promise<Schemas.SendingDefaults> {
    return this.#sender.json<Schemas.SendingDefaults>({ method: "PUT", path: "/sending-defaults", body }, options);
  }
}

/** Sign-up forms, confirmations and sign-ups */
export class Forms {
  readonly #sender: Sender;
  constructor(sender: Sender) {
    this.#sender = sender;
  }
  /** Sign-up forms with the number of sign-ups */
  list(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, createdAt */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  shop?: Schemas.Id;
  /** Repeatable: forms that have all of these tags */
  tag?: (string)[];
} = {}, options?: CallOptions): Promise<Schemas.FormPage> {
    return this.#sender.json<Schemas.FormPage>({ method: "GET", path: "/forms", query }, options);
  }
  /** Every item of `list`, page by page. */
  listAll(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of id, name, createdAt */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  shop?: Schemas.Id;
  /** Repeatable: forms that have all of these tags */
  tag?: (string)[];
} = {}, options?: CallOptions): AsyncGenerator<Schemas.Form, void> {
    return everyItem((page) => this.list({ pageSize: 100, ...query, page }, options));
  }
  /** Add a form; it is on its public page at once unless it is inactive */
  create(body: Schemas.FormInput, options?: CallOptions): Promise<Schemas.Form> {
    return this.#sender.json<Schemas.Form>({ method: "POST", path: "/forms", body, takesKey: true }, options);
  }
  /** Templates with the confirmation link, which can be the double opt-in e-mail */
  listDoiTemplates(options?: CallOptions): Promise<Schemas.DoiTemplateItems> {
    return this.#sender.json<Schemas.DoiTemplateItems>({ method: "GET", path: "/forms/doi-templates" }, options);
  }
  /** What visitors would see of fields that are not saved: the page of the public address, unless stated otherwise */
  preview(body: Schemas.FormPreviewInput, options?: CallOptions): Promise<Schemas.FormPreview> {
    return this.#sender.json<Schemas.FormPreview>({ method: "POST", path: "/forms/preview", body, takesKey: true }, options);
  }
  /** Add and remove tags of forms */
  tag(body: Schemas.LabelBulk, options?: CallOptions): Promise<Schemas.LabelBulkAnswer> {
    return this.#sender.json<Schemas.LabelBulkAnswer>({ method: "POST", path: "/forms/tags", body, takesKey: true }, options);
  }
  /** One form */
  get(formId: Schemas.Id, options?: CallOptions): Promise<Schemas.Form> {
    return this.#sender.json<Schemas.Form>({ method: "GET", path: `/forms/${part(formId)}` }, options);
  }
  /** Change a form; its key and public address stay */
  update(formId: Schemas.Id, body: Schemas.FormChange, options?: CallOptions): Promise<Schemas.Form> {
    return this.#sender.json<Schemas.Form>({ method: "PATCH", path: `/forms/${part(formId)}`, body }, options);
  }
  /** Delete a form: its public address and the links of its e-mails stop working; consents stay proven */
  delete(formId: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/forms/${part(formId)}` }, options);
  }
  /** Copy a form without its history, inactive, with the first free name */
  copy(formId: Schemas.Id, body: {
  name?: Schemas.Name;
}, options?: CallOptions): Promise<Schemas.Form> {
    return this.#sender.json<Schemas.Form>({ method: "POST", path: `/forms/${part(formId)}/copy`, body, takesKey: true }, options);
  }
  /** Codes for other web sites */
  getEmbed(formId: Schemas.Id, options?: CallOptions): Promise<Schemas.EmbedCodes> {
    return this.#sender.json<Schemas.EmbedCodes>({ method: "GET", path: `/forms/${part(formId)}/embed` }, options);
  }
  /** Sign-ups, newest first; `filledFrom` and `filledTo` are days in the company's time zone, both inclusive */
  listSignUps(formId: Schemas.Id, query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of filledAt, email, confirmedAt */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  filledFrom?: Schemas.Day;
  filledTo?: Schemas.Day;
} = {}, options?: CallOptions): Promise<Schemas.SignUpPage> {
    return this.#sender.json<Schemas.SignUpPage>({ method: "GET", path: `/forms/${part(formId)}/history`, query }, options);
  }
  /** Every item of `listSignUps`, page by page. */
  listSignUpsAll(formId: Schemas.Id, query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  /** At most 3 of filledAt, email, confirmedAt */
  sort?: string;
  /** Search, without regard to case and diacritics */
  q?: string;
  filledFrom?: Schemas.Day;
  filledTo?: Schemas.Day;
} = {}, options?: CallOptions): AsyncGenerator<Schemas.SignUp, void> {
    return everyItem((page) => this.listSignUps(formId, { pageSize: 100, ...query, page }, options));
  }
  /** The e-mail after the confirmation */
  getWelcome(formId: Schemas.Id, options?: CallOptions): Promise<Schemas.WelcomeEmail> {
    return this.#sender.json<Schemas.WelcomeEmail>({ method: "GET", path: `/forms/${part(formId)}/welcome` }, options);
  }
  /** Switch the e-mail after the confirmation on or off; every contact gets it once per form */
  setWelcome(formId: Schemas.Id, body: Schemas.WelcomeEmailInput, options?: CallOptions): Promise<Schemas.WelcomeEmail> {
    return this.#sender.json<Schemas.WelcomeEmail>({ method: "PUT", path: `/forms/${part(formId)}/welcome`, body }, options);
  }
  /** What the editor of the form works on: the draft, or the form where there is none */
  getDraft(formId: Schemas.Id, options?: CallOptions): Promise<Schemas.FormDraft> {
    return this.#sender.json<Schemas.FormDraft>({ method: "GET", path: `/forms/${part(formId)}/draft` }, options);
  }
  /** Save the draft, which visitors do not see; fields that are not given are those of the form */
  saveDraft(formId: Schemas.Id, body: Schemas.FormDraftInput, options?: CallOptions): Promise<Schemas.FormDraft> {
    return this.#sender.json<Schemas.FormDraft>({ method: "PUT", path: `/forms/${part(formId)}/draft`, body }, options);
  }
  /** Discard the draft; the form stays as it is */
  discardDraft(formId: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/forms/${part(formId)}/draft` }, options);
  }
  /** Make the draft the form, and the form active; refused while the draft is out of date, unless it says what it replaces */
  publish(formId: Schemas.Id, body: Schemas.FormPublishInput, options?: CallOptions): Promise<Schemas.Form> {
    return this.#sender.json<Schemas.Form>({ method: "POST", path: `/forms/${part(formId)}/publish`, body, takesKey: true }, options);
  }
  /** Views, sign-ups and confirmations by day, page and source; days of the company, `to` is the day after the last */
  getReport(formId: Schemas.Id, query: {
  from?: Schemas.Day;
  to?: Schemas.Day;
} = {}, options?: CallOptions): Promise<Schemas.FormReport> {
    return this.#sender.json<Schemas.FormReport>({ method: "GET", path: `/forms/${part(formId)}/report`, query }, options);
  }
  /** E-mails of a form with an unknown outcome, the last ones first: confirmations and reminders of sign-ups that can still be confirmed, and welcome e-mails */
  listUnknown(formId: Schemas.Id, query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  kind?: "confirmation" | "reminder" | "welcome";
} = {}, options?: CallOptions): Promise<Schemas.UnknownFormEmailPage> {
    return this.#sender.json<Schemas.UnknownFormEmailPage>({ method: "GET", path: `/forms/${part(formId)}/unknown`, query }, options);
  }
  /** Every item of `listUnknown`, page by page. */
  listUnknownAll(formId: Schemas.Id, query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  kind?: "confirmation" | "reminder" | "welcome";
} = {}, options?: CallOptions): AsyncGenerator<Schemas.UnknownFormEmail, void> {
    return everyItem((page) => this.listUnknown(formId, { pageSize: 100, ...query, page }, options));
  }
  /** Resolve e-mails of a form with an unknown outcome: mark them as sent, or send them again */
  decideUnknown(formId: Schemas.Id, body: {
  decision: "mark_sent" | "send_again";
  /** Of this kind; of all without it */
  kind?: "confirmation" | "reminder" | "welcome";
  /** Of these contacts; of all without it */
  contactIds?: (Schemas.Id)[];
}, options?: CallOptions): Promise<Schemas.UnknownAnswer> {
    return this.#sender.json<Schemas.UnknownAnswer>({ method: "POST", path: `/forms/${part(formId)}/unknown`, body, takesKey: true }, options);
  }
}

/** Results of campaigns and automations, conversions, the dashboard */
export class Statistics {
  readonly #sender: Sender;
  constructor(sender: Sender) {
    this.#sender = sender;
  }
  /** Statistics of an automation by e-mail: totals, by provider, domain, hour and link */
  getAutomationStats(automationId: Schemas.Id, query: {
  /** The first day of the company's calendar, YYYY-MM-DD */
  from?: Schemas.Day;
  /** The first day after the period, YYYY-MM-DD */
  to?: Schemas.Day;
  /** The key of one e-mail */
  node?: string;
  /** Accepted by all statistics and checked, without effect on this one */
  page?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  pageSize?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  q?: string;
  /** Accepted by all statistics and checked, without effect on this one */
  tab?: "all" | "sent" | "opened" | "clicked" | "bounced" | "unsubscribed" | "skipped" | "failed" | "unknown" | "not_opened" | "complained";
  /** Accepted by all statistics and checked, without effect on this one */
  engagement?: "A" | "B" | "C" | "D" | "E" | "N";
  /** Accepted by all statistics and checked, without effect on this one */
  humans?: boolean;
  /** Number of domains listed separately, 50 by default */
  rows?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  vat?: boolean;
} = {}, options?: CallOptions): Promise<Schemas.AutomationStats> {
    return this.#sender.json<Schemas.AutomationStats>({ method: "GET", path: `/stats/automations/${part(automationId)}`, query }, options);
  }
  /** Timeline of the e-mails of an automation and the events of their recipients, newest first */
  getAutomationActivity(automationId: Schemas.Id, query: {
  /** The first day of the company's calendar, YYYY-MM-DD */
  from?: Schemas.Day;
  /** The first day after the period, YYYY-MM-DD */
  to?: Schemas.Day;
  /** The key of one e-mail */
  node?: string;
  /** Of the items. Default: 1 */
  page?: number;
  /** Of the items. Default: 25 */
  pageSize?: number;
  /** Search in the contacts, ignoring case and diacritics */
  q?: string;
  /** The kind of the events */
  tab?: "all" | "opened" | "clicked" | "bounced" | "complained" | "unsubscribed";
  /** The engagement that the contact has now */
  engagement?: "A" | "B" | "C" | "D" | "E" | "N";
  /** false: machine events are listed too */
  humans?: boolean;
  /** Accepted by all statistics and checked, without effect on this one */
  rows?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  vat?: boolean;
  /** Of the timeline; by default hours up to three days, days for longer periods */
  unit?: "hour" | "day";
} = {}, options?: CallOptions): Promise<Schemas.CampaignActivity> {
    return this.#sender.json<Schemas.CampaignActivity>({ method: "GET", path: `/stats/automations/${part(automationId)}/activity`, query }, options);
  }
  /** Every item of `getAutomationActivity`, page by page. */
  getAutomationActivityAll(automationId: Schemas.Id, query: {
  /** The first day of the company's calendar, YYYY-MM-DD */
  from?: Schemas.Day;
  /** The first day after the period, YYYY-MM-DD */
  to?: Schemas.Day;
  /** The key of one e-mail */
  node?: string;
  /** Of the items. Default: 1 */
  page?: number;
  /** Of the items. Default: 25 */
  pageSize?: number;
  /** Search in the contacts, ignoring case and diacritics */
  q?: string;
  /** The kind of the events */
  tab?: "all" | "opened" | "clicked" | "bounced" | "complained" | "unsubscribed";
  /** The engagement that the contact has now */
  engagement?: "A" | "B" | "C" | "D" | "E" | "N";
  /** false: machine events are listed too */
  humans?: boolean;
  /** Accepted by all statistics and checked, without effect on this one */
  rows?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  vat?: boolean;
  /** Of the timeline; by default hours up to three days, days for longer periods */
  unit?: "hour" | "day";
} = {}, options?: CallOptions): AsyncGenerator<Schemas.EmailEvent, void> {
    return everyItem((page) => this.getAutomationActivity(automationId, { pageSize: 100, ...query, page }, options));
  }
  /** The HTML of one e-mail and the clicks on each of its links, of all time */
  getAutomationHeatmap(automationId: Schemas.Id, query: {
  /** Accepted by all statistics and checked, without effect on this one */
  from?: Schemas.Day;
  /** Accepted by all statistics and checked, without effect on this one */
  to?: Schemas.Day;
  /** The key of one e-mail */
  node?: string;
  /** Accepted by all statistics and checked, without effect on this one */
  page?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  pageSize?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  q?: string;
  /** Accepted by all statistics and checked, without effect on this one */
  tab?: "all" | "sent" | "opened" | "clicked" | "bounced" | "unsubscribed" | "skipped" | "failed" | "unknown" | "not_opened" | "complained";
  /** Accepted by all statistics and checked, without effect on this one */
  engagement?: "A" | "B" | "C" | "D" | "E" | "N";
  /** Accepted by all statistics and checked, without effect on this one */
  humans?: boolean;
  /** Accepted by all statistics and checked, without effect on this one */
  rows?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  vat?: boolean;
} = {}, options?: CallOptions): Promise<Schemas.AutomationHeatmap> {
    return this.#sender.json<Schemas.AutomationHeatmap>({ method: "GET", path: `/stats/automations/${part(automationId)}/heatmap`, query }, options);
  }
  /** E-mails of an automation with their contacts and states, paged, or all of them as CSV */
  listAutomationRecipients(automationId: Schemas.Id, query: {
  /** The first day of the company's calendar, YYYY-MM-DD */
  from?: Schemas.Day;
  /** The first day after the period, YYYY-MM-DD */
  to?: Schemas.Day;
  /** The key of one e-mail */
  node?: string;
  /** Of the items. Default: 1 */
  page?: number;
  /** Of the items. Default: 25 */
  pageSize?: number;
  /** Search in the contacts, ignoring case and diacritics */
  q?: string;
  /** What happened to the message */
  tab?: "all" | "sent" | "opened" | "clicked" | "bounced" | "unsubscribed" | "skipped" | "failed" | "unknown" | "not_opened";
  /** The engagement that the contact has now */
  engagement?: "A" | "B" | "C" | "D" | "E" | "N";
  /** Accepted by all statistics and checked, without effect on this one */
  humans?: boolean;
  /** Accepted by all statistics and checked, without effect on this one */
  rows?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  vat?: boolean;
  /** csv: every matching recipient, UTF-8 with BOM, semicolons, times in ISO 8601 */
  format?: "json" | "csv";
} = {}, options?: CallOptions): Promise<Schemas.CampaignRecipientPage | Download> {
    return this.#sender.jsonOrFile<Schemas.CampaignRecipientPage>({ method: "GET", path: `/stats/automations/${part(automationId)}/recipients`, query }, options);
  }
  /** Orders that followed a click in an e-mail of the automation, newest first, and their sums by currency */
  listAutomationConversions(automationId: Schemas.Id, query: {
  /** The first day of the company's calendar, YYYY-MM-DD */
  from?: Schemas.Day;
  /** The first day after the period, YYYY-MM-DD */
  to?: Schemas.Day;
  /** The key of one e-mail */
  node?: string;
  /** Of the items. Default: 1 */
  page?: number;
  /** Of the items. Default: 25 */
  pageSize?: number;
  /** Search in the number and the address of the order */
  q?: string;
  /** Accepted by all statistics and checked, without effect on this one */
  tab?: "all" | "sent" | "opened" | "clicked" | "bounced" | "unsubscribed" | "skipped" | "failed" | "unknown" | "not_opened" | "complained";
  /** The engagement that the contact has now */
  engagement?: "A" | "B" | "C" | "D" | "E" | "N";
  /** Accepted by all statistics and checked, without effect on this one */
  humans?: boolean;
  /** Accepted by all statistics and checked, without effect on this one */
  rows?: number;
  /** false: amounts without VAT; an order that came without that amount counts with its total */
  vat?: boolean;
} = {}, options?: CallOptions): Promise<Schemas.OrderConversions> {
    return this.#sender.json<Schemas.OrderConversions>({ method: "GET", path: `/stats/automations/${part(automationId)}/conversions`, query }, options);
  }
  /** Every item of `listAutomationConversions`, page by page. */
  listAutomationConversionsAll(automationId: Schemas.Id, query: {
  /** The first day of the company's calendar, YYYY-MM-DD */
  from?: Schemas.Day;
  /** The first day after the period, YYYY-MM-DD */
  to?: Schemas.Day;
  /** The key of one e-mail */
  node?: string;
  /** Of the items. Default: 1 */
  page?: number;
  /** Of the items. Default: 25 */
  pageSize?: number;
  /** Search in the number and the address of the order */
  q?: string;
  /** Accepted by all statistics and checked, without effect on this one */
  tab?: "all" | "sent" | "opened" | "clicked" | "bounced" | "unsubscribed" | "skipped" | "failed" | "unknown" | "not_opened" | "complained";
  /** The engagement that the contact has now */
  engagement?: "A" | "B" | "C" | "D" | "E" | "N";
  /** Accepted by all statistics and checked, without effect on this one */
  humans?: boolean;
  /** Accepted by all statistics and checked, without effect on this one */
  rows?: number;
  /** false: amounts without VAT; an order that came without that amount counts with its total */
  vat?: boolean;
} = {}, options?: CallOptions): AsyncGenerator<Schemas.Conversion, void> {
    return everyItem((page) => this.listAutomationConversions(automationId, { pageSize: 100, ...query, page }, options));
  }
  /** Runs, e-mails and orders of an automation by the version with which the contacts entered, newest first */
  listAutomationVersionStats(automationId: Schemas.Id, query: {
  /** Accepted by all statistics and checked, without effect on this one */
  from?: Schemas.Day;
  /** Accepted by all statistics and checked, without effect on this one */
  to?: Schemas.Day;
  /** Accepted by all statistics and checked, without effect on this one */
  node?: string;
  /** Accepted by all statistics and checked, without effect on this one */
  page?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  pageSize?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  q?: string;
  /** Accepted by all statistics and checked, without effect on this one */
  tab?: "all" | "sent" | "opened" | "clicked" | "bounced" | "unsubscribed" | "skipped" | "failed" | "unknown" | "not_opened" | "complained";
  /** Accepted by all statistics and checked, without effect on this one */
  engagement?: "A" | "B" | "C" | "D" | "E" | "N";
  /** Accepted by all statistics and checked, without effect on this one */
  humans?: boolean;
  /** Accepted by all statistics and checked, without effect on this one */
  rows?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  vat?: boolean;
} = {}, options?: CallOptions): Promise<Schemas.AutomationVersionStatsItems> {
    return this.#sender.json<Schemas.AutomationVersionStatsItems>({ method: "GET", path: `/stats/automations/${part(automationId)}/versions`, query }, options);
  }
  /** All data of a printable report about the e-mails of an automation */
  getAutomationStatsReport(automationId: Schemas.Id, query: {
  /** The first day of the company's calendar, YYYY-MM-DD */
  from?: Schemas.Day;
  /** The first day after the period, YYYY-MM-DD */
  to?: Schemas.Day;
  /** The key of one e-mail */
  node?: string;
  /** Accepted by all statistics and checked, without effect on this one */
  page?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  pageSize?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  q?: string;
  /** Accepted by all statistics and checked, without effect on this one */
  tab?: "all" | "sent" | "opened" | "clicked" | "bounced" | "unsubscribed" | "skipped" | "failed" | "unknown" | "not_opened" | "complained";
  /** Accepted by all statistics and checked, without effect on this one */
  engagement?: "A" | "B" | "C" | "D" | "E" | "N";
  /** Accepted by all statistics and checked, without effect on this one */
  humans?: boolean;
  /** Number of domains listed separately, 50 by default */
  rows?: number;
  /** false: amounts without VAT; an order that came without that amount counts with its total */
  vat?: boolean;
} = {}, options?: CallOptions): Promise<Schemas.AutomationStatsReport> {
    return this.#sender.json<Schemas.AutomationStatsReport>({ method: "GET", path: `/stats/automations/${part(automationId)}/report`, query }, options);
  }
  /** Statistics of a campaign or of one of its language variants: totals, by provider, domain, hour and link */
  getCampaignStats(campaignId: Schemas.Id, query: {
  /** The first day of the company's calendar, YYYY-MM-DD */
  from?: Schemas.Day;
  /** The first day after the period, YYYY-MM-DD */
  to?: Schemas.Day;
  /** Accepted by all statistics and checked, without effect on this one */
  node?: string;
  /** Accepted by all statistics and checked, without effect on this one */
  page?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  pageSize?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  q?: string;
  /** Accepted by all statistics and checked, without effect on this one */
  tab?: "all" | "sent" | "opened" | "clicked" | "bounced" | "unsubscribed" | "skipped" | "failed" | "unknown" | "not_opened" | "complained";
  /** Accepted by all statistics and checked, without effect on this one */
  engagement?: "A" | "B" | "C" | "D" | "E" | "N";
  /** Accepted by all statistics and checked, without effect on this one */
  humans?: boolean;
  /** Number of domains listed separately, 50 by default */
  rows?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  vat?: boolean;
} = {}, options?: CallOptions): Promise<Schemas.CampaignStats> {
    return this.#sender.json<Schemas.CampaignStats>({ method: "GET", path: `/stats/campaigns/${part(campaignId)}`, query }, options);
  }
  /** Timeline of a campaign and the events of its recipients, newest first */
  getCampaignActivity(campaignId: Schemas.Id, query: {
  /** The first day of the company's calendar, YYYY-MM-DD */
  from?: Schemas.Day;
  /** The first day after the period, YYYY-MM-DD */
  to?: Schemas.Day;
  /** Accepted by all statistics and checked, without effect on this one */
  node?: string;
  /** Of the items. Default: 1 */
  page?: number;
  /** Of the items. Default: 25 */
  pageSize?: number;
  /** Search in the contacts, ignoring case and diacritics */
  q?: string;
  /** The kind of the events */
  tab?: "all" | "opened" | "clicked" | "bounced" | "complained" | "unsubscribed";
  /** The engagement that the contact has now */
  engagement?: "A" | "B" | "C" | "D" | "E" | "N";
  /** false: machine events are listed too */
  humans?: boolean;
  /** Accepted by all statistics and checked, without effect on this one */
  rows?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  vat?: boolean;
  /** Of the timeline; by default hours up to three days, days for longer periods */
  unit?: "hour" | "day";
} = {}, options?: CallOptions): Promise<Schemas.CampaignActivity> {
    return this.#sender.json<Schemas.CampaignActivity>({ method: "GET", path: `/stats/campaigns/${part(campaignId)}/activity`, query }, options);
  }
  /** Every item of `getCampaignActivity`, page by page. */
  getCampaignActivityAll(campaignId: Schemas.Id, query: {
  /** The first day of the company's calendar, YYYY-MM-DD */
  from?: Schemas.Day;
  /** The first day after the period, YYYY-MM-DD */
  to?: Schemas.Day;
  /** Accepted by all statistics and checked, without effect on this one */
  node?: string;
  /** Of the items. Default: 1 */
  page?: number;
  /** Of the items. Default: 25 */
  pageSize?: number;
  /** Search in the contacts, ignoring case and diacritics */
  q?: string;
  /** The kind of the events */
  tab?: "all" | "opened" | "clicked" | "bounced" | "complained" | "unsubscribed";
  /** The engagement that the contact has now */
  engagement?: "A" | "B" | "C" | "D" | "E" | "N";
  /** false: machine events are listed too */
  humans?: boolean;
  /** Accepted by all statistics and checked, without effect on this one */
  rows?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  vat?: boolean;
  /** Of the timeline; by default hours up to three days, days for longer periods */
  unit?: "hour" | "day";
} = {}, options?: CallOptions): AsyncGenerator<Schemas.EmailEvent, void> {
    return everyItem((page) => this.getCampaignActivity(campaignId, { pageSize: 100, ...query, page }, options));
  }
  /** The sent HTML and the clicks on each of its links, of all time */
  getCampaignHeatmap(campaignId: Schemas.Id, query: {
  /** Accepted by all statistics and checked, without effect on this one */
  from?: Schemas.Day;
  /** Accepted by all statistics and checked, without effect on this one */
  to?: Schemas.Day;
  /** Accepted by all statistics and checked, without effect on this one */
  node?: string;
  /** Accepted by all statistics and checked, without effect on this one */
  page?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  pageSize?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  q?: string;
  /** Accepted by all statistics and checked, without effect on this one */
  tab?: "all" | "sent" | "opened" | "clicked" | "bounced" | "unsubscribed" | "skipped" | "failed" | "unknown" | "not_opened" | "complained";
  /** Accepted by all statistics and checked, without effect on this one */
  engagement?: "A" | "B" | "C" | "D" | "E" | "N";
  /** Accepted by all statistics and checked, without effect on this one */
  humans?: boolean;
  /** Accepted by all statistics and checked, without effect on this one */
  rows?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  vat?: boolean;
} = {}, options?: CallOptions): Promise<Schemas.CampaignHeatmap> {
    return this.#sender.json<Schemas.CampaignHeatmap>({ method: "GET", path: `/stats/campaigns/${part(campaignId)}/heatmap`, query }, options);
  }
  /** Recipients with the state of their messages, paged, or all of them as CSV */
  listCampaignRecipients(campaignId: Schemas.Id, query: {
  /** The first day of the company's calendar, YYYY-MM-DD */
  from?: Schemas.Day;
  /** The first day after the period, YYYY-MM-DD */
  to?: Schemas.Day;
  /** Accepted by all statistics and checked, without effect on this one */
  node?: string;
  /** Of the items. Default: 1 */
  page?: number;
  /** Of the items. Default: 25 */
  pageSize?: number;
  /** Search in the contacts, ignoring case and diacritics */
  q?: string;
  /** What happened to the message */
  tab?: "all" | "sent" | "opened" | "clicked" | "bounced" | "unsubscribed" | "skipped" | "failed" | "unknown" | "not_opened";
  /** The engagement that the contact has now */
  engagement?: "A" | "B" | "C" | "D" | "E" | "N";
  /** Accepted by all statistics and checked, without effect on this one */
  humans?: boolean;
  /** Accepted by all statistics and checked, without effect on this one */
  rows?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  vat?: boolean;
  /** csv: every matching recipient, UTF-8 with BOM, semicolons, times in ISO 8601 */
  format?: "json" | "csv";
} = {}, options?: CallOptions): Promise<Schemas.CampaignRecipientPage | Download> {
    return this.#sender.jsonOrFile<Schemas.CampaignRecipientPage>({ method: "GET", path: `/stats/campaigns/${part(campaignId)}/recipients`, query }, options);
  }
  /** All data of a printable campaign report */
  getCampaignReport(campaignId: Schemas.Id, query: {
  /** The first day of the company's calendar, YYYY-MM-DD */
  from?: Schemas.Day;
  /** The first day after the period, YYYY-MM-DD */
  to?: Schemas.Day;
  /** Accepted by all statistics and checked, without effect on this one */
  node?: string;
  /** Accepted by all statistics and checked, without effect on this one */
  page?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  pageSize?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  q?: string;
  /** Accepted by all statistics and checked, without effect on this one */
  tab?: "all" | "sent" | "opened" | "clicked" | "bounced" | "unsubscribed" | "skipped" | "failed" | "unknown" | "not_opened" | "complained";
  /** Accepted by all statistics and checked, without effect on this one */
  engagement?: "A" | "B" | "C" | "D" | "E" | "N";
  /** Accepted by all statistics and checked, without effect on this one */
  humans?: boolean;
  /** Number of domains listed separately, 50 by default */
  rows?: number;
  /** false: amounts without VAT; an order that came without that amount counts with its total */
  vat?: boolean;
} = {}, options?: CallOptions): Promise<Schemas.CampaignReport> {
    return this.#sender.json<Schemas.CampaignReport>({ method: "GET", path: `/stats/campaigns/${part(campaignId)}/report`, query }, options);
  }
  /** Mean rates of the last 10 campaigns of its shop that were sent before, to compare with */
  getCampaignAverage(campaignId: Schemas.Id, query: {
  /** Accepted by all statistics and checked, without effect on this one */
  from?: Schemas.Day;
  /** Accepted by all statistics and checked, without effect on this one */
  to?: Schemas.Day;
  /** Accepted by all statistics and checked, without effect on this one */
  node?: string;
  /** Accepted by all statistics and checked, without effect on this one */
  page?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  pageSize?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  q?: string;
  /** Accepted by all statistics and checked, without effect on this one */
  tab?: "all" | "sent" | "opened" | "clicked" | "bounced" | "unsubscribed" | "skipped" | "failed" | "unknown" | "not_opened" | "complained";
  /** Accepted by all statistics and checked, without effect on this one */
  engagement?: "A" | "B" | "C" | "D" | "E" | "N";
  /** Accepted by all statistics and checked, without effect on this one */
  humans?: boolean;
  /** Accepted by all statistics and checked, without effect on this one */
  rows?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  vat?: boolean;
} = {}, options?: CallOptions): Promise<Schemas.CampaignAverage> {
    return this.#sender.json<Schemas.CampaignAverage>({ method: "GET", path: `/stats/campaigns/${part(campaignId)}/average`, query }, options);
  }
  /** Orders that followed a click in the campaign, newest first, and their sums by currency */
  listCampaignConversions(campaignId: Schemas.Id, query: {
  /** The first day of the company's calendar, YYYY-MM-DD */
  from?: Schemas.Day;
  /** The first day after the period, YYYY-MM-DD */
  to?: Schemas.Day;
  /** Accepted by all statistics and checked, without effect on this one */
  node?: string;
  /** Of the items. Default: 1 */
  page?: number;
  /** Of the items. Default: 25 */
  pageSize?: number;
  /** Search in the number and the address of the order */
  q?: string;
  /** Accepted by all statistics and checked, without effect on this one */
  tab?: "all" | "sent" | "opened" | "clicked" | "bounced" | "unsubscribed" | "skipped" | "failed" | "unknown" | "not_opened" | "complained";
  /** The engagement that the contact has now */
  engagement?: "A" | "B" | "C" | "D" | "E" | "N";
  /** Accepted by all statistics and checked, without effect on this one */
  humans?: boolean;
  /** Accepted by all statistics and checked, without effect on this one */
  rows?: number;
  /** false: amounts without VAT; an order that came without that amount counts with its total */
  vat?: boolean;
} = {}, options?: CallOptions): Promise<Schemas.OrderConversions> {
    return this.#sender.json<Schemas.OrderConversions>({ method: "GET", path: `/stats/campaigns/${part(campaignId)}/conversions`, query }, options);
  }
  /** Every item of `listCampaignConversions`, page by page. */
  listCampaignConversionsAll(campaignId: Schemas.Id, query: {
  /** The first day of the company's calendar, YYYY-MM-DD */
  from?: Schemas.Day;
  /** The first day after the period, YYYY-MM-DD */
  to?: Schemas.Day;
  /** Accepted by all statistics and checked, without effect on this one */
  node?: string;
  /** Of the items. Default: 1 */
  page?: number;
  /** Of the items. Default: 25 */
  pageSize?: number;
  /** Search in the number and the address of the order */
  q?: string;
  /** Accepted by all statistics and checked, without effect on this one */
  tab?: "all" | "sent" | "opened" | "clicked" | "bounced" | "unsubscribed" | "skipped" | "failed" | "unknown" | "not_opened" | "complained";
  /** The engagement that the contact has now */
  engagement?: "A" | "B" | "C" | "D" | "E" | "N";
  /** Accepted by all statistics and checked, without effect on this one */
  humans?: boolean;
  /** Accepted by all statistics and checked, without effect on this one */
  rows?: number;
  /** false: amounts without VAT; an order that came without that amount counts with its total */
  vat?: boolean;
} = {}, options?: CallOptions): AsyncGenerator<Schemas.Conversion, void> {
    return everyItem((page) => this.listCampaignConversions(campaignId, { pageSize: 100, ...query, page }, options));
  }
  /** Orders (new or completed) that followed a person's last click within the company's window, by campaign or automation and currency; by default of the last 30 days */
  getConversions(query: {
  /** The first day of the company's calendar, YYYY-MM-DD */
  from?: Schemas.Day;
  /** The first day after the period, YYYY-MM-DD */
  to?: Schemas.Day;
  /** The key of one e-mail of `automationId` */
  node?: string;
  /** Accepted by all statistics and checked, without effect on this one */
  page?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  pageSize?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  q?: string;
  /** Accepted by all statistics and checked, without effect on this one */
  tab?: "all" | "sent" | "opened" | "clicked" | "bounced" | "unsubscribed" | "skipped" | "failed" | "unknown" | "not_opened" | "complained";
  /** Accepted by all statistics and checked, without effect on this one */
  engagement?: "A" | "B" | "C" | "D" | "E" | "N";
  /** Accepted by all statistics and checked, without effect on this one */
  humans?: boolean;
  /** Accepted by all statistics and checked, without effect on this one */
  rows?: number;
  /** false: amounts without VAT; an order that came without that amount counts with its total */
  vat?: boolean;
  /** Left out: all shops */
  shop?: Schemas.Id;
  campaignId?: Schemas.Id;
  automationId?: Schemas.Id;
} = {}, options?: CallOptions): Promise<Schemas.Conversions> {
    return this.#sender.json<Schemas.Conversions>({ method: "GET", path: "/conversions", query }, options);
  }
  /** Orders and revenue of chosen campaigns and automations by currency, by default of all time */
  listSourceRevenue(query: {
  /** The first day of the company's calendar, YYYY-MM-DD */
  from?: Schemas.Day;
  /** The first day after the period, YYYY-MM-DD */
  to?: Schemas.Day;
  /** Accepted by all statistics and checked, without effect on this one */
  node?: string;
  /** Accepted by all statistics and checked, without effect on this one */
  page?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  pageSize?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  q?: string;
  /** Accepted by all statistics and checked, without effect on this one */
  tab?: "all" | "sent" | "opened" | "clicked" | "bounced" | "unsubscribed" | "skipped" | "failed" | "unknown" | "not_opened" | "complained";
  /** Accepted by all statistics and checked, without effect on this one */
  engagement?: "A" | "B" | "C" | "D" | "E" | "N";
  /** Accepted by all statistics and checked, without effect on this one */
  humans?: boolean;
  /** Accepted by all statistics and checked, without effect on this one */
  rows?: number;
  /** false: amounts without VAT; an order that came without that amount counts with its total */
  vat?: boolean;
  /** Repeatable */
  campaign?: (Schemas.Id)[];
  /** Repeatable */
  automation?: (Schemas.Id)[];
} = {}, options?: CallOptions): Promise<Schemas.SourceRevenueItems> {
    return this.#sender.json<Schemas.SourceRevenueItems>({ method: "GET", path: "/conversions/sources", query }, options);
  }
  /** Contacts and e-mails of a period, compared with the same number of days before; by default the last 30 days of all shops */
  getDashboard(query: {
  /** The first day of the company's calendar, YYYY-MM-DD */
  from?: Schemas.Day;
  /** The first day after the period, YYYY-MM-DD */
  to?: Schemas.Day;
  /** Left out: all shops */
  shop?: Schemas.Id;
} = {}, options?: CallOptions): Promise<Schemas.Dashboard> {
    return this.#sender.json<Schemas.Dashboard>({ method: "GET", path: "/dashboard", query }, options);
  }
  /** E-mails of all campaigns and automations by day, compared with the same number of days before; by default the last 30 days */
  getEmailStats(query: {
  /** The first day of the company's calendar, YYYY-MM-DD */
  from?: Schemas.Day;
  /** The first day after the period, YYYY-MM-DD */
  to?: Schemas.Day;
  /** Accepted by all statistics and checked, without effect on this one */
  node?: string;
  /** Accepted by all statistics and checked, without effect on this one */
  page?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  pageSize?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  q?: string;
  /** Accepted by all statistics and checked, without effect on this one */
  tab?: "all" | "sent" | "opened" | "clicked" | "bounced" | "unsubscribed" | "skipped" | "failed" | "unknown" | "not_opened" | "complained";
  /** Accepted by all statistics and checked, without effect on this one */
  engagement?: "A" | "B" | "C" | "D" | "E" | "N";
  /** Accepted by all statistics and checked, without effect on this one */
  humans?: boolean;
  /** Accepted by all statistics and checked, without effect on this one */
  rows?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  vat?: boolean;
  /** Left out: all shops */
  shop?: Schemas.Id;
} = {}, options?: CallOptions): Promise<Schemas.EmailStats> {
    return this.#sender.json<Schemas.EmailStats>({ method: "GET", path: "/stats/emails", query }, options);
  }
  /** New contacts by source, compared with the same number of days before; by default the last 30 days of all shops */
  getContactStats(query: {
  /** The first day of the company's calendar, YYYY-MM-DD */
  from?: Schemas.Day;
  /** The first day after the period, YYYY-MM-DD */
  to?: Schemas.Day;
  /** Accepted by all statistics and checked, without effect on this one */
  node?: string;
  /** Accepted by all statistics and checked, without effect on this one */
  page?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  pageSize?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  q?: string;
  /** Accepted by all statistics and checked, without effect on this one */
  tab?: "all" | "sent" | "opened" | "clicked" | "bounced" | "unsubscribed" | "skipped" | "failed" | "unknown" | "not_opened" | "complained";
  /** Accepted by all statistics and checked, without effect on this one */
  engagement?: "A" | "B" | "C" | "D" | "E" | "N";
  /** Accepted by all statistics and checked, without effect on this one */
  humans?: boolean;
  /** Accepted by all statistics and checked, without effect on this one */
  rows?: number;
  /** Accepted by all statistics and checked, without effect on this one */
  vat?: boolean;
  /** Left out: all shops */
  shop?: Schemas.Id;
} = {}, options?: CallOptions): Promise<Schemas.ContactStats> {
    return this.#sender.json<Schemas.ContactStats>({ method: "GET", path: "/stats/contacts", query }, options);
  }
}

/** For everybody: the price list */
export class Public {
  readonly #sender: Sender;
  constructor(sender: Sender) {
    this.#sender = sender;
  }
  /** Monthly prices by number of contacts */
  getPriceList(options?: CallOptions): Promise<Schemas.PriceList> {
    return this.#sender.json<Schemas.PriceList>({ method: "GET", path: "/api/v1/public/price-list" }, options);
  }
}

/** Calls to addresses of the company when something happens */
export class AccountWebhooks {
  readonly #sender: Sender;
  constructor(sender: Sender) {
    this.#sender = sender;
  }
  /** Webhooks, oldest first, with the items that wait and the last call */
  list(options?: CallOptions): Promise<Schemas.WebhookList> {
    return this.#sender.json<Schemas.WebhookList>({ method: "GET", path: "/account-webhooks" }, options);
  }
  /** Register a webhook; only what happens from now on is sent */
  create(body: Schemas.WebhookInput, options?: CallOptions): Promise<Schemas.Webhook> {
    return this.#sender.json<Schemas.Webhook>({ method: "POST", path: "/account-webhooks", body, takesKey: true }, options);
  }
  /** Change a webhook. Switching it on clears its errors; with another event it begins at the newest item */
  update(webhookId: Schemas.Id, body: Schemas.WebhookChange, options?: CallOptions): Promise<Schemas.Webhook> {
    return this.#sender.json<Schemas.Webhook>({ method: "PATCH", path: `/account-webhooks/${part(webhookId)}`, body }, options);
  }
  /** Delete a webhook with the items that wait */
  delete(webhookId: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/account-webhooks/${part(webhookId)}` }, options);
  }
  /** Send one call about a fictional contact, with `test: true` and the header X-Service-Test: 1 */
  test(webhookId: Schemas.Id, options?: CallOptions): Promise<Schemas.WebhookTestResult> {
    return this.#sender.json<Schemas.WebhookTestResult>({ method: "POST", path: `/account-webhooks/${part(webhookId)}/test`, takesKey: true }, options);
  }
}

/** Signed calls of endpoints of the company, in batches, with their deliveries */
export class WebhookEndpoints {
  readonly #sender: Sender;
  constructor(sender: Sender) {
    this.#sender = sender;
  }
  /** Endpoints of signed webhooks (Standard Webhooks), oldest first, with what waits and the last call */
  list(options?: CallOptions): Promise<Schemas.WebhookEndpointList> {
    return this.#sender.json<Schemas.WebhookEndpointList>({ method: "GET", path: "/webhook-endpoints" }, options);
  }
  /** Register an endpoint; only what happens from now on is sent. Its secret is shown once */
  create(body: Schemas.WebhookEndpointInput, options?: CallOptions): Promise<Schemas.NewWebhookEndpoint> {
    return this.#sender.json<Schemas.NewWebhookEndpoint>({ method: "POST", path: "/webhook-endpoints", body, takesKey: true }, options);
  }
  /** One endpoint */
  get(endpointId: Schemas.Id, options?: CallOptions): Promise<Schemas.WebhookEndpoint> {
    return this.#sender.json<Schemas.WebhookEndpoint>({ method: "GET", path: `/webhook-endpoints/${part(endpointId)}` }, options);
  }
  /** Change an endpoint. Switched on, it continues with what waits */
  update(endpointId: Schemas.Id, body: Schemas.WebhookEndpointChange, options?: CallOptions): Promise<Schemas.WebhookEndpoint> {
    return this.#sender.json<Schemas.WebhookEndpoint>({ method: "PATCH", path: `/webhook-endpoints/${part(endpointId)}`, body }, options);
  }
  /** Delete an endpoint with its log and what waits */
  delete(endpointId: Schemas.Id, options?: CallOptions): Promise<void> {
    return this.#sender.done({ method: "DELETE", path: `/webhook-endpoints/${part(endpointId)}` }, options);
  }
  /** Create a new secret, shown once. For 24 hours calls are signed with the present one as well; until then, or until it is ended, there is no further one */
  rotateSecret(endpointId: Schemas.Id, options?: CallOptions): Promise<Schemas.NewWebhookEndpoint> {
    return this.#sender.json<Schemas.NewWebhookEndpoint>({ method: "POST", path: `/webhook-endpoints/${part(endpointId)}/rotate-secret`, takesKey: true }, options);
  }
  /** Sign calls with the new secret only, before the 24 hours are over */
  endPreviousSecret(endpointId: Schemas.Id, options?: CallOptions): Promise<Schemas.WebhookEndpoint> {
    return this.#sender.json<Schemas.WebhookEndpoint>({ method: "POST", path: `/webhook-endpoints/${part(endpointId)}/end-previous-secret`, takesKey: true }, options);
  }
  /** Send one signed call about a fictional contact, with `test: true` and the header X-Service-Test: 1 */
  test(endpointId: Schemas.Id, options?: CallOptions): Promise<Schemas.WebhookTestResult> {
    return this.#sender.json<Schemas.WebhookTestResult>({ method: "POST", path: `/webhook-endpoints/${part(endpointId)}/test`, takesKey: true }, options);
  }
  /** Send again what happened since a time, at most 30 days ago; single items keep their webhook-id */
  replay(endpointId: Schemas.Id, body: {
  from: Schemas.Time;
}, options?: CallOptions): Promise<Schemas.WebhookEndpoint> {
    return this.#sender.json<Schemas.WebhookEndpoint>({ method: "POST", path: `/webhook-endpoints/${part(endpointId)}/replay`, body, takesKey: true }, options);
  }
  /** Calls of an endpoint in the last 7 days and those that wait, newest first */
  listWebhookDeliveries(endpointId: Schemas.Id, query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  state?: "pending" | "succeeded" | "failed" | "canceled";
} = {}, options?: CallOptions): Promise<Schemas.WebhookDeliveryPage> {
    return this.#sender.json<Schemas.WebhookDeliveryPage>({ method: "GET", path: `/webhook-endpoints/${part(endpointId)}/deliveries`, query }, options);
  }
  /** Every item of `listWebhookDeliveries`, page by page. */
  listWebhookDeliveriesAll(endpointId: Schemas.Id, query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  state?: "pending" | "succeeded" | "failed" | "canceled";
} = {}, options?: CallOptions): AsyncGenerator<Schemas.WebhookDelivery, void> {
    return everyItem((page) => this.listWebhookDeliveries(endpointId, { pageSize: 100, ...query, page }, options));
  }
  /** One call with its request and the answer to the last attempt */
  getWebhookDelivery(endpointId: Schemas.Id, deliveryId: Schemas.Id, options?: CallOptions): Promise<Schemas.WebhookDeliveryDetail> {
    return this.#sender.json<Schemas.WebhookDeliveryDetail>({ method: "GET", path: `/webhook-endpoints/${part(endpointId)}/deliveries/${part(deliveryId)}` }, options);
  }
  /** Send a call of an active endpoint again with the same webhook-id, whatever the state of the call */
  resendWebhookDelivery(endpointId: Schemas.Id, deliveryId: Schemas.Id, options?: CallOptions): Promise<Schemas.WebhookDelivery> {
    return this.#sender.json<Schemas.WebhookDelivery>({ method: "POST", path: `/webhook-endpoints/${part(endpointId)}/deliveries/${part(deliveryId)}/send-again`, takesKey: true }, options);
  }
}

/** Plan, invoices and payments */
export class Billing {
  readonly #sender: Sender;
  constructor(sender: Sender) {
    this.#sender = sender;
  }
  /** Plan, usage and unpaid amounts of the company; state off where the operator does not bill */
  get(options?: CallOptions): Promise<Schemas.Billing> {
    return this.#sender.json<Schemas.Billing>({ method: "GET", path: "/billing" }, options);
  }
  /** What a cancellation would end, and when; changes nothing */
  getCancellation(options?: CallOptions): Promise<Schemas.Cancellation> {
    return this.#sender.json<Schemas.Cancellation>({ method: "GET", path: "/billing/cancel" }, options);
  }
  /** Invoices, newest first */
  listInvoices(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  state?: "open" | "paid" | "cancelled";
} = {}, options?: CallOptions): Promise<Schemas.InvoicePage> {
    return this.#sender.json<Schemas.InvoicePage>({ method: "GET", path: "/billing/invoices", query }, options);
  }
  /** Every item of `listInvoices`, page by page. */
  listInvoicesAll(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  state?: "open" | "paid" | "cancelled";
} = {}, options?: CallOptions): AsyncGenerator<Schemas.Invoice, void> {
    return everyItem((page) => this.listInvoices({ pageSize: 100, ...query, page }, options));
  }
  /** An invoice as PDF */
  getInvoicePdf(invoiceId: Schemas.Id, options?: CallOptions): Promise<Download> {
    return this.#sender.file({ method: "GET", path: `/billing/invoices/${part(invoiceId)}/pdf` }, options);
  }
  /** Payment code of an open invoice: SPAYD for CZK, EPC for EUR */
  getInvoiceQr(invoiceId: Schemas.Id, options?: CallOptions): Promise<Download> {
    return this.#sender.file({ method: "GET", path: `/billing/invoices/${part(invoiceId)}/qr.svg` }, options);
  }
  /** Payments, newest first */
  listPayments(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
} = {}, options?: CallOptions): Promise<Schemas.PaymentPage> {
    return this.#sender.json<Schemas.PaymentPage>({ method: "GET", path: "/billing/payments", query }, options);
  }
  /** Every item of `listPayments`, page by page. */
  listPaymentsAll(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
} = {}, options?: CallOptions): AsyncGenerator<Schemas.Payment, void> {
    return everyItem((page) => this.listPayments({ pageSize: 100, ...query, page }, options));
  }
  /** Name, address and numbers on the company's invoices; changed by PATCH /company */
  getProfile(options?: CallOptions): Promise<Schemas.BillingProfile> {
    return this.#sender.json<Schemas.BillingProfile>({ method: "GET", path: "/billing/profile" }, options);
  }
  /** Monthly price of a number of contacts; of those in use by default */
  getQuote(query: {
  contacts?: number;
  currency?: string;
} = {}, options?: CallOptions): Promise<Schemas.BillingQuote> {
    return this.#sender.json<Schemas.BillingQuote>({ method: "GET", path: "/billing/quote", query }, options);
  }
}

/** What assistants asked to do and a member has to confirm */
export class AssistantRequests {
  readonly #sender: Sender;
  constructor(sender: Sender) {
    this.#sender = sender;
  }
  /** Operations that assistants requested and that send e-mails or data out, newest first */
  list(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  state?: "waiting" | "approved" | "declined" | "outdated" | "expired";
} = {}, options?: CallOptions): Promise<Schemas.AssistantRequestPage> {
    return this.#sender.json<Schemas.AssistantRequestPage>({ method: "GET", path: "/assistant-requests", query }, options);
  }
  /** Every item of `list`, page by page. */
  listAll(query: {
  /** Default: 1 */
  page?: number;
  /** Default: 25 */
  pageSize?: number;
  state?: "waiting" | "approved" | "declined" | "outdated" | "expired";
} = {}, options?: CallOptions): AsyncGenerator<Schemas.AssistantRequest, void> {
    return everyItem((page) => this.list({ pageSize: 100, ...query, page }, options));
  }
  /** An operation that an assistant requested */
  get(id: Schemas.Id, options?: CallOptions): Promise<Schemas.AssistantRequest> {
    return this.#sender.json<Schemas.AssistantRequest>({ method: "GET", path: `/assistant-requests/${part(id)}` }, options);
  }
  /** Approve a request: the operation runs now, in the name of the assistant's member, with all its checks */
  approve(id: Schemas.Id, options?: CallOptions): Promise<Schemas.AssistantRequest> {
    return this.#sender.json<Schemas.AssistantRequest>({ method: "POST", path: `/assistant-requests/${part(id)}/approve` }, options);
  }
  /** Decline a request */
  decline(id: Schemas.Id, options?: CallOptions): Promise<Schemas.AssistantRequest> {
    return this.#sender.json<Schemas.AssistantRequest>({ method: "POST", path: `/assistant-requests/${part(id)}/decline` }, options);
  }
}

export const createGroups = (sender: Sender) => ({
  /** Members of the company, their roles, invitations and API keys */
  people: new People(sender),
  /** Sign-in, second factor, passwords and the companies of the signed-in person */
  session: new Session(sender),
  /** Contacts with their consents, purposes, custom fields and suppressed addresses */
  contacts: new Contacts(sender),
  /** Lists and their members */
  lists: new Lists(sender),
  /** The company, its shops, settings, labels, notifications and audit log */
  account: new Account(sender),
  /** Orders of the shops and the totals by customer */
  orders: new Orders(sender),
  /** Automations: their graphs, versions, runs and what they sent */
  automations: new Automations(sender),
  /** The feed of everything that happened, for other systems */
  events: new Events(sender),
  /** Rules that find contacts, their counts and snapshots */
  segments: new Segments(sender),
  /** Imports of contacts from files, with preview and rejected rows */
  imports: new Imports(sender),
  /** Exports of contacts and their files */
  exports: new Exports(sender),
  /** Templates, footers, pages, surveys, files and checks of e-mails */
  content: new Content(sender),
  /** Stacks of coupon codes that e-mails hand out */
  coupons: new Coupons(sender),
  /** Product and article feeds whose items e-mails show */
  feeds: new Feeds(sender),
  /** Campaigns: content, audience, variants, approval and sending */
  campaigns: new Campaigns(sender),
  /** Senders, sending domains, DNS checks and what is known about delivery */
  sending: new Sending(sender),
  /** Sign-up forms, confirmations and sign-ups */
  forms: new Forms(sender),
  /** Results of campaigns and automations, conversions, the dashboard */
  statistics: new Statistics(sender),
  /** For everybody: the price list */
  public: new Public(sender),
  /** Calls to addresses of the company when something happens */
  accountWebhooks: new AccountWebhooks(sender),
  /** Signed calls of endpoints of the company, in batches, with their deliveries */
  webhookEndpoints: new WebhookEndpoints(sender),
  /** Plan, invoices and payments */
  billing: new Billing(sender),
  /** What assistants asked to do and a member has to confirm */
  assistantRequests: new AssistantRequests(sender),
});
