import { expect, it } from "vitest";
import { isWeakPassword } from "./weak-password.ts";

const own = ["jana.kralova@obchod-kytka.cz", "Zahradnictví Kytka"];

it.each([
  "password123",
  "Password1234!",
  "p@ssw0rd2024",
  "P4$$w0rd!!",
  "passwordpassword",
  "adminadmin1",
  "iloveyou2023",
  "letmein12345",
  "basketball",
  "christopher7",
  "123password123",
  "Welcome 2024",
])("refuses common words with decorations: %s", (password) => {
  expect(isWeakPassword(password, [])).toBe(true);
});

it.each(["heslo12345", "MojeHeslo1", "Slunicko2020", "Sluníčko2020", "miluju1234", "SpartaPraha", "nbusr12345"])(
  "refuses common Czech words: %s",
  (password) => {
    expect(isWeakPassword(password, [])).toBe(true);
  },
);

it.each([
  "1234567890",
  "9876543210",
  "0000000000",
  "qwertyuiop",
  "qwertzuiop",
  "asdfghjkl123",
  "1q2w3e4r5t6z",
  "1qaz2wsx3edc",
  "a1b2c3d4e5",
  "abcdefghij",
  "abc123abc123",
  "k7wk7wk7wk7w",
  "24121985aaa",
])("refuses walks, sequences, dates and repetitions: %s", (password) => {
  expect(isWeakPassword(password, [])).toBe(true);
});

it.each(["jana.kralova", "kralova1985", "ObchodKytka1", "zahradnictvi", "kytka-2024!"])(
  "refuses the person's own words: %s",
  (password) => {
    expect(isWeakPassword(password, own)).toBe(true);
    expect(isWeakPassword(`${password} modrá lampa`, own)).toBe(false);
  },
);

it.each([
  "correct horse battery",
  "correct horse battery staple",
  "a long new password",
  "an entirely new password",
  "yet another password",
  "modra-lampa-papir-482",
  "tJ8#kdw2Lq",
  "xq7vb93mzk",
  "zelená židle pod oknem",
])("accepts %s", (password) => {
  expect(isWeakPassword(password, own)).toBe(false);
});
