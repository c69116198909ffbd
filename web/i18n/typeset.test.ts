import { expect, it } from "vitest";
import { createFormats } from "./format.ts";
import { typeset } from "./typeset.ts";
import { defineMessages, messagesIn } from "./messages.tsx";

const shown = (text: string) => text.replaceAll("\u00a0", "_").replaceAll("\u2060", "|");

it.each([
  ["K tomu s ním v Praze a okolí", "K_tomu s_ním v_Praze a_okolí"],
  ["12 kontaktů, 5 %", "12_kontaktů, 5_%"],
  ["Váš e-mail (v 8:00)", "Váš e-|mail (v_8:00)"],
])("joins Czech words that belong together: %s", (text, expected) => {
  expect(shown(typeset(text, "cs"))).toBe(expected);
});

it("joins Slovak words that belong together", () => {
  expect(shown(typeset("K tomu o 8:00 s ním a v Brne, 12 kontaktov", "sk"))).toBe(
    "K_tomu o_8:00_s_ním a_v_Brne, 12_kontaktov",
  );
});

it("leaves English words with a letter alone", () => {
  expect(shown(typeset("Send a test to 3 people by e-mail", "en"))).toBe("Send a test to 3_people by e-|mail");
});

it("chooses the Czech plural of whole and other numbers", () => {
  const { plural } = createFormats("cs");
  const forms = { one: "# kontakt", few: "# kontakty", many: "# kontaktu", other: "# kontaktů" };
  expect([1, 3, 1.5, 12_480].map((count) => shown(plural(count, forms)))).toEqual([
    "1_kontakt",
    "3_kontakty",
    "1,5_kontaktu",
    "12_480_kontaktů",
  ]);
});

it("chooses the Slovak plural of whole and other numbers", () => {
  const { plural } = createFormats("sk");
  const forms = { one: "# kontakt", few: "# kontakty", many: "# kontaktu", other: "# kontaktov" };
  expect([0, 1, 4, 1.5, 22].map((count) => shown(plural(count, forms)))).toEqual([
    "0_kontaktov",
    "1_kontakt",
    "4_kontakty",
    "1,5_kontaktu",
    "22_kontaktov",
  ]);
});

it("writes numbers, money, dates and changes in every language", () => {
  const at = "2026-11-16T12:00:00Z";
  const written = (["cs", "sk", "en"] as const).map((language) => {
    const { number, percent, money, date, signed } = createFormats(language, "Europe/Prague");
    return [number(12_480), percent(0.42), money("96412", "CZK"), money("312.40", "EUR"), date(at), signed(-3)].map(
      shown,
    );
  });
  expect(written).toEqual([
    ["12_480", "42,0_%", "96_412_Kč", "312,40_€", "16._11._2026", "−3"],
    ["12_480", "42,0_%", "96_412_CZK", "312,40_€", "16._11._2026", "−3"],
    ["12,480", "42.0%", "CZK_96,412", "€312.40", "16 Nov 2026", "−3"],
  ]);
});

it("writes an instant in the zone, and a calendar day as it is in every zone", () => {
  const written = ["Pacific/Pago_Pago", "Europe/Prague", "Pacific/Kiritimati"].map((zone) => {
    const { date, shortDate, time, dateTime } = createFormats("cs", zone);
    const at = "2026-11-16T10:30:00Z";
    return [date("2026-11-16"), shortDate("2026-11-16"), shortDate(at), time(at), dateTime(at)].map(shown);
  });
  expect(written).toEqual([
    ["16._11._2026", "16._11.", "15._11.", "23:30", "15._11._2026 23:30"],
    ["16._11._2026", "16._11.", "16._11.", "11:30", "16._11._2026 11:30"],
    ["16._11._2026", "16._11.", "17._11.", "0:30", "17._11._2026 0:30"],
  ]);
});

it("says how long ago within a day, and the date later", () => {
  const { ago } = createFormats("cs", "Europe/Prague");
  const now = new Date("2026-11-16T12:00:00Z");
  const times = ["2026-11-16T11:59:57Z", "2026-11-16T11:58:00Z", "2026-11-16T09:00:00Z", "2026-11-10T09:00:00Z"];
  expect(times.map((at) => shown(ago(at, now)))).toEqual([
    "před 3 sekundami",
    "před 2 minutami",
    "před 3 hodinami",
    "10._11._2026",
  ]);
});

it("typesets texts, functions and nested texts of a dictionary", () => {
  const messages = defineMessages(
    () => ({ title: "E-mail", nested: { count: (count: number) => `${count} kusů` } }),
    () => ({ title: "E-mail", nested: { count: (count) => `${count} pieces` } }),
    () => ({ title: "E-mail", nested: { count: (count) => `${count} kusov` } }),
  );
  const written = (["cs", "sk"] as const).map((language) => {
    const t = messagesIn(messages, createFormats(language));
    return [t.title, t.nested.count(5)].map(shown);
  });
  expect(written).toEqual([
    ["E-|mail", "5_kusů"],
    ["E-|mail", "5_kusov"],
  ]);
});

it("compiles a dictionary only with all keys and the same parameters", () => {
  const slovak = () => ({ title: "Zoznamy", count: (count: number) => `${count}` });
  const dictionaries = [
    () =>
      defineMessages(
        () => ({ title: "Seznamy", count: (count: number) => `${count}` }),
        // @ts-expect-error `count` is missing
        () => ({ title: "Lists" }),
        slovak,
      ),
    () =>
      defineMessages(
        () => ({ title: "Seznamy", count: (count: number) => `${count}` }),
        // @ts-expect-error a number is passed
        () => ({ title: "Lists", count: (count: string) => count }),
        slovak,
      ),
    () =>
      // @ts-expect-error Slovak is missing
      defineMessages(
        () => ({ title: "Seznamy" }),
        () => ({ title: "Lists" }),
      ),
  ];
  expect(dictionaries).toHaveLength(3);
});
