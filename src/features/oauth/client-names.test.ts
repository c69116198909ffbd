import { expect, it } from "vitest";
import { imitatesCompany, imitatesProduct } from "./client-names.ts";

it.each([
  "Postrider",
  "POSTRIDER",
  "Pöstrídeř",
  "Post Rider",
  "Post-Rider™",
  "Postrider Official",
  "The Postrider app",
  "P0str1der",
  "Postrlder",
  "Роstridеr",
  "Ρostrider",
  "Ｐｏｓｔｒｉｄｅｒ",
  "𝐏𝐨𝐬𝐭𝐫𝐢𝐝𝐞𝐫",
  "ᴘᴏꜱᴛʀɪᴅᴇʀ",
  "Post\u200brider",
  "P.o.s.t.r.i.d.e.r",
  "(Postrider)",
  "P\u0585strider",
  "Pos\u03c4rider",
])("takes %s for the product", (name) => {
  expect(imitatesProduct({ name, isLocal: false })).toBe(true);
  expect(imitatesProduct({ name, isLocal: true })).toBe(true);
});

it.each(["Claude Code (postrider)", "Codex (my-postrider)"])(
  "takes %s for the product unless its program runs on the person's own computer",
  (name) => {
    expect(imitatesProduct({ name, isLocal: false })).toBe(true);
    expect(imitatesProduct({ name, isLocal: true })).toBe(false);
  },
);

it.each([
  "Claude",
  "Cursor",
  "Visual Studio Code",
  "Post",
  "Rider",
  "Outrider of posts",
  "Пост",
  "Клод Claude",
  "Клод (Claude)",
  "株式会社Claude",
])("does not take %s for the product", (name) => {
  expect(imitatesProduct({ name, isLocal: false })).toBe(false);
});

it.each([
  ["Acme", "Acme"],
  ["ACME", "Acmé, s.r.o."],
  ["Acme s. r. o.", "acme"],
  ["A c m e", "Acme a.s."],
  ["Асmе", "Acme Ltd."],
  ["Květinářství U Růže", "KVETINARSTVI U RUZE, spol. s r.o."],
  ["株式会社", "株式会社"],
])("takes %s for the company %s", (client, company) => {
  expect(imitatesCompany(client, company)).toBe(true);
});

it.each([
  ["Acme Assistant", "Acme"],
  ["Claude", "Claudette"],
  ["Claude", "!!!"],
  ["s.r.o.", "Acme s.r.o."],
])("does not take %s for the company %s", (client, company) => {
  expect(imitatesCompany(client, company)).toBe(false);
});
