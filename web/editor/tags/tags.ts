/** Data fields with a fixed name, by group; the server's list is docs/CONTENT.md. */
export const tagGroups = {
  salutation: ["df_name", "df_vocative", "df_surname_vocative", "df_salution", "df_salutation_formal"],
  contact: [
    "df_emailaddress",
    "df_first_name",
    "df_surname",
    "df_realname",
    "df_company",
    "df_town",
    "df_street",
    "df_postalcode",
    "df_phone",
    "df_cellphone",
    "df_birthday",
    "df_nameday",
  ],
  shop: ["df_shop_name", "df_shop_url", "df_shop_email", "df_shop_sender", "df_shop_logo", "df_list_signature"],
  company: [
    "df_account_name",
    "df_account_address",
    "df_account_id",
    "df_account_email",
    "df_account_phone",
    "df_account_web",
  ],
  link: ["df_unsubscribe_url", "df_preferences_url", "df_browser_url", "df_confirmation_url"],
  date: ["df_today", "df_year"],
} as const;

export type TagGroup = keyof typeof tagGroups;
export type TagName = (typeof tagGroups)[TagGroup][number];
