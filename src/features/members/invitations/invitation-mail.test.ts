import { describe, expect, it } from "vitest";
import { composeMessage } from "../../../mail/mime.ts";
import { invitationMail } from "./invitation-mail.ts";

const link = { url: "https://app.example/invitations/abc?x=1&y=2", expiresAt: new Date("2026-03-01T10:00:00Z") };
const people = { companyName: "Květiny s.r.o.", inviterName: "Jana Nová" };

describe("invitationMail", () => {
  it("is written in Czech", () => {
    const mail = invitationMail({ language: "cs", timeZone: "Europe/Prague", ...link, ...people });
    expect(mail.subject).toBe("Pozvánka do účtu Květiny s.r.o.");
    expect(mail.text).toBe(
      "Jana Nová vás zve ke spolupráci v účtu Květiny s.r.o. v aplikaci Postrider.\n\n" +
        "https://app.example/invitations/abc?x=1&y=2\n\n" +
        "Odkaz platí do 1. března 2026, 11:00 SEČ. Pokud pozvánku nečekáte, zprávu prostě smažte.\n",
    );
  });

  it.each([
    ["sk", "Pozvánka do účtu Květiny s.r.o.", "Odkaz platí do 1. marca 2026, 10:00 UTC."],
    ["en", "Invitation to the Květiny s.r.o. account", "The link works until 1 March 2026, 10:00 UTC."],
  ] as const)("is written in %s", (language, subject, validUntil) => {
    const mail = invitationMail({ language, ...link, ...people });
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(validUntil);
    expect(mail.html).toContain(validUntil);
    expect(mail.html).toContain(`<html lang="${language}">`);
  });

  it("escapes what people wrote and the link", () => {
    const { html } = invitationMail({
      language: "en",
      ...link,
      companyName: `<b>"A" & 'B'</b>`,
      inviterName: "<script>",
    });
    expect(html).toContain(
      "&lt;script&gt; invites you to work in the &lt;b&gt;&quot;A&quot; &amp; &#39;B&#39;&lt;/b&gt; account",
    );
    expect(html).toContain('href="https://app.example/invitations/abc?x=1&amp;y=2"');
    expect(html).not.toMatch(/<script|<b>|<img/);
  });

  it("keeps a name with line breaks on one line, so that it can be composed", () => {
    const mail = invitationMail({ language: "en", ...link, companyName: "A\r\nBcc: x@y.cz", inviterName: "J\n\nN" });
    expect(mail.subject).toBe("Invitation to the A Bcc: x@y.cz account");
    expect(mail.text).toMatch(/^J N invites/);
    const mailbox = { address: "a@b.cz" };
    composeMessage({ from: mailbox, to: mailbox, ...mail, messageId: "1@b.cz", date: link.expiresAt });
  });
});
