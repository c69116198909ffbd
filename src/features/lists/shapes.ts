import { Type } from "typebox";
import { ContactRow } from "../contacts/shapes.ts";
import { memberStates } from "../contacts/memberships/queries.ts";
import { Tags } from "../labels/shapes.ts";
import {
  Count,
  Flag,
  Id,
  Name,
  NullableEmail,
  NullableId,
  NullableLine,
  NullableOneOf,
  NullableText,
  OneOf,
  Text,
  Time,
  NamedObject,
  named,
} from "../../kernel/schema.ts";

export const systemKinds = ["shop_contacts", "shop_newsletter", "shop_unsubscribed"] as const;
export type SystemKind = (typeof systemKinds)[number];

const Note = NullableText(5000);
const PublicName = NullableLine(200);

const requiredInput = {
  name: Name,
  publicName: PublicName,
  shopId: NullableId,
  notifyOnUnsubscribe: Flag,
  notifyOnAdd: Flag,
  note: Note,
};
const optionalInput = {
  tags: Type.Optional(Tags),
  signatureHtml: Type.Optional({
    ...NullableText(20_000),
    description: "`{{df_list_signature}}` in campaigns to this list alone",
  }),
  senderEmail: Type.Optional({
    ...NullableEmail,
    description: "Default of campaigns to this list alone, once it is a verified sender of their shop",
  }),
  senderName: Type.Optional({ ...NullableLine(200), description: "Default of campaigns to this list alone" }),
  replyTo: Type.Optional({ ...NullableEmail, description: "Default of campaigns to this list alone" }),
};

export const ListInput = NamedObject("ListInput", { ...requiredInput, ...optionalInput });
export const ListChange = named("ListChange", Type.Partial(ListInput));

const rowProperties = {
  id: Id,
  name: Type.String(),
  publicName: Type.String(),
  shopId: NullableId,
  systemKind: NullableOneOf(systemKinds),
  locked: Type.Boolean({ description: "E-shop list: filled by synchronization, read-only" }),
  manualMembers: Type.Boolean({ description: "Members can be added by hand" }),
  tags: Type.Array(Type.String()),
  counts: Type.Object({
    total: Count,
    byBucket: Type.Object({
      active: Count,
      unconfirmed: Count,
      unsubscribed: Count,
      bounced: Count,
      complained: Count,
      blacklisted: Count,
    }),
  }),
  createdAt: Time,
  notifyOnUnsubscribe: Flag,
  notifyOnAdd: Flag,
  note: Type.String(),
};

export const ListRow = NamedObject("ListRow", rowProperties);

const detailProperties = {
  ...rowProperties,
  signatureHtml: Type.String(),
  senderEmail: NullableText(),
  senderName: NullableText(),
  replyTo: NullableText(),
};

export const List = NamedObject("List", detailProperties);

/** `jobId` is null when all members were copied at once. */
export const CopiedList = NamedObject("CopiedList", { ...detailProperties, jobId: NullableId });

export const ListMember = NamedObject("ListMember", {
  ...ContactRow.properties,
  memberState: OneOf(memberStates),
  addedAt: Time,
  changedAt: Time,
});

export const CopyListInput = NamedObject("CopyListInput", { name: Type.Optional(Name) });
export const MergeListsInput = NamedObject("MergeListsInput", {
  listIds: Type.Array(Id, { minItems: 2, maxItems: 100, examples: [["1", "2"]] }),
  name: Name,
  deleteSources: Flag,
});
export const ContactIds = NamedObject("ContactIds", { contactIds: Type.Array(Id, { minItems: 1, maxItems: 1000 }) });
/** Counts of the given contacts; `unsubscribed` ones have left the list but can be removed. */
export const MemberRemoval = NamedObject("MemberRemoval", { members: Count, unsubscribed: Count, notMember: Count });
export const JobReference = NamedObject("JobReference", { jobId: Id });

export const Autofilled = NamedObject("ListAutofilled", {
  members: Count,
  contacts: Count,
  fields: Type.Record(Type.String(), Count),
  jobId: Type.Null(),
});

/** The counts are those of the notification at the end. */
export const AutofillStarted = NamedObject("AutofillStarted", { members: Count, jobId: Id });
export const deleteModes = ["list", "with_contacts", "keep_used"] as const;
export const ListDeletion = NamedObject("ListDeletion", {
  members: Count,
  contactsDeleted: Count,
  contactsKept: Count,
});
export type DeleteMode = (typeof deleteModes)[number];

export const ShopListsInput = NamedObject("ShopListsInput", { shopId: Type.Optional(Id), apply: Type.Optional(Flag) });
const ShopLists = Type.Array(
  Type.Object({ shopId: Id, systemKind: OneOf(systemKinds), listId: NullableId, name: Text(), members: Count }),
);
export const ShopListsReport = NamedObject("ShopListsReport", { applied: Flag, contacts: Count, lists: ShopLists });
export const ShopListsStarted = NamedObject("ShopListsStarted", { applied: Flag, jobId: Id, lists: ShopLists });
