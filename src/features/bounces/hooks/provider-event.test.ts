import { describe, expect, it } from "vitest";
import type { ProviderEvent } from "./provider-event.ts";
import { readPostmarkEvent } from "./postmark.ts";
import { isConfirmationUrl, readSesEvent, readSns } from "./ses.ts";

const shortly = (read: ProviderEvent | undefined): string => {
  if (read === undefined) return "ignored";
  return read.event.kind === "bounce" ? `${read.event.bounce.kind} ${read.event.bounce.code}` : read.event.kind;
};

const mail = {
  messageId: "0102018f-0000-4000-8000-000000000000-000000",
  source: "bname0@bounce.shop.cz",
  headers: [
    { name: "Message-ID", value: "<bname1@shop.cz>" },
    { name: "List-Unsubscribe", value: "<https://news.shop.cz/u/token>, <mailto:x@shop.cz>" },
  ],
  commonHeaders: { messageId: "<bname2@shop.cz>" },
};

const bounced = (bounceType: string, bounceSubType: string, recipient: object = {}) => ({
  notificationType: "Bounce",
  bounce: { bounceType, bounceSubType, bouncedRecipients: [{ emailAddress: "eva@example.com", ...recipient }] },
  mail,
});

describe("an event of Amazon SES", () => {
  it.each([
    [
      bounced("Permanent", "General", { status: "5.1.1", diagnosticCode: "smtp; 550 5.1.1 user unknown" }),
      "hard 5.1.1",
    ],
    [bounced("Permanent", "General"), "hard 5.1.1"],
    [bounced("Permanent", "NoEmail"), "hard 5.1.1"],
    [bounced("Permanent", "Suppressed", { status: "5.1.1" }), "hard 5.1.1"],
    [bounced("Permanent", "General", { status: "5.3.0", diagnosticCode: "smtp; 550 refused" }), "hard 5.3.0"],
    [
      bounced("Permanent", "General", { status: "5.7.1", diagnosticCode: "smtp; 550 5.7.1 blocked using spamhaus" }),
      "soft policy",
    ],
    [bounced("Permanent", "General", { status: "5.2.2", diagnosticCode: "smtp; 552 5.2.2 over quota" }), "soft 5.2.2"],
    [bounced("Transient", "MailboxFull"), "soft 5.2.2"],
    [
      bounced("Transient", "General", { status: "4.4.7", diagnosticCode: "smtp; 554 4.4.7 Message expired" }),
      "soft 4.4.7",
    ],
    [bounced("Transient", "General", { status: "5.1.1", diagnosticCode: "smtp; 550 user unknown" }), "soft 5.1.1"],
    [bounced("Transient", "General"), "ignored"],
    [bounced("Transient", "ContentRejected"), "soft policy"],
    [bounced("Transient", "MessageTooLarge"), "soft policy"],
    [bounced("Undetermined", "Undetermined"), "ignored"],
    [{ notificationType: "Complaint", complaint: { complaintFeedbackType: "abuse" }, mail }, "complaint"],
    [{ eventType: "Complaint", complaint: {}, mail }, "complaint"],
    [{ notificationType: "Complaint", complaint: { complaintFeedbackType: "not-spam" }, mail }, "ignored"],
    [{ eventType: "Delivery", delivery: {}, mail }, "delivery"],
    [{ eventType: "DeliveryDelay", mail }, "ignored"],
    [{ eventType: "Open", mail }, "ignored"],
    [{ eventType: "Send", mail }, "ignored"],
    [{}, "ignored"],
    [null, "ignored"],
    ["text", "ignored"],
    [{ notificationType: "Bounce" }, "ignored"],
    [{ notificationType: "Bounce", bounce: { bounceType: "Permanent", bouncedRecipients: 5 } }, "hard 5.1.1"],
  ])("%j is %s", (event, expected) => {
    expect(shortly(readSesEvent(event))).toBe(expected);
  });

  it("identifies the message by our headers and by our return path", () => {
    expect(readSesEvent({ eventType: "Delivery", mail })?.named).toEqual({
      messageIds: ["bname1@shop.cz", "bname2@shop.cz", "bname0@bounce.shop.cz"],
      links: ["https://news.shop.cz/u/token"],
    });
  });

  it("is read from its SNS envelope", () => {
    const event = { eventType: "Delivery" };
    expect(readSns({ Type: "Notification", Message: JSON.stringify(event) })).toEqual({ kind: "event", event });
    expect(readSns({ Type: "Notification", Message: "Successfully validated SNS topic" })).toEqual({
      kind: "event",
      event: undefined,
    });
    expect(readSns({ Type: "SubscriptionConfirmation", SubscribeURL: "u" })).toEqual({
      kind: "confirmation",
      url: "u",
    });
    expect(readSns({ Type: "UnsubscribeConfirmation" })).toEqual({ kind: "other" });
  });

  it.each([
    ["https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=a&Token=b", true],
    ["https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&Token=b", false],
    ["https://sns.eu-west-1.amazonaws.com.cn/?Action=ConfirmSubscription&Token=b", false],
    ["http://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription", false],
    ["https://sns.eu-west-1.amazonaws.com/?Action=DeleteTopic", false],
    ["https://sns.eu-west-1.amazonaws.com.evil.cz/?Action=ConfirmSubscription", false],
    ["https://evil.cz/sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription", false],
    ["https://s3.eu-west-1.amazonaws.com/?Action=ConfirmSubscription", false],
    ["https://u:p@sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription", false],
    ["https://sns.eu-west-1.amazonaws.com:8443/?Action=ConfirmSubscription", false],
    ["https://127.0.0.1/?Action=ConfirmSubscription", false],
    ["", false],
  ])("is confirmed at the host that signed it only: %s is %s", (url, expected) => {
    expect(isConfirmationUrl(url, "sns.eu-west-1.amazonaws.com")).toBe(expected);
  });
});

