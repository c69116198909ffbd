import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { parseMessageId } from "../verp.ts";
import { parseToken } from "../../kernel/public-token.ts";
import { classifyMail, type MailClassification } from "./classify.ts";
import { messageReferencesIn } from "./complaint.ts";
import { parseMail } from "./mime-part.ts";

const folder = path.resolve(import.meta.dirname, "../../../tests/fixtures/bounces");

/** Bounces, complaints and replies of mail servers, mailbox providers, auto-responders and people. */
const corpus = [
  ["dsn-postfix-user-unknown", "hard 5.1.1"],
  ["dsn-gmail-no-such-user", "hard 5.1.1"],
  ["dsn-gmail-inactive", "hard 5.2.1"],
  ["dsn-gmail-over-quota", "soft 5.2.2"],
  ["dsn-gmail-rate", "soft policy"],
  ["dsn-gmail-unauthenticated", "soft policy"],
  ["dsn-gmail-spam", "soft policy"],
  ["dsn-exchange-online-unknown", "hard 5.1.10"],
  ["dsn-exchange-edge-access-denied", "hard 5.1.1"],
  ["dsn-outlook-mailbox-unavailable", "hard 5.1.1"],
  ["dsn-outlook-ip-blocked", "soft policy"],
  ["dsn-exchange-quota", "soft 5.2.2"],
  ["dsn-exchange-restricted", "soft policy"],
  ["dsn-exchange-loop", "soft 5.4.14"],
  ["dsn-yahoo-no-account", "hard 5.1.1"],
  ["dsn-yahoo-disabled", "hard 5.2.1"],
  ["dsn-yahoo-policy", "soft policy"],
  ["dsn-yahoo-deferred-expired", "soft policy"],
  ["dsn-icloud-over-quota", "soft 5.2.2"],
  ["dsn-gmx-mailbox-unavailable", "hard 5.1.1"],
  ["dsn-tonline-blocked", "soft policy"],
  ["dsn-domain-not-found", "hard 5.4.4"],
  ["dsn-null-mx", "hard 5.1.10"],
  ["dsn-connection-timed-out", "soft 4.4.1"],
  ["dsn-expired", "soft 4.4.7"],
  ["dsn-greylisted-expired", "soft policy"],
  ["dsn-spamhaus-with-user-code", "soft policy"],
  ["dsn-chkuser-full-with-user-code", "soft 5.2.2"],
  ["dsn-chkuser-no-mailbox", "hard 5.1.1"],
  ["dsn-relay-denied", "soft policy"],
  ["dsn-message-too-large", "soft policy"],
  ["dsn-content-virus", "soft policy"],
  ["dsn-dmarc", "soft policy"],
  ["dsn-sendmail-user-unknown", "hard 5.1.1"],
  ["dsn-no-diagnostic-text-speaks", "hard 5.1.1"],
  ["dsn-status-only-unknown", "soft 5.0.0"],
  ["dsn-status-only-hard", "hard 5.1.1"],
  ["dsn-no-action", "hard 5.1.1"],
  ["dsn-lf-only", "hard 5.1.1"],
  ["dsn-two-recipients-one-delivered", "hard 5.1.1"],
  ["dsn-amazon-ses", "hard 5.1.1"],
  ["dsn-mailbox-disabled-czech", "hard 5.2.1"],
  ["dsn-seznam-not-mapped", "hard 5.1.1"],
  ["dsn-seznam-spam", "soft policy"],
  ["dsn-seznam-full", "soft 4.2.2"],
  ["dsn-centrum-unknown", "hard 5.1.1"],
  ["dsn-interia-unwanted", "soft policy"],
  ["dsn-sender-blacklisted-with-user-code", "soft policy"],
  ["dsn-expired-no-status", "soft 4.4.7"],
  ["dsn-google-address-rejected", "hard 5.1.1"],
  ["dsn-google-null-mx", "hard 5.1.10"],
  ["dsn-boundary-differs", "hard 5.1.1"],
  ["dsn-dovecot-disk-full", "soft 5.2.2"],
  ["dsn-filter-after-data", "soft policy"],
  ["dsn-name-server-trouble", "soft 4.4.3"],
  ["dsn-personal-filter-without-address", "soft policy"],
  ["dsn-unknown-after-message", "soft 5.2.0"],
  ["dsn-unknown-recipient-pipelined", "hard 5.1.1"],
  ["dsn-sender-refused-as-unknown", "soft policy"],
  ["dsn-recipient-preferences", "soft policy"],
  ["plain-exim-sender-refused", "soft policy"],
  ["plain-group-refuses-post", "soft policy"],
  ["plain-mailbox-frozen", "hard 5.2.1"],
  ["plain-report-inside", "hard 5.1.1"],
  ["plain-exchange-did-not-reach", "hard 5.1.1"],
  ["plain-reply-in-brackets", "hard 5.1.1"],
  ["plain-ip-after-address", "soft policy"],
  ["plain-helo-refused", "soft policy"],
  ["plain-full-with-message", "soft 5.2.2"],
  ["plain-ses-notification", "hard 5.1.1"],
  ["plain-domino-japanese", "hard 5.1.1"],
  ["delay-postfix", "ignored delayed"],
  ["delay-exchange", "ignored delayed"],
  ["delivered-notice", "ignored delivered"],
  ["relayed-notice", "ignored delivered"],
  ["delay-exim", "ignored delayed"],
  ["delay-czech", "ignored delayed"],
  ["receipt-mdn", "ignored receipt"],
  ["plain-qmail-no-mailbox", "hard 5.1.1"],
  ["plain-qmail-remote-unknown", "hard 5.1.1"],
  ["plain-qmail-timeout", "soft 4.4.1"],
  ["plain-qmail-no-host", "hard 5.1.2"],
  ["plain-exim-unrouteable", "hard 5.1.1"],
  ["plain-exim-mailbox-full", "soft 5.2.2"],
  ["plain-exim-retry-timeout", "soft 4.4.7"],
  ["plain-exchange-2003", "hard 5.1.1"],
  ["plain-exchange-html", "hard 5.1.1"],
  ["plain-seznam-bilingual", "hard 5.1.1"],
  ["plain-czech-unknown", "hard 5.1.1"],
  ["plain-czech-full-8bit", "soft 5.2.2"],
  ["plain-slovak-unknown", "hard 5.1.1"],
  ["plain-slovak-quota", "soft 5.2.2"],
  ["plain-czech-closed", "hard 5.2.1"],
  ["plain-german-unknown", "hard 5.1.1"],
  ["plain-polish-full", "soft 5.2.2"],
  ["plain-postfix-old", "hard 5.1.1"],
  ["plain-mdaemon-spam", "soft policy"],
  ["plain-lotus-notes", "hard 5.1.1"],
  ["plain-undetermined", "soft 5.0.0"],
  ["plain-delivery-status-missing", "hard 5.1.1"],
  ["plain-quoting-our-subject", "hard 5.1.1"],
  ["dsn-exchange-guessing-text", "hard 5.1.1"],
  ["dsn-recipient-rejected-policy-code", "soft policy"],
  ["dsn-recipient-rejected-no-code", "hard 5.1.1"],
  ["dsn-mailbox-exceeds-size", "soft 5.2.2"],
  ["plain-transcript-with-helo", "hard 5.1.1"],
  ["plain-version-is-no-status", "hard 5.1.1"],
  ["plain-server-unavailable", "soft 4.4.7"],
  ["auto-exchange-oof", "ignored auto_reply"],
  ["auto-gmail-vacation", "ignored auto_reply"],
  ["auto-null-sender-vacation", "ignored auto_reply"],
  ["auto-subject-only-czech", "ignored auto_reply"],
  ["auto-subject-only-slovak", "ignored auto_reply"],
  ["auto-german", "ignored auto_reply"],
  ["auto-precedence", "ignored auto_reply"],
  ["auto-ticket", "ignored auto_reply"],
  ["auto-left-company", "ignored auto_reply"],
  ["auto-quoting-our-mail", "ignored auto_reply"],
  ["auto-postmaster-vacation", "ignored auto_reply"],
  ["auto-cpanel", "ignored auto_reply"],
  ["challenge-boxbe", "ignored challenge"],
  ["challenge-tmda", "ignored challenge"],
  ["challenge-czech", "ignored challenge"],
  ["person-reply", "ignored unknown"],
  ["person-asks-to-stop", "ignored unknown"],
  ["spam-to-return-path", "ignored unknown"],
  ["complaint-yahoo", "complaint"],
  ["complaint-ses-notification", "complaint"],
  ["complaint-headers-only", "complaint"],
  ["complaint-redacted", "complaint"],
  ["complaint-link-only", "complaint"],
  ["complaint-original-mail-from", "complaint"],
  ["complaint-opt-out", "complaint"],
  ["report-not-spam", "ignored no_complaint"],
  ["report-auth-failure", "ignored no_complaint"],
] as const;

