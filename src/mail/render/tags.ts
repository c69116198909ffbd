import { contactColumns, profileFields, type ContactColumn, type ProfileField } from "../../kernel/contact-columns.ts";
import { customFieldText, fillToken, formatDay, mergeLanguage, type MergeContact, type MergeValues } from "./values.ts";

export type TagGroup = "contact" | "salutation" | "shop" | "company" | "link" | "date" | "custom" | "coupon" | "block";

/** `address` tags hold a whole web address of ours; `block` tags hold HTML that is already safe. */
export type TagKind = "text" | "address" | "block";

export type MergeTag = {
  name: string;
  aliases: readonly string[];
  group: TagGroup;
  kind: TagKind;
  description: string;
  read: (values: MergeValues) => string;
  /** The plain text of a block. */
  readText?: (values: MergeValues) => string;
  /** The contact fields that `read` uses: nothing else is fetched for an e-mail. */
  needs: readonly (keyof MergeContact)[];
};

type ContactField = Exclude<keyof MergeContact, "customFields">;

const contactTag = (
  field: ContactField,
  [name = "", ...aliases]: readonly string[],
  description: string,
  group: TagGroup = "contact",
): MergeTag => ({
  name,
  aliases,
  group,
  kind: "text",
  description,
  read: ({ contact }) => contact[field] ?? "",
  needs: [field],
});

const tag = (
  group: TagGroup,
  [name = "", ...aliases]: readonly string[],
  description: string,
  read: MergeTag["read"],
): MergeTag => ({ name, aliases, group, kind: "text", description, read, needs: [] });

const needing = (needs: MergeTag["needs"], each: MergeTag): MergeTag => ({ ...each, needs });

const address = (each: MergeTag): MergeTag => ({ ...each, kind: "address" });

const link = (names: readonly string[], description: string, read: MergeTag["read"]) =>
  address(tag("link", names, description, read));

/** The tag of a profile field; dates are formatted in the contact's language. */
function profileTag(field: ProfileField): MergeTag[] {
  const { kind, mergeTag }: ContactColumn = contactColumns[field];
  if (mergeTag === null) return [];
  const { names, description, group = "contact" } = mergeTag;
  if (kind !== "day" && kind !== "month_day") return [contactTag(field, names, description, group)];
  const read: MergeTag["read"] = (values) => formatDay(values.contact[field] ?? "", mergeLanguage(values));
  return [needing([field, "language"], tag(group, names, description, read))];
}

/** All tags with a fixed name. The editor and the reference are generated from this table. */
export const mergeTags: readonly MergeTag[] = [
  contactTag("email", ["df_emailaddress", "df_email"], "E-mail address"),
  needing(
    ["vocativeFirstName", "firstName"],
    tag(
      "salutation",
      ["df_name"],
      "First name in the vocative, otherwise as it is",
      ({ contact }) => contact.vocativeFirstName || contact.firstName || "",
    ),
  ),
  needing(
    ["vocativeLastName", "lastName"],
    tag(
      "salutation",
      ["df_surname_vocative", "df_vocative_surname", "df_vocative_last_name"],
      "Last name in the vocative, otherwise as it is",
      ({ contact }) => contact.vocativeLastName || contact.lastName || "",
    ),
  ),
  needing(
    ["firstName", "lastName"],
    tag("contact", ["df_realname", "df_full_name"], "First and last name", ({ contact }) =>
      [contact.firstName, contact.lastName].filter(Boolean).join(" "),
    ),
  ),
  ...profileFields.flatMap(profileTag),
  contactTag("id", ["df_id", "df_contact_id"], "Id of the contact"),
  tag("shop", ["df_shop_name", "shop_name"], "Name of the shop", ({ shop }) => shop?.name ?? ""),
  address(tag("shop", ["df_shop_url", "shop_url"], "Web address of the shop", ({ shop }) => shop?.url ?? "")),
  tag("shop", ["df_shop_sender", "shop_sender"], "Sender name of the shop", ({ shop }) => shop?.senderName ?? ""),
  tag("shop", ["df_shop_email", "shop_email"], "Reply address of the shop", ({ shop }) => shop?.replyTo ?? ""),
  address(tag("shop", ["df_shop_logo", "shop_logo"], "Address of the shop's logo", ({ shop }) => shop?.logoUrl ?? "")),
  {
    ...tag(
      "shop",
      ["df_list_signature"],
      "Signature of the list or segment, where the campaign is sent to one alone",
      ({ signature }) => signature.html,
    ),
    kind: "block",
    readText: ({ signature }) => signature.text,
  },
  tag("company", ["df_account_name", "company_name"], "Name of the sending company", ({ company }) => company.name),
  tag("company", ["df_account_email", "company_email"], "Its e-mail address", ({ company }) => company.email ?? ""),
  tag("company", ["df_account_phone", "company_phone"], "Its phone", ({ company }) => company.phone ?? ""),
  tag("company", ["df_account_street", "company_street"], "Its street", ({ company }) => company.street ?? ""),
  tag("company", ["df_account_city", "company_city"], "Its city", ({ company }) => company.city ?? ""),
  tag(
    "company",
    ["df_account_postal_code", "company_postal_code"],
    "Its postal code",
    ({ company }) => company.postalCode ?? "",
  ),
  tag("company", ["df_account_country", "company_country"], "Its country", ({ company }) => company.country ?? ""),
  tag("company", ["df_account_id", "company_id"], "Its registration number", ({ company }) => company.companyId ?? ""),
  tag("company", ["df_account_vat_id", "company_vat_id"], "Its VAT number", ({ company }) => company.vatId ?? ""),
  tag("company", ["df_account_address", "company_address"], "Its address on one line", ({ company }) =>
    [company.street, [company.postalCode, company.city].filter(Boolean).join(" ")].filter(Boolean).join(", "),
  ),
  address(tag("company", ["df_account_web", "company_web"], "Its web address", ({ company }) => company.web ?? "")),
  link(
    ["df_unsubscribe_url", "df_unsubscribe", "unsubscribe_url", "unsubscribe"],
    "Unsubscribe page",
    ({ links }) => links.unsubscribe,
  ),
  link(
    ["df_preferences_url", "df_preferences", "preferences_url", "preferences"],
    "Subscription settings page",
    ({ links }) => links.preferences,
  ),
  link(
    ["df_confirmation_url", "df_confirmation", "confirmation_url", "confirmation"],
    "Confirmation of the subscription (double opt-in)",
    ({ links }) => links.confirmation,
  ),
  link(
    ["df_browser_url", "df_browser", "browser_url", "view_in_browser"],
    "This e-mail in the browser",
    ({ links }) => links.browser,
  ),
  needing(
    ["language"],
    tag("date", ["df_today", "today"], "Day of sending", (values) => formatDay(values.today, mergeLanguage(values))),
  ),
  tag("date", ["df_year", "year"], "Year of sending", ({ today }) => today.slice(0, 4)),
];

