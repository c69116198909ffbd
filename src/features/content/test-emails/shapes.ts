import { Type, type Static } from "typebox";
import { Email, Flag, Id, NamedObject, withDescription } from "../../../kernel/schema.ts";

export const maxTestRecipients = 50;

export const TestRecipients = NamedObject("TestRecipients", { emails: Type.Array(Type.String()) });
export const TestRecipientsInput = NamedObject("TestRecipientsInput", {
  emails: Type.Array(Email, { maxItems: maxTestRecipients }),
});

export const TestEmailInput = NamedObject("TestEmailInput", {
  emails: Type.Optional(
    Type.Array(Type.String({ maxLength: 254 }), {
      minItems: 1,
      maxItems: maxTestRecipients,
      description: "A subset of the test addresses; all of them by default",
    }),
  ),
});

const line = (maxLength: number) => Type.String({ minLength: 1, maxLength, format: "line" });

const settings = {
  subject: Type.Optional(line(500)),
  preheader: Type.Optional(line(500)),
  senderId: Type.Optional(Id),
  fromName: Type.Optional(line(200)),
  shopId: Type.Optional(Id),
};

export const TemplateTestInput = NamedObject("TemplateTestInput", {
  ...TestEmailInput.properties,
  published: Type.Optional(
    withDescription(Flag, "The published content, which automations send; the draft by default"),
  ),
  settings: Type.Optional(
    Type.Object(settings, {
      description: "Instead of the settings of the template, as an automation's e-mail has them",
    }),
  ),
});
export type TemplateTestInput = Static<typeof TemplateTestInput>;

/** What a test e-mail has instead of the settings of its template. */
export type TestSettings = NonNullable<TemplateTestInput["settings"]>;

export const TestEmailAnswer = NamedObject("TestEmailAnswer", {
  emails: Type.Array(Type.String(), { description: "Addresses that the test e-mail is sent to" }),
  leftOut: Type.Array(Type.Object({ email: Type.String(), reason: Type.String() }), {
    description: "Suppressed test addresses, with the reason",
  }),
  remaining: Type.Integer({ minimum: 0, description: "Remaining test e-mails in these 24 hours" }),
});

/** Test e-mails of a template or a campaign per day. */
export const dailyTestEmailLimit = 10;

/** Refusals that operations for test e-mails have in common. */
export const testEmailErrors = [
  "validation emails",
  "validation html",
  "conflict sending_blocked",
  "rate_limited template",
  "rate_limited test-emails",
  "rate_limited test-emails-day",
  "rate_limited test-strangers-day",
  "unavailable mail",
] as const;
