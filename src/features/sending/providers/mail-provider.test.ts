import { expect, it } from "vitest";
import { mailProviders } from "./provider-table.ts";
import { findWellKnownProvider, preferredHosts, toProviderKey, toProviderName } from "./mail-provider.ts";

const mx = (...hosts: string[]) => hosts.map((exchange) => ({ exchange, priority: 10 }));

it.each([
  ["aspmx.l.google.com", "google"],
  ["smtp.google.com", "google"],
  ["ALT1.ASPMX.L.GOOGLE.COM.", "google"],
  ["firm-cz.mail.protection.outlook.com", "microsoft"],
  ["firm-cz.a-v1.mx.microsoft", "microsoft"],
  ["mta5.am0.yahoodns.net", "yahoo"],
  ["mx01.mail.icloud.com", "apple"],
  ["a1b2c3.mx1.emailprofi.seznam.cz", "seznam"],
  ["mx1.centrum.cz", "centrum"],
  ["mx.zoho.eu", "zoho"],
  ["mail.protonmail.ch", "proton"],
  ["in1-smtp.messagingengine.com", "fastmail"],
  ["mx1.mail.ovh.net", "ovh"],
  ["mx00.ionos.de", "ionos"],
  ["smtp.secureserver.net", "godaddy"],
  ["eu-smtp-inbound-1.mimecast.com", "mimecast"],
  ["mxa-00000001.gslb.pphosted.com", "proofpoint"],
  ["mx1.active24.com", "active24"],
  ["mx.forpsi.com", "forpsi"],
  ["wes1-mx1.wedos.net", "wedos"],
])("knows the provider of %s: %s", (host, provider) => {
  expect(toProviderKey(mx(host))).toBe(provider);
});

it("takes the preferred servers: a backup server elsewhere says nothing", () => {
  const records = [
    { exchange: "backup.google.com", priority: 20 },
    { exchange: "mx2.hoster.example", priority: 5 },
    { exchange: "MX1.hoster.example.", priority: 5 },
  ];
  expect(toProviderKey(records)).toBe("mx1.hoster.example");
  expect(preferredHosts(records)).toEqual(["mx1.hoster.example", "mx2.hoster.example"]);
  expect(toProviderKey([...records, { exchange: "mx.zoho.com", priority: 5 }])).toBe("zoho");
});

it("is by domain without a server, with a null MX, and for names that are none", () => {
  expect([[], mx(""), mx("."), mx("<b>.example"), mx("localhost")].map(toProviderKey)).toEqual(
    Array.from({ length: 5 }, () => null),
  );
  // Not a name below the provider's.
  expect(toProviderKey(mx("mx.notgoogle.com"))).toBe("mx.notgoogle.com");
});

it("knows mailboxes of the providers without a look-up, and names to show", () => {
  expect(["gmail.com", "outlook.cz", "email.cz", "firm.example"].map(findWellKnownProvider)).toEqual([
    "google",
    "microsoft",
    "seznam",
    undefined,
  ]);
  expect(["google", "mx1.hoster.example"].map(toProviderName)).toEqual(["Google", "mx1.hoster.example"]);
});

it("names every provider, server and domain once", () => {
  for (const names of [
    mailProviders.map(({ key }) => key),
    mailProviders.flatMap(({ mx: ends }) => ends),
    mailProviders.flatMap(({ domains }) => domains),
  ])
    expect(names.length).toBe(new Set(names).size);
});
