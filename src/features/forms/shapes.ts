import { Type, type Static } from "typebox";
import {
  AnyObject,
  CheckedByParser,
  Count,
  Flag,
  Id,
  Name,
  NullableDay,
  NullableId,
  NullableInteger,
  NullableLanguage,
  NullableText,
  NullableTime,
  OneOf,
  Time,
  withDescription,
  NamedObject,
  named,
} from "../../kernel/schema.ts";
import { Tags } from "../labels/shapes.ts";
import { FormDesign, FormDesignInput } from "./design.ts";
import { matching } from "../../kernel/schema-rules.ts";

export const fieldTypes = ["email", "text", "textarea", "select", "checkbox", "date", "phone", "hidden"] as const;
export const formKinds = ["classic", "popup", "slide"] as const;
export const signUpStates = ["pending", "confirmed", "refused", "expired"] as const;

const Option = NamedObject("FormFieldOption", { value: Type.String(), label: Type.String() });

export const FormField = NamedObject("FormField", {
  key: Type.String({ ...matching("^[A-Za-z][A-Za-z0-9_]{0,39}$", "1 to 40 letters, digits and _, a letter first") }),
  type: OneOf(fieldTypes),
  label: Type.String(),
  required: Flag,
  options: Type.Optional(Type.Array(Option)),
  value: Type.Optional(Type.String({ description: "A prefill, or the fixed text of a hidden field" })),
  target: Type.Unsafe<string | null>({
    type: ["string", "null"],
    description: "A profile field, `customFields.<id>`, or null: kept in the history only",
  }),
});
export type FormField = Static<typeof FormField>;

const popupProperties = {
  trigger: OneOf(["delay", "scroll", "exit"]),
  delayS: Type.Integer({ minimum: 0, maximum: 3600 }),
  scrollPercent: Type.Integer({ minimum: 1, maximum: 100 }),
  repeatDays: Type.Integer({ minimum: 0, maximum: 3650 }),
  position: OneOf(["left", "right"]),
  devices: withDescription(OneOf(["all", "desktop", "mobile"]), "Mobile: windows less than 768 pixels wide"),
  until: Type.Unsafe<string | null>({ ...NullableDay, description: "The last day; null: no end" }),
  requireConsent: withDescription(
    Flag,
    "How often it was shown is kept only after the page called `postrider.consent(true)`",
  ),
};
const Pages = Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
  maxItems: 50,
  description:
    "`/path`: the path; `https://…`: the whole address; other text: anywhere in the address; `*` is any text",
});
export const Popup = NamedObject("FormPopup", {
  ...popupProperties,
  pages: Type.Object({ include: Pages, exclude: Pages }),
});
export const PopupInput = named(
  "FormPopupInput",
  Type.Partial(
    Type.Object({ ...popupProperties, pages: Type.Partial(Type.Object({ include: Pages, exclude: Pages })) }),
  ),
);
export type Popup = Static<typeof Popup>;

export const Settings = NamedObject("FormSettings", {
  doiTemplateId: Type.Unsafe<string | null>({ ...NullableId, description: "Null: the built-in e-mail" }),
  senderId: Type.Unsafe<string | null>({ ...NullableId, description: "Null: the shop's first verified sender" }),
  language: Type.Unsafe<string | null>({ ...NullableLanguage, description: "Null: the language of the shop" }),
  reminderHours: Type.Unsafe<number | null>({
    ...NullableInteger,
    minimum: 1,
    maximum: 720,
    description: "Hours after which one reminder is sent; null: none",
  }),
  minFillSeconds: Type.Integer({
    minimum: 0,
    maximum: 60,
    description: "A page that is sent sooner counts as sent by a machine; 0 switches this off",
  }),
});
export const SettingsInput = named("FormSettingsInput", Type.Partial(Settings));
export type FormSettings = Static<typeof Settings>;

const Line = (maxLength: number) => Type.String({ maxLength, format: "line" });
const Formatted = Type.String({ maxLength: 20_000, description: "HTML; only text formatting and links are kept" });
const NullableUrl = NullableText(2000);

const texts = {
  consentText: Formatted,
  title: Line(200),
  description: Formatted,
  submitLabel: Line(100),
};

