import { Type } from "typebox";
import { defineRoutes } from "../../kernel/route.ts";
import {
  Day,
  Email,
  Flag,
  Id,
  Items,
  Name,
  NullableText,
  OneOf,
  Page,
  Text,
  pageQuery,
  pageQueryWithoutSearch,
} from "../../kernel/schema.ts";
import { profileProperties } from "./profile.ts";
import {
  ContactActivity,
  Consent,
  ConsentEvent,
  Contact,
  ContactRow,
  CustomFieldValues,
  ExportedAnswer,
  ExportedEvent,
  ExportedOrder,
  Purpose,
  Suppression,
} from "./shapes.ts";
import { engagements, contactStates, contactStatuses } from "./states.ts";

const Profile = Type.Partial(Type.Object(profileProperties));
const optionalProfile = Profile.properties;

/** Address, status and consents have their own operations; PATCH rejects them by name. */
export const protectedFields = [
  "email",
  "status",
  "consentBasis",
  "consentAt",
  "consentWeak",
  "consentConfirmed",
  "purposeId",
] as const;

/** What a purpose has and PATCH cannot change; consents were given under it. */
export const fixedPurposeFields = ["validMonths", "isDefault", "id", "createdAt"] as const;

export const contactSorts = [
  "id",
  "email",
  "createdAt",
  "updatedAt",
  "lastSentAt",
  "firstName",
  "lastName",
  "status",
  "state",
  "engagement",
] as const;

