import { describe, expect, it } from "vitest";
import * as records from "./dns-records.ts";

const key = "MIIBIjANBg";

describe("DKIM", () => {
  const ok = (...texts: string[]) => records.dkimRecord("s._domainkey.a.cz", key, texts).ok;

  it.each([
    [[`v=DKIM1; k=rsa; p=${key}`], true],
    [[`p=${key}`], true],
    [[`V=DKIM1;K=rsa;P=MIIB IjAN\tBg ;`], true],
    [[`v=DKIM1; p=${key}`, "unrelated"], true],
    [[`v=DKIM1; p=${key}x`], false],
    [["v=DKIM1; p="], false],
    [[`v=DKIM1; p=${key}`, "v=DKIM1; p=another"], false],
    [[], false],
  ])("%j: %s", (texts, isRight) => {
    expect(ok(...texts)).toBe(isRight);
  });

  it("accepts any key that is not revoked if the key is not ours", () => {
    expect(records.dkimRecord("s._domainkey.a.cz", null, ["v=DKIM1; p=abc"])).toEqual({
      kind: "dkim",
      name: "s._domainkey.a.cz",
      type: "TXT",
      expected: null,
      found: ["v=DKIM1; p=abc"],
      ok: true,
    });
    expect(records.dkimRecord("s._domainkey.a.cz", null, ["v=DKIM1; p="]).ok).toBe(false);
  });
});

describe("SPF", () => {
  it.each([
    [[], false, "v=spf1 include:mail.us ~all"],
    [["v=spf1 include:mail.us -all"], true, "v=spf1 include:mail.us -all"],
    [["V=SPF1 mx +include:Mail.us ~all"], true, "V=SPF1 mx +include:Mail.us ~all"],
    [["v=spf1 include:notmail.us ~all"], false, "v=spf1 include:mail.us include:notmail.us ~all"],
    [["v=spf1 mx -all", "some text"], false, "v=spf1 include:mail.us mx -all"],
    [["v=spf1 -include:mail.us -all"], false, "v=spf1 include:mail.us -include:mail.us -all"],
    [["v=spf1 include:mail.us ~all", "v=spf1 mx ~all"], false, "v=spf1 include:mail.us ~all"],
    [["v=spf10 include:mail.us"], false, "v=spf1 include:mail.us ~all"],
  ])("%j: %s, set %s", (texts, ok, expected) => {
    expect(records.spfRecord("a.cz", "mail.us", texts)).toMatchObject({ ok, expected });
  });

  it("requires only a single record for domains that this service does not send from", () => {
    expect(records.spfRecord("a.cz", null, ["v=spf1 -all"])).toMatchObject({ ok: true, expected: null });
    expect(records.spfRecord("a.cz", null, ["v=spf1 -all", "v=spf1 mx"])).toMatchObject({ ok: false });
  });
});

describe("DMARC", () => {
  it.each([
    [[], false, "v=DMARC1; p=none; rua=mailto:r@us"],
    [["v=DMARC1; p=reject; rua=mailto:r@us"], true, "v=DMARC1; p=reject; rua=mailto:r@us"],
    [["v=DMARC1; p=reject; rua=mailto:R@us!10m"], true, "v=DMARC1; p=reject; rua=mailto:R@us!10m"],
    [["v=DMARC1;p=quarantine;"], true, "v=DMARC1;p=quarantine; rua=mailto:r@us"],
    [
      ["v=DMARC1; p=none; rua=mailto:x@y.cz; pct=100"],
      true,
      "v=DMARC1; p=none; rua=mailto:x@y.cz,mailto:r@us; pct=100",
    ],
    [["v=DMARC1; p=nothing"], false, "v=DMARC1; p=none; rua=mailto:r@us"],
    [["v=DMARC1; p=none", "v=DMARC1; p=reject"], false, "v=DMARC1; p=none; rua=mailto:r@us"],
    [["v=DMARC12; p=none"], false, "v=DMARC1; p=none; rua=mailto:r@us"],
  ])("%j: %s, set %s", (texts, ok, expected) => {
    expect(records.dmarcRecord("_dmarc.a.cz", "r@us", texts)).toMatchObject({ ok, expected });
  });
});

it("recognizes a domain that accepts no mail", () => {
  expect(records.mxRecord("a.cz", [{ exchange: "", priority: 0 }])).toMatchObject({ ok: false, found: ["0 ."] });
  const servers = [
    { exchange: "b.cz", priority: 20 },
    { exchange: "a.cz", priority: 10 },
  ];
  expect(records.mxRecord("a.cz", servers)).toMatchObject({ ok: true, found: ["10 a.cz", "20 b.cz"] });
  expect(records.mxRecord("a.cz", [])).toMatchObject({ ok: false, found: [] });
});
