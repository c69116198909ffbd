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
  signatureHtml: Type.Optional(NullableText(20_000)),
  senderEmail: Type.Optional(NullableEmail),
  senderName: Type.Optional(NullableLine(200)),
  replyTo: Type.Optional(NullableEmail),
};

export const ListInput = Type.Object({ ...requiredInput, ...optionalInput });
export const ListChange = Type.Partial(ListInput);

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

export const ListRow = Type.Object(rowProperties);

const detailProperties = {
  ...rowProperties,
  signatureHtml: Type.String(),
  senderEmail: NullableText(),
  senderName: NullableText(),
  replyTo: NullableText(),
};

export const List = Type.Object(detailProperties);

/** `jobId` is null when all members were copied at once. */
export const CopiedList = Type.Object({ ...detailProperties, jobId: NullableId });

export const ListMember = Type.Object({
  ...ContactRow.properties,
  memberState: OneOf(memberStates),
  addedAt: Time,
  changedAt: Time,
});

export const CopyListInput = Type.Object({ name: Type.Optional(Name) });
export const MergeListsInput = Type.Object({
  listIds: Type.Array(Id, { minItems: 2, maxItems: 100, examples: [["1", "2"]] }),
  name: Name,
  deleteSources: Flag,
});
export const ContactIds = Type.Object({ contactIds: Type.Array(Id, { minItems: 1, maxItems: 1000 }) });
/** Of the given contacts; `unsubscribed` ones have left the list but can be removed. */
export const MemberRemoval = Type.Object({ members: Count, unsubscribed: Count, notMember: Count });
export const JobReference = Type.Object({ jobId: Id });

export const Autofilled = Type.Object({
  members: Count,
  contacts: Count,
  fields: Type.Record(Type.String(), Count),
  jobId: Type.Null(),
});

/** The counts are those of the notification at the end. */
export const AutofillStarted = Type.Object({ members: Count, jobId: Id });
export const deleteModes = ["list", "with_contacts", "keep_used"] as const;
export const ListDeletion = Type.Object({ members: Count, contactsDeleted: Count, contactsKept: Count });
export type DeleteMode = (typeof deleteModes)[number];

export const ShopListsInput = Type.Object({ shopId: Type.Optional(Id), apply: Type.Optional(Flag) });
const ShopLists = Type.Array(
  Type.Object({ shopId: Id, systemKind: OneOf(systemKinds), listId: NullableId, name: Text(), members: Count }),
);
export const ShopListsReport = Type.Object({ applied: Flag, contacts: Count, lists: ShopLists });
export const ShopListsStarted = Type.Object({ applied: Flag, jobId: Id, lists: ShopLists });
