import { Type } from "typebox";
import { Email } from "../../../kernel/schema.ts";

export const maxTestRecipients = 50;

export const TestRecipients = Type.Object({ emails: Type.Array(Type.String()) });
export const TestRecipientsInput = Type.Object({ emails: Type.Array(Email, { maxItems: maxTestRecipients }) });

export const TestEmailInput = Type.Object({
  emails: Type.Optional(
    Type.Array(Type.String({ maxLength: 254 }), {
      minItems: 1,
      maxItems: maxTestRecipients,
      description: "Some of the test addresses; all of them when it is not given",
    }),
  ),
});

export const TestEmailAnswer = Type.Object({
  emails: Type.Array(Type.String(), { description: "Where the test e-mail is on its way to" }),
  leftOut: Type.Array(Type.Object({ email: Type.String(), reason: Type.String() }), {
    description: "Test addresses that may not be e-mailed, with the reason of their suppression",
  }),
  remaining: Type.Integer({ minimum: 0, description: "Test e-mails that are left in these 24 hours" }),
});

export const dailyTestEmailLimit = 10;