export type TagFamily = {
  /** The syntax, as documentation shows it. */
  form: string;
  pattern: RegExp;
  group: TagGroup;
  kind: TagKind;
  description: string;
  read: (values: MergeValues, key: string) => string;
  needs: MergeTag["needs"];
};

/** Tags with a key in their name. */
export const tagFamilies: readonly TagFamily[] = [
  {
    form: "df_custom_<id>",
    pattern: /^df_custom_([1-9]\d{0,15})$/,
    group: "custom",
    kind: "text",
    description: "Custom field of the contact",
    read: customFieldText,
    needs: ["customFields", "language"],
  },
  {
    form: "coupon:<merge key>",
    pattern: /^coupon:([\w.-]{1,100})$/,
    group: "coupon",
    kind: "text",
    description: "The contact's code from a coupon stack",
    read: ({ coupons }, key) => coupons[key] ?? "",
    needs: [],
  },
  {
    form: "products:<key>",
    pattern: /^(products:[\w.-]{1,450})$/,
    group: "block",
    kind: "block",
    description: "Products chosen for the contact",
    read: ({ blocks, token }, key) => fillToken(blocks[key]?.html ?? "", token),
    needs: [],
  },
  {
    form: "articles:<key>",
    pattern: /^(articles:[\w.-]{1,450})$/,
    group: "block",
    kind: "block",
    description: "Articles of a feed",
    read: ({ blocks, token }, key) => fillToken(blocks[key]?.html ?? "", token),
    needs: [],
  },
];

export type ResolvedTag = Pick<MergeTag, "name" | "group" | "kind" | "read" | "needs"> & {
  /** Makes the plain text of blocks. */
  readText: (values: MergeValues) => string;
};

const byName = new Map(mergeTags.flatMap((each) => [each.name, ...each.aliases].map((name) => [name, each] as const)));

/** Finds a tag by its name in any case; undefined when unknown. Keys are case-sensitive. */
export function findTag(written: string): ResolvedTag | undefined {
  const fixed = byName.get(written.toLowerCase());
  if (fixed !== undefined) return { ...fixed, readText: fixed.readText ?? fixed.read };
  const name = written.replace(/^[a-z_]+/i, (start) => start.toLowerCase());
  for (const { pattern, group, kind, read, needs } of tagFamilies) {
    const [, key] = pattern.exec(name) ?? [];
    if (key === undefined) continue;
    const readHtml = (values: MergeValues) => read(values, key);
    const readBlockText = ({ blocks, token }: MergeValues) => fillToken(blocks[key]?.text ?? "", token);
    const readText = kind === "block" ? readBlockText : readHtml;
    return { name, group, kind, read: readHtml, readText, needs };
  }
  return undefined;
}
