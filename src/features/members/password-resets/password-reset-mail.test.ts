import { expect, it } from "vitest";
import { passwordResetMail } from "./password-reset-mail.ts";

const link = { url: "https://app.example/invitations/abc?x=1&y=2", expiresAt: new Date("2026-03-01T10:00:00Z") };

it.each([
  ["cs", "Nové heslo do Postrideru", "1. března 2026, 10:00 UTC"],
  ["sk", "Nové heslo do Postrideru", "1. marca 2026, 10:00 UTC"],
  ["en", "A new password for Postrider", "1 March 2026, 10:00 UTC"],
] as const)("the password reset mail is written in %s", (language, subject, time) => {
  const mail = passwordResetMail({ language, ...link });
  expect(mail.subject).toBe(subject);
  expect(mail.text).toContain(`\n\n${link.url}\n\n`);
  expect(mail.text).toContain(time);
  expect(mail.html).toContain("https://app.example/invitations/abc?x=1&amp;y=2");
});