export const contactRoutes = defineRoutes("Contacts", "contacts", {
  listContacts: {
    method: "GET",
    path: "/contacts",
    summary: "Contacts, filtered, sorted and paged",
    query: pageQuery(contactSorts, {
      status: Type.Optional(OneOf(contactStatuses)),
      state: Type.Optional(OneOf(contactStates)),
      stateOp: Type.Optional(OneOf(["eq", "neq"])),
      tab: Type.Optional(OneOf(["all", ...contactStates])),
      engagement: Type.Optional(OneOf(engagements)),
      shop: Type.Optional(Id),
      source: Type.Optional(Text(100)),
      createdFrom: Type.Optional(Day),
      createdTo: Type.Optional(Day),
      list: Type.Optional(Id),
      listOp: Type.Optional(OneOf(["eq", "neq"])),
      q: Type.Optional(
        Type.String({
          maxLength: 200,
          description:
            "Search in address, name, company and phones, without regard to case and diacritics: all words, in any order; one or two letters find starts of words; six or more digits find a phone however it is written",
        }),
      ),
    }),
    answers: { 200: Page(ContactRow) },
    errors: ["validation sort", "validation list"],
  },
  createContact: {
    method: "POST",
    path: "/contacts",
    summary: "Add a contact whose consent the company holds",
    body: Type.Object({
      email: Email,
      purposeId: Id,
      consentConfirmed: Type.Literal(true),
      shopId: Type.Optional(Id),
      listIds: Type.Optional(Type.Array(Id, { maxItems: 100 })),
      ...optionalProfile,
      customFields: Type.Optional(CustomFieldValues),
    }),
    answers: { 201: Contact },
    errors: ["validation email", "conflict email", "conflict erased"],
  },
  getContact: {
    method: "GET",
    path: "/contacts/{id}",
    summary: "One contact with all its data",
    answers: { 200: Contact },
    errors: ["not_found contact"],
  },
  updateContact: {
    method: "PATCH",
    path: "/contacts/{id}",
    summary: "Change profile and custom fields; imports do not overwrite edited fields",
    body: Type.Object({
      ...optionalProfile,
      customFields: Type.Optional(CustomFieldValues),
    }),
    answers: { 200: Contact },
    errors: ["validation email", "not_found contact"],
  },
  deleteContact: {
    method: "DELETE",
    path: "/contacts/{id}",
    risk: "irreversible",
    summary: "Delete a contact; a suppression of its address stays",
    answers: { 204: null },
    errors: ["not_found contact", "recently_sent contact"],
  },
  unsubscribeContact: {
    method: "POST",
    path: "/contacts/{id}/unsubscribe",
    risk: "irreversible",
    summary: "Unsubscribe from everything and suppress the address",
    body: Type.Object({ note: Type.Optional(NullableText()) }),
    answers: { 200: Contact },
    errors: ["not_found contact"],
  },
  exportContact: {
    method: "GET",
    path: "/contacts/{id}/export",
    summary: "Export all data of a contact, for the person",
    answers: {
      200: Type.Object({
        profile: Contact,
        consents: Type.Array(Consent),
        consentHistory: Type.Array(ConsentEvent),
        lists: Contact.properties.lists,
        activities: Type.Array(ContactActivity),
        orders: Type.Array(ExportedOrder),
        labels: Type.Array(Type.String()),
        surveyAnswers: Type.Array(ExportedAnswer),
        events: Type.Array(ExportedEvent),
      }),
    },
    errors: ["not_found contact"],
  },
  listActivities: {
    method: "GET",
    path: "/contacts/{id}/activities",
    summary: "Activities of a contact, newest first",
    query: pageQueryWithoutSearch(["at"]),
    answers: { 200: Page(ContactActivity) },
    errors: ["not_found contact"],
  },
  eraseContact: {
    method: "POST",
    path: "/contacts/{id}/erase",
    risk: "irreversible",
    summary: "Erase a person on their request; only a fingerprint of the address remains",
    body: Type.Object({ confirm: Type.Literal(true) }),
    answers: { 200: Type.Object({ id: Id, erasedAt: Type.String() }) },
    errors: ["validation confirm", "not_found contact"],
  },
  blacklistContact: {
    method: "POST",
    path: "/contacts/{id}/blacklist",
    summary: "Add a contact to the company's blacklist",
    body: Type.Object({ note: Type.Optional(NullableText()) }),
    answers: { 200: Contact },
    errors: ["not_found contact", "suppression_locked reason"],
  },
  unblacklistContact: {
    method: "DELETE",
    path: "/contacts/{id}/blacklist",
    summary: "Remove a contact from the blacklist",
    answers: { 204: null },
    errors: ["not_found contact", "suppression_locked reason"],
  },
  listContactPurposes: {
    method: "GET",
    path: "/contacts/{id}/purposes",
    summary: "Consents of a contact and their history",
    answers: { 200: Type.Object({ items: Type.Array(Consent), history: Type.Array(ConsentEvent) }) },
    errors: ["not_found contact"],
  },
  addContactPurpose: {
    method: "POST",
    path: "/contacts/{id}/purposes",
    summary: "Record a consent that the company holds; a withdrawn one stays withdrawn",
    body: Type.Object({
      purposeId: Id,
      consentConfirmed: Type.Literal(true),
      text: Type.Optional(Text(5000)),
    }),
    answers: { 200: Consent, 201: Consent },
    errors: ["validation purposeId", "not_found contact", "conflict status"],
  },
  withdrawContactPurpose: {
    method: "POST",
    path: "/contacts/{id}/purposes/{consentId}/withdraw",
    risk: "irreversible",
    summary: "Withdraw a consent; that of the default purpose unsubscribes the contact",
    body: Type.Object({ note: Type.Optional(NullableText()) }),
    answers: { 200: Consent },
    errors: ["not_found consent"],
  },
  listPurposes: {
    method: "GET",
    path: "/purposes",
    summary: "Purposes that people consent to",
    answers: { 200: Items(Purpose) },
    errors: [],
  },
  createPurpose: {
    method: "POST",
    path: "/purposes",
    module: "settings",
    summary: "Add a purpose",
    body: Type.Object({
      name: Name,
      description: Type.Optional(Text(5000)),
      validMonths: Type.Optional(Type.Integer({ minimum: 1, maximum: 240 })),
    }),
    answers: { 201: Purpose },
    errors: ["validation name", "conflict name"],
  },
  updatePurpose: {
    method: "PATCH",
    path: "/purposes/{id}",
    module: "settings",
    summary: "Rename or describe a purpose",
    body: Type.Object({ name: Type.Optional(Name), description: Type.Optional(Text(5000)) }),
    answers: { 200: Purpose },
    errors: ["validation name", "validation validMonths", "not_found purpose", "conflict name"],
  },
  listSuppressions: {
    method: "GET",
    path: "/suppressions",
    summary: "Addresses that are never mailed, and why",
    query: pageQuery(["createdAt", "email"], {
      reason: Type.Optional(OneOf(["unsubscribed", "bounced", "complained", "manual"])),
      blacklisted: Type.Optional(Flag),
    }),
    answers: { 200: Page(Suppression) },
    errors: ["validation sort"],
  },
  createSuppression: {
    method: "POST",
    path: "/suppressions",
    summary: "Blacklist an address, whether or not it is a contact",
    body: Type.Object({ email: Email, detail: Type.Optional(NullableText()) }),
    answers: { 201: Suppression },
    errors: ["validation email", "suppression_locked reason"],
  },
  deleteSuppression: {
    method: "DELETE",
    path: "/suppressions/{email}",
    summary:
      "Take one address off the blacklist or undo its bounce; a refusal of the person's own cannot be taken back",
    params: Type.Object({ email: Email }),
    answers: { 204: null },
    errors: ["not_found suppression", "suppression_locked reason"],
  },
});
