import { expect, it } from "vitest";
import { classifyReply } from "./reply-class.ts";

const classed = (text: string) => {
  const { kind, code } = classifyReply({ code: Number(text.slice(0, 3)), text });
  return `${kind} ${code}`;
};

it.each([
  "554 5.7.1 <eva@example.com>: Relay access denied",
  "550 5.7.1 Unable to relay for eva@example.com",
  "550 relaying denied",
  "550 relay not permitted",
  "554 Relaying to <eva@example.com> prohibited by administrator",
  "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
  "550 5.4.5 Daily user sending limit exceeded. For more information on Gmail sending limits go to …",
  "550 5.4.5 Daily SMTP relay limit exceeded for customer",
  "554 Transaction failed: Daily message quota exceeded.",
  "452 4.5.3 Your message has too many recipients",
  "554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException; the sender's submission quota was exceeded",
  "550 5.2.2 Outgoing quota exceeded",
  "530 5.7.0 Authentication required",
  "530 5.5.1 Authentication Required. Learn more at …",
  "530 5.7.0 Must issue a STARTTLS command first",
  "550 5.7.60 SMTP; Client does not have permissions to send as this sender",
  "550 5.7.1 Your account has been suspended",
  "550 Your account is disabled for sending",
  "454 4.7.0 Sending paused for this account",
  "554 Message rejected: Email address is not verified. The following identities failed the check in region EU-WEST-1",
  "550 5.1.8 Access denied, bad outbound sender",
  "550 5.7.27 Sender address has null MX",
  "554 5.7.1 <eva@example.com>: Recipient address rejected: Access denied",
  "554 <eva@example.com>: Recipient address rejected: Access denied",
  "550 5.4.1 Recipient address rejected: Access denied",
  "554 5.7.1 Invalid recipient",
  "554 5.7.1 <unknown[192.0.2.1]>: Client host rejected: Access denied",
  "550 5.7.26 This message does not pass authentication checks (SPF and DKIM both do not pass)",
  "554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org",
  "550 5.1.1 Message rejected as spam",
  "552 5.3.4 Message size exceeds fixed limit",
  "503 5.5.1 Bad sequence of commands",
  "554 5.3.2 System not accepting network messages",
  "554 Access denied",
  "535 no",
  "550 5.7.999 no",
])("%s is about the sender", (text) => {
  expect(classed(text)).toBe("soft policy");
});

it.each([
  ["550 5.1.1 The email account that you tried to reach does not exist", "hard 5.1.1"],
  ["550 5.1.1 <eva@example.com>: Recipient address rejected: User unknown in relay recipient table", "hard 5.1.1"],
  ["550 5.4.1 Recipient address rejected: Access denied. AS(201806281)", "hard 5.1.1"],
  ["550 5.1.1 Access denied", "hard 5.1.1"],
  ["550 5.2.1 The email account that you tried to reach is disabled", "hard 5.2.1"],
  ["550 account suspended", "hard 5.2.1"],
  ["525 5.7.13 <eva@example.com>: Recipient address rejected: User account disabled", "hard 5.2.1"],
  ["525 5.7.13 User account disabled", "soft policy"],
  ["550 5.5.0 Le compte du destinataire est bloque. The recipient account is blocked", "hard 5.2.1"],
  ["552 5.2.2 Mailbox full", "soft 5.2.2"],
  ["552 quota exceeded for user eva", "soft 5.2.2"],
  ["550 mail quota exceeded", "soft 5.2.2"],
  ["452 4.2.2 The recipient's inbox is out of storage space", "soft 4.2.2"],
  ["550 5.4.6 Mail loop detected", "soft 5.4.6"],
  ["550 5.3.0 refused", "soft 5.3.0"],
  ["554 Transaction failed", "soft 5.0.0"],
])("%s is about the mailbox: %s", (text, expected) => {
  expect(classed(text)).toBe(expected);
});

it.each([
  [
    "550-5.2.1 The user you are trying to contact is receiving mail at a rate that prevents more of them",
    "soft policy",
  ],
  ["550 5.2.1 The user you are trying to contact is receiving mail at a rate that is too high", "soft policy"],
  ["550 5.1.1 RCP-P2 Refused due to recipient preferences", "soft policy"],
  ["550 Ip frequency limited [192.0.2.1]", "soft policy"],
  ["421 Service refuse. Veuillez essayer plus tard.", "soft policy"],
  ["550 5.2.0 Mail rejete. Mail rejected.", "soft policy"],
  ["551 Server access mx.example.com forbidden by invalid RDNS record of your mail server", "soft policy"],
  ["554 INVALID IP FOR SENDING MAIL OF DOMAIN example.com", "soft policy"],
  ["501 5.0.0 Invalid domain name", "soft policy"],
  ["550 Invalid domain in MAIL FROM", "soft policy"],
  ["550 Domain of sender address bounce@example.com does not exist", "soft policy"],
  ["550 sender domain has an invalid DNS MX or A/AAAA resource record", "soft policy"],
  ["550 5.1.2 Host or domain name not found. Name service error for name=example.com: try again", "soft 4.4.3"],
  [
    "550 5.4.4 Name service error for name=example.com type=MX: Malformed or unexpected name server reply",
    "soft 4.4.3",
  ],
  ['550 5.1.1 procmail: Couldn\'t create "/var/mail/eva": No such user', "soft 4.3.5"],
  ["550 5.1.0 an MX or SRV record indicated no SMTP service", "hard 5.1.10"],
  ["556 5.1.10 Recipient address has null MX", "hard 5.1.10"],
  [
    "550 5.1.2 Host or domain name not found. Name service error for name=example.com type=A: Host not found",
    "hard 5.1.2",
  ],
])("%s gives up nobody who can be reached: %s", (text, expected) => {
  expect(classed(text)).toBe(expected);
});
