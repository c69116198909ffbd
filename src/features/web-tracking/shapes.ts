import { Type } from "typebox";
import {
  AnyObject,
  Day,
  Flag,
  Id,
  NullableId,
  NullableOneOf,
  NullableText,
  NullableTime,
  OneOf,
  pageQueryWithoutSearch,
  Text,
  Time,
  withDescription,
  NamedObject,
  named,
} from "../../kernel/schema.ts";
import { matching } from "../../kernel/schema-rules.ts";

const maxForms = 20;
const maxDomains = 20;
const maxUrlLength = 2000;

export const SiteScript = NamedObject("SiteScript", {
  shopId: Id,
  key: Type.String(),
  url: withDescription(Type.String(), "Address of the script"),
  code: withDescription(Type.String(), "The HTML that the shop puts into its pages"),
  enabled: Flag,
  formIds: withDescription(Type.Array(Id), "Forms of the shop; the script shows those that are pop-ups or slide-ins"),
  found: withDescription(Flag, "Whether the last check found the script"),
  foundFormIds: withDescription(Type.Array(Id), "Forms whose own codes the last check found"),
  checkedAt: NullableTime,
});

export const SiteScriptChange = named(
  "SiteScriptChange",
  Type.Partial(Type.Object({ enabled: Flag, formIds: Type.Array(Id, { maxItems: maxForms, uniqueItems: true }) })),
);

export const SiteCheckInput = NamedObject("SiteCheckInput", {
  url: Type.Optional(
    withDescription(Text(maxUrlLength, 1), "A page on the host of the shop's url, which is the default"),
  ),
});

export const checkErrors = ["status", "dns", "address", "deadline", "network"] as const;

export const SiteCheck = NamedObject("SiteCheck", {
  found: Flag,
  formIds: withDescription(Type.Array(Id), "Forms of the shop whose own codes are in the page"),
  checkedAt: Time,
  error: NullableOneOf(checkErrors),
});

const trackingProperties = {
  enabled: Flag,
  requireConsent: withDescription(Flag, "Nothing is stored or sent before the page calls `postrider.consent(true)`"),
  domains: Type.Array(Text(253, 1), {
    maxItems: maxDomains,
    uniqueItems: true,
    description: "Hosts of the shop beside that of its url, each with and without `www.`",
  }),
};

export const WebTracking = NamedObject("WebTracking", { shopId: Id, ...trackingProperties });
export const WebTrackingChange = named("WebTrackingChange", Type.Partial(Type.Object(trackingProperties)));

export const webEventTypes = ["page_visit", "cart"] as const;

export const WebEvent = NamedObject("WebEvent", {
  id: Id,
  at: Time,
  type: OneOf(webEventTypes),
  url: NullableText(),
  title: NullableText(),
  data: AnyObject,
  contactId: Id,
  email: Type.String(),
  shopId: NullableId,
});

export const WebEventQuery = Type.Object({
  ...Type.Omit(pageQueryWithoutSearch(["at"]), ["sort"]).properties,
  type: Type.Optional(OneOf(webEventTypes)),
  contactId: Type.Optional(Id),
  shop: Type.Optional(Id),
  from: Type.Optional(Day),
  to: Type.Optional(withDescription(Day, "Included")),
});

/** What the script posts. Unknown fields are ignored. */
export const VisitInput = Type.Object({
  visitor: Type.String({ ...matching("^[\\w-]{8,64}$", "8 to 64 letters, digits, - and _") }),
  contact: Type.Optional(Text(200)),
  events: Type.Array(
    Type.Object({
      type: OneOf(webEventTypes),
      url: Text(maxUrlLength, 1),
      title: Type.Optional(Text(maxUrlLength)),
      data: Type.Optional(AnyObject),
    }),
    { minItems: 1, maxItems: 20 },
  ),
});
