import { Type } from "typebox";
import { Email, NamedObject } from "../../../kernel/schema.ts";

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
