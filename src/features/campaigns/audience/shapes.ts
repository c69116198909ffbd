import { Type, type Static } from "typebox";
import { Value } from "typebox/value";
import { accepts } from "../../../kernel/accepts.ts";
import { normalizeEmail } from "../../../kernel/email.ts";
import { validation, toRule, type RejectionRule } from "../../../kernel/errors.ts";
import { rulesOf } from "../../../kernel/schema-rules.ts";
import {
  CheckedByParser,
  Count,
  Email,
  Id,
  NullableDay,
  NullableId,
  NullableInteger,
  withDescription,
  NamedObject,
  named,
} from "../../../kernel/schema.ts";

export const maxAudienceIds = 100;
export const maxExcludedEmails = 1000;

const ChosenIds = Type.Array(Id, { maxItems: maxAudienceIds, default: [] });

/** Contacts of any of the lists or segments that are in none of the excluded ones. */
export const Audience = NamedObject("Audience", {
  listIds: ChosenIds,
  segmentIds: ChosenIds,
  excludeListIds: ChosenIds,
  excludeSegmentIds: ChosenIds,
  excludeEmails: Type.Array(Email, { maxItems: maxExcludedEmails, default: [] }),
  purposeId: NullableId,
});
export type Audience = Static<typeof Audience>;

export const emptyAudience: Audience = {
  listIds: [],
  segmentIds: [],
  excludeListIds: [],
  excludeSegmentIds: [],
  excludeEmails: [],
  purposeId: null,
};

/** The list that is all of the audience, whatever it leaves out. */
export const findOnlyList = ({ listIds, segmentIds }: Pick<Audience, "listIds" | "segmentIds">): string | undefined =>
  listIds.length === 1 && segmentIds.length === 0 ? listIds[0] : undefined;

/** Missing fields are empty; every error is `validation audience` with the name of the field. */
export const AudienceInput = CheckedByParser(Type.Partial(Audience));

export const AudienceSizeRequest = NamedObject("AudienceSizeRequest", {
  audience: AudienceInput,
  anyShop: Type.Optional(
    Type.Boolean({ description: "True: lists and segments of any shop, as for a campaign with language variants" }),
  ),
  shopId: Type.Optional(
    withDescription(
      Id,
      "The shop that sends. Left out: that of the campaign, of the lists and segments, or the only one",
    ),
  ),
  campaignId: Type.Optional(withDescription(Id, "Its shop sends, unless `shopId` is given")),
  senderId: Type.Optional(Id),
});

/** The first that applies is the reason why an included contact gets nothing. */
export const leftOutReasons = [
  "erased",
  "blacklisted",
  "complained",
  "bounced",
  "unsubscribed",
  "suppressed",
  "pending",
  "customer",
  "weak_consent",
  "no_consent",
  "list_unsubscribed",
  "excluded",
  "frequency_cap",
] as const;

export type LeftOutReason = (typeof leftOutReasons)[number];
type LeftOut = Readonly<Partial<Record<LeftOutReason, number>>>;

export const SendingPlan = named(
  "SendingPlan",
  Type.Object(
    {
      dailyLimit: {
        ...NullableInteger,
        description: "Messages that the warming domain or the connection of the sender may send on the first day",
      },
      lastDay: NullableDay,
    },
    { description: "Null without a limit; lastDay is the company's day on which the last message leaves" },
  ),
);
export type SendingPlan = Static<typeof SendingPlan>;

export const AudienceSize = NamedObject("AudienceSize", {
  matched: Count,
  recipients: Count,
  leftOut: Type.Unsafe<LeftOut>(
    Type.Record(Type.String(), Count, { description: `Number by reason: ${leftOutReasons.join(", ")}` }),
  ),
  shopId: {
    ...NullableId,
    description: "The shop whose customer exception was counted; null: none, because several shops could send",
  },
  customersWithoutConsent: withDescription(
    Count,
    "Recipients that never consented: customers of the shop, mailed by its customer exception (legitimate interest)",
  ),
  shops: Type.Array(Type.Object({ shopId: Id, recipients: Count }), {
    description:
      "Recipients by the shop of the contact, most first: a list of the company may hold contacts of several",
  }),
  sending: SendingPlan,
});
export type AudienceSize = Static<typeof AudienceSize>;

const isObject = (input: unknown): input is Readonly<Record<string, unknown>> =>
  typeof input === "object" && input !== null && !Array.isArray(input);

/** The message is the field of the body (part 4); `params.field` is the place in it and `params.path` that in the body. */
export const audienceError = (field: string, rule: RejectionRule) =>
  validation("audience", { field, path: `audience.${field}`, ...rule });

export function parseAudience(input: unknown): Audience {
  if (!isObject(input)) throw validation("audience", { type: "object" });
  const idsOf = (field: "listIds" | "segmentIds" | "excludeListIds" | "excludeSegmentIds"): string[] => {
    const value = input[field] ?? [];
    if (!Value.Check(ChosenIds, value)) throw audienceError(field, toRule(rulesOf(ChosenIds)));
    return [...new Set(value)];
  };
  const purposeId = input["purposeId"] ?? null;
  if (!Value.Check(NullableId, purposeId)) throw audienceError("purposeId", toRule(rulesOf(NullableId)));
  return {
    listIds: idsOf("listIds"),
    segmentIds: idsOf("segmentIds"),
    excludeListIds: idsOf("excludeListIds"),
    excludeSegmentIds: idsOf("excludeSegmentIds"),
    excludeEmails: parseEmails(input["excludeEmails"] ?? []),
    purposeId,
  };
}

/** Normalized like contacts' addresses, so that they compare equal. */
function parseEmails(input: unknown): string[] {
  if (!Array.isArray(input) || input.length > maxExcludedEmails) {
    throw audienceError("excludeEmails", { type: "array", max: maxExcludedEmails });
  }
  const addresses = input.map((address: unknown, index) => {
    const email = typeof address === "string" ? normalizeEmail(address) : undefined;
    if (email === undefined) throw audienceError(`excludeEmails.${index}`, accepts.email);
    return email;
  });
  return [...new Set(addresses)];
}
