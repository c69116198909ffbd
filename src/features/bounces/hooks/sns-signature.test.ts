import { describe, expect, it } from "vitest";
import { testClock } from "../../../../tests/harness/factories/clock.ts";
import { certificateUrl, signSns, snsNotification, snsOutbound } from "../../../../tests/harness/servers/sns.ts";
import { createOutbound } from "../../../net/outbound.ts";
import { SnsVerifier } from "./sns-signature.ts";

function verifier() {
  const outbound = snsOutbound();
  const clock = testClock();
  return { outbound, clock, sns: new SnsVerifier({ outbound, clock }) };
}

const notification = { Type: "Notification", Message: "line\nline ž" };
const confirmation = { Message: "m", SubscribeURL: "https://sns.eu-west-1.amazonaws.com/", Token: "t" };

const refused = { code: "forbidden", message: "signature" };

describe("the signature of Amazon SNS", () => {
  it.each([
    notification,
    { ...notification, Subject: "s" },
    { Type: "SubscriptionConfirmation", ...confirmation },
    { Type: "UnsubscribeConfirmation", ...confirmation },
  ])("is verified in both versions: %j", async (fields) => {
    const { sns } = verifier();
    expect(await sns.verify(signSns(fields, "1"))).toBe("sns.eu-west-1.amazonaws.com");
    expect(await sns.verify(signSns(fields, "2"))).toBe("sns.eu-west-1.amazonaws.com");
  });

  it.each([
    { Message: "other" },
    { MessageId: "other" },
    { Subject: "added" },
    { Timestamp: "2026-05-03T00:54:06.655Z" },
    { TopicArn: "arn:aws:sns:eu-west-1:123456789012:other" },
    { Type: "SubscriptionConfirmation" },
    { Type: "Other" },
    { Signature: "" },
    { Signature: "AAAA" },
    { Signature: undefined },
    { SignatureVersion: "1" },
    { SignatureVersion: "3" },
    { SignatureVersion: undefined },
  ])("is refused with %j", async (change) => {
    const { sns } = verifier();
    await expect(sns.verify({ ...signSns(notification), ...change })).rejects.toMatchObject(refused);
  });

  it.each([{ eventType: "Delivery" }, null, "text", []])("is required: %j is raw delivery", async (body) => {
    await expect(verifier().sns.verify(body)).rejects.toMatchObject({ code: "forbidden", message: "raw_delivery" });
  });
});

describe("the certificate of Amazon SNS", () => {
  it.each([
    "https://sns.us-east-1.amazonaws.com.evil.com/a.pem",
    "https://evil.com/sns.us-east-1.amazonaws.com/a.pem",
    "https://s3.us-east-1.amazonaws.com/a.pem",
    "https://sns.us-east-1.amazonaws.com@evil.com/a.pem",
    "https://u:p@sns.us-east-1.amazonaws.com/a.pem",
    "https://sns.us-east-1.amazonaws.com:8443/a.pem",
    "http://sns.us-east-1.amazonaws.com/a.pem",
    "https://sns.us-east-1.amazonaws.com/a.txt",
    "https://sns.us-east-1.amazonaws.com/?a=.pem",
    "https://sns.us-east-1.amazonaws.com/a.pem?b=c",
    "https://127.0.0.1/a.pem",
    "",
    undefined,
  ])("is not fetched from %s", async (SigningCertURL) => {
    const { sns, outbound } = verifier();
    await expect(sns.verify({ ...signSns(notification), SigningCertURL })).rejects.toMatchObject(refused);
    expect(outbound.visited).toEqual([]);
  });

  it.each([certificateUrl, "https://sns.cn-north-1.amazonaws.com.cn/a.pem"])("is fetched from %s", async (url) => {
    const { sns, outbound } = verifier();
    expect(await sns.verify({ ...signSns(notification), SigningCertURL: url })).toBe(new URL(url).hostname);
    expect(outbound.visited).toEqual([url]);
  });

  it("is fetched once, also by concurrent messages", async () => {
    const { sns, outbound } = verifier();
    await Promise.all([sns.verify(snsNotification(1)), sns.verify(snsNotification(2))]);
    await sns.verify(snsNotification(3));
    expect(outbound.visited).toEqual([certificateUrl]);
  });

  it.each([0, 302, 404, 500])("that cannot be fetched (%d) fails the call and is fetched again", async (status) => {
    const { sns, outbound } = verifier();
    outbound.answers[certificateUrl] = status;
    const failed = { code: "upstream", status: 502, message: "sns" };
    await expect(sns.verify(snsNotification(1))).rejects.toMatchObject(failed);
    outbound.answers[certificateUrl] = 200;
    await sns.verify(snsNotification(1));
    expect(outbound.visited).toEqual([certificateUrl, certificateUrl]);
  });

  it("that is not a certificate fails the call", async () => {
    const send = async () => ({ status: 200, headers: {}, body: Buffer.from("<html>") });
    const sns = new SnsVerifier({ outbound: { send }, clock: testClock() });
    await expect(sns.verify(snsNotification(1))).rejects.toMatchObject({ code: "upstream" });
  });

  it("is fetched under the rules of outbound calls", async () => {
    const outbound = createOutbound({ allowPrivate: false, resolve: async () => ["127.0.0.1"] });
    const sns = new SnsVerifier({ outbound, clock: testClock() });
    await expect(sns.verify(snsNotification(1))).rejects.toMatchObject({ code: "upstream" });
  });

  it.each(["2019-12-31", "2120-01-02"])("is not valid on %s, and is fetched again then", async (day) => {
    const { sns, outbound, clock } = verifier();
    await sns.verify(snsNotification(1));
    clock.set(new Date(day));
    await expect(sns.verify(snsNotification(1))).rejects.toMatchObject(refused);
    expect(outbound.visited).toEqual([certificateUrl, certificateUrl]);
  });
});