describe("an event of Postmark", () => {
  const bounce = (Type: string, Details = "") => ({ RecordType: "Bounce", Type, Details, MessageID: "0000" });

  it.each([
    [bounce("HardBounce", "smtp;550 5.1.1 The email account that you tried to reach does not exist"), "hard 5.1.1"],
    [bounce("HardBounce"), "hard 5.1.1"],
    [bounce("HardBounce", "550 5.4.316 Message expired"), "hard 5.4.316"],
    [bounce("HardBounce", "smtp;552 5.2.2 mailbox full"), "soft 5.2.2"],
    [bounce("BadEmailAddress"), "hard 5.1.1"],
    [bounce("SoftBounce", "smtp;452 4.2.2 over quota"), "soft 4.2.2"],
    [bounce("SoftBounce"), "soft 5.0.0"],
    [bounce("DnsError"), "soft 5.0.0"],
    [bounce("Blocked", "blocked"), "soft policy"],
    [bounce("SpamNotification"), "soft policy"],
    [bounce("Transient"), "ignored"],
    [bounce("AutoResponder"), "ignored"],
    [bounce("ChallengeVerification"), "ignored"],
    [bounce("Subscribe"), "ignored"],
    [bounce("SpamComplaint"), "complaint"],
    [{ RecordType: "SpamComplaint" }, "complaint"],
    [{ RecordType: "Delivery" }, "delivery"],
    [{ RecordType: "Open" }, "ignored"],
    [{}, "ignored"],
    [null, "ignored"],
    [[], "ignored"],
  ])("%j is %s", (body, expected) => {
    expect(shortly(readPostmarkEvent(body))).toBe(expected);
  });

  it("identifies the message by our metadata, or by the copy of the bounce", () => {
    const name = "b046806zrjj62ygyg458z16jqv85p0";
    const body = {
      RecordType: "Bounce",
      Type: "HardBounce",
      MessageID: "883953f4-6105-42a2-a16a-77a8eac79483",
      Metadata: { postrider: name, other: 5 },
      Content: `Return-Path: <${name.toUpperCase()}@bounce.shop.cz>\r\nMessage-ID: <${name}@shop.cz>`,
    };
    expect(readPostmarkEvent(body)?.named).toEqual({
      messageIds: [name, body.MessageID, "", name.toUpperCase(), name],
      links: [],
    });
  });
});