function toLabel(classification: MailClassification): string {
  if (classification.kind === "bounce") return `${classification.bounce.kind} ${classification.bounce.code}`;
  return classification.kind === "ignored" ? `ignored ${classification.reason}` : "complaint";
}

const mailIn = (name: string) => parseMail(readFileSync(path.join(folder, `${name}.eml`)));

it.each(corpus)("%s is %s", (name, expected) => {
  expect(toLabel(classifyMail(mailIn(name)))).toBe(expected);
});

it("has a line for every mail of the corpus", () => {
  const files = readdirSync(folder).map((file) => file.replace(/\.eml$/, ""));
  expect(corpus.map(([name]) => name).toSorted()).toEqual(files.toSorted());
});

/** Arrives at the return path, which names the message. */
const withoutMessage: readonly string[] = ["complaint-ses-notification"];

it.each(corpus.filter(([name, expected]) => expected === "complaint" && !withoutMessage.includes(name)))(
  "%s names the message",
  (name) => {
    const { messageIds, links } = messageReferencesIn(mailIn(name));
    const ids = messageIds.flatMap((text) => parseMessageId(text)?.ids ?? []);
    const claims = links.flatMap((link) => parseToken(link.slice(link.lastIndexOf("/") + 1))?.claims ?? []);
    expect([...ids, ...claims].length).toBeGreaterThan(0);
    for (const found of [...ids, ...claims]) {
      expect(found).toMatchObject({ tenantId: "12", campaignId: "3456", contactId: "98765432" });
    }
  },
);