const optionalInput = {
  status: OneOf(["active", "inactive"]),
  kind: OneOf(formKinds),
  fields: CheckedByParser({ type: "array", items: FormField, maxItems: 40 }),
  title: texts.title,
  description: texts.description,
  submitLabel: texts.submitLabel,
  successUrl: NullableUrl,
  confirmedUrl: NullableUrl,
  captcha: Flag,
  popup: PopupInput,
  design: FormDesignInput,
  settings: SettingsInput,
  tags: Tags,
};
const ListIds = Type.Array(Id, { maxItems: 50 });

export const FormInput = NamedObject("FormInput", {
  name: Name,
  shopId: Id,
  listIds: ListIds,
  purposeId: NullableId,
  consentText: texts.consentText,
  ...Type.Partial(Type.Object(optionalInput)).properties,
});
export const FormChange = named("FormChange", Type.Partial(FormInput));
export type FormChange = Static<typeof FormChange>;

const previewPlaces = ["page", "site"] as const;
const previewStates = ["form", "error", "sent", "confirm", "confirmed", "already", "email", "reminder"] as const;
export const FormPreviewInput = named(
  "FormPreviewInput",
  Type.Object({
    ...FormChange.properties,
    place: Type.Optional(
      withDescription(
        OneOf(previewPlaces),
        "`site`: as the script shows it in pages of others; otherwise its own page",
      ),
    ),
    state: Type.Optional(
      withDescription(
        OneOf(previewStates),
        "What the visitor sees; from `confirm` on always a page, otherwise the form. `email` and `reminder`: the e-mail with the link",
      ),
    ),
  }),
);
export type FormPreviewInput = Static<typeof FormPreviewInput>;

export const FormPreview = NamedObject("FormPreview", {
  html: Type.String(),
  subject: Type.Optional(withDescription(Type.String(), "Of an e-mail")),
});

export const Form = NamedObject("Form", {
  id: Id,
  key: Type.String({ description: "The public URL is /f/<key>" }),
  url: Type.String(),
  name: Type.String(),
  shopId: Id,
  status: OneOf(["active", "inactive"]),
  kind: OneOf(formKinds),
  fields: Type.Array(FormField),
  listIds: Type.Array(Id),
  purposeId: NullableId,
  ...texts,
  successUrl: NullableUrl,
  confirmedUrl: NullableUrl,
  captcha: Flag,
  popup: Popup,
  design: FormDesign,
  settings: Settings,
  tags: Type.Array(Type.String()),
  counts: Type.Object({ submitted: Count, confirmed: Count }),
  createdAt: Time,
  updatedAt: NullableTime,
});

export const EmbedCodes = NamedObject("EmbedCodes", {
  script: Type.String({ description: "A script element, with a link to the page where scripts are off" }),
  url: Type.String({ description: "The public page" }),
  styled: Type.String({ description: "An HTML form with its style" }),
  html: Type.String({ description: "A minimal HTML form" }),
  policies: Type.Object(
    { script: Type.String(), styled: Type.String(), html: Type.String() },
    {
      description:
        "What a page with a content security policy adds for each code. Instead of `script-src`, the script may have the page's nonce",
    },
  ),
});

export const DoiTemplate = NamedObject("DoiTemplate", {
  id: Id,
  name: Type.String(),
  subject: Type.String(),
  shopId: NullableId,
});

export const SignUp = NamedObject("SignUp", {
  id: Id,
  email: NullableText(254),
  contactId: NullableId,
  state: OneOf(signUpStates),
  reason: NullableText(),
  filledAt: Time,
  ip: NullableText(),
  confirmedAt: NullableTime,
  confirmedIp: NullableText(),
  consentText: Type.String({ description: "As shown at the sign-up" }),
  formVersion: Count,
  values: Type.Unsafe<Record<string, string>>({ ...AnyObject, description: "What was typed, by the key of the field" }),
  utm: Type.Unsafe<Record<string, string>>({ ...AnyObject, description: "utm_source … of the page" }),
  page: NullableText(2000),
});

export const Welcome = NamedObject("WelcomeEmail", { enabled: Flag, templateId: NullableId });
export const WelcomeInput = NamedObject("WelcomeEmailInput", { enabled: Flag, templateId: Type.Optional(NullableId) });
