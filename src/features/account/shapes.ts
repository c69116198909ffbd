import { Type } from "typebox";
import type { ActionType } from "../../jobs/action-types.ts";
import type { NotificationType } from "../../jobs/notification-types.ts";
import { accepts } from "../../kernel/accepts.ts";
import { validation } from "../../kernel/errors.ts";
import {
  AnyObject,
  Color,
  Count,
  Country,
  Currency,
  Email,
  Flag,
  Id,
  KnownText,
  Language,
  Money,
  Name,
  NullableCountry,
  NullableEmail,
  NullableId,
  NullableOneOf,
  NullableLine,
  NullableText,
  NullableTime,
  OneOf,
  Time,
  webAddressPattern,
  NamedObject,
  named,
} from "../../kernel/schema.ts";
import { matching } from "../../kernel/schema-rules.ts";

const WebAddress = Type.String({ ...webAddressPattern, maxLength: 2000, description: "http or https" });
const NullableWebAddress = Type.Unsafe<string | null>({ ...WebAddress, type: ["string", "null"] });
/** The pattern accepts strings that browsers cannot open; they are rejected here. */
export function requireWebAddress(field: string, address: string | null | undefined): void {
  if (address === null || address === undefined) return;
  if (!URL.canParse(address)) throw validation(field, accepts.webAddress);
}

const NullableColor = Type.Unsafe<string | null>({ ...Color, type: ["string", "null"] });

const assistantSendings = ["never", "approval", "token"] as const;
export type AssistantSending = (typeof assistantSendings)[number];

const companyProperties = {
  name: Name,
  language: Language,
  timeZone: Type.String({
    ...matching("^[A-Za-z][A-Za-z0-9_+/-]*$", "a time zone, such as Europe/Prague"),
    maxLength: 100,
    description: "Europe/Prague …",
  }),
  phone: NullableText(50),
  street: NullableText(200),
  city: NullableText(100),
  postalCode: NullableText(20),
  country: NullableCountry,
  companyId: NullableText(50),
  vatId: NullableText(50),
  web: NullableWebAddress,
  sendingEnabled: Flag,
  conversionWindowDays: Type.Integer({
    minimum: 1,
    maximum: 90,
    description: "An order so many days after a click counts as a conversion of the e-mail; 7 by default",
  }),
  requireTwoFactor: Type.Boolean({ description: "Members without two-factor sign-in have no access; API keys have" }),
  requireCampaignApproval: Type.Boolean({
    description:
      "Campaigns are sent only after a second member approved them (POST /campaigns/{campaign_id}/approvals)",
  }),
  assistantSending: Type.Unsafe<AssistantSending>({
    ...OneOf(assistantSendings),
    description:
      "Assistants mail people and send data out never, after a member's approval, or with a confirm token (default)",
  }),
};

/** The e-mail address is required: it is the contact of the company. */
export const CompanyChange = named("CompanyChange", Type.Partial(Type.Object({ ...companyProperties, email: Email })));

export const Company = NamedObject("Company", {
  guid: Type.String(),
  ...companyProperties,
  email: NullableText(),
  sendingState: OneOf(["pending", "live", "paused", "suspended"]),
  sendingHold: OneOf(["", "platform", "free_limit", "unpaid"]),
  createdAt: Time,
  updatedAt: NullableTime,
});

const shopProperties = {
  name: Name,
  url: NullableWebAddress,
  language: Language,
  country: Country,
  currencies: Type.Array(Currency, { minItems: 1, maxItems: 10, uniqueItems: true }),
  phoneCountry: Country,
};

export const ShopChange = named("ShopChange", Type.Partial(Type.Object(shopProperties)));

export const ShopInput = NamedObject("ShopInput", {
  ...shopProperties,
  url: Type.Optional(NullableWebAddress),
  phoneCountry: Type.Optional(Country),
});

export const Shop = NamedObject("Shop", {
  id: Id,
  ...shopProperties,
  enabled: Flag,
  createdAt: Time,
  updatedAt: NullableTime,
  contacts: Count,
});

export const shopSorts = ["name", "createdAt", "id"] as const;

const fonts = ["arial", "helvetica", "verdana", "tahoma", "trebuchet", "georgia", "times", "courier"] as const;
const networks = ["facebook", "instagram", "x", "linkedin", "youtube", "tiktok", "pinterest", "threads"] as const;

const brandProperties = {
  logoUrl: NullableWebAddress,
  primaryColor: NullableColor,
  secondaryColor: NullableColor,
  textColor: NullableColor,
  backgroundColor: NullableColor,
  font: NullableOneOf(fonts),
  companyName: NullableText(200),
  address: NullableText(),
  web: NullableWebAddress,
  socials: Type.Array(Type.Object({ network: OneOf(networks), url: WebAddress }), { maxItems: 20 }),
};

export const Brand = NamedObject("ShopBrand", brandProperties);
export const BrandInput = named("ShopBrandInput", Type.Partial(Brand));

export const ConsentSettingsChange = named(
  "ConsentSettingsChange",
  Type.Partial(
    Type.Object({ customerException: Flag, customerExceptionDays: Type.Integer({ minimum: 1, maximum: 3650 }) }),
  ),
);
export const ConsentSettings = NamedObject("ConsentSettings", {
  shopId: Id,
  shopName: Type.String(),
  customerException: Flag,
  customerExceptionDays: Count,
});
export const AllConsentSettings = NamedObject("AllConsentSettings", {
  items: Type.Array(ConsentSettings),
  defaultPurposeId: NullableId,
});

export const ShopSettingsChange = named(
  "ShopSettingsChange",
  Type.Partial(
    Type.Object({ syncContacts: Flag, syncOrders: Flag, senderName: NullableLine(200), replyTo: NullableEmail }),
  ),
);
export const ShopSettings = NamedObject("ShopSettings", {
  shopId: Id,
  shopName: Type.String(),
  syncContacts: Flag,
  syncOrders: Flag,
  senderName: NullableText(),
  replyTo: NullableText(),
});

export const Notification = NamedObject("Notification", {
  id: Id,
  type: KnownText<NotificationType>(),
  at: Time,
  read: Flag,
  params: AnyObject,
});
export const NotificationChoice = NamedObject("NotificationChoice", {
  ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 1000 })),
  all: Type.Optional(Flag),
});

export const RunningAction = NamedObject("RunningAction", {
  id: Id,
  type: KnownText<ActionType>(),
  state: OneOf(["queued", "running", "done", "failed"]),
  progress: Type.Integer({ minimum: 0, maximum: 100 }),
  createdAt: Time,
  startedAt: NullableTime,
  params: Type.Unsafe<unknown>({ ...AnyObject }),
});

export const PriceList = NamedObject("PriceList", {
  currencies: Type.Array(
    Type.Object({ currency: Currency, tiers: Type.Array(Type.Object({ contacts: Count, monthly: Money })) }),
  ),
});
