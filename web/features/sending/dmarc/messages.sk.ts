import type { Formats } from "../../../i18n/format.ts";

export const dmarcSlovak = ({ number, plural, date }: Formats) => ({
  title: "Správy DMARC",
  byDomain: "Podľa domén za 30 dní",
  bySource: "Odkiaľ sa posielalo vo vašom mene",
  none: "Zatiaľ neprišla žiadna správa",
  noneText: "Schránky ich posielajú raz denne na adresu v zázname DMARC.",
  address: "Adresa pre správy",
  noHost: "Server zatiaľ nemá verejnú adresu, správy by nemali kam prísť. Prevádzkovateľ ju nastaví v PUBLIC_URL.",
  addressHint: "Patrí do záznamu DMARC ako rua=mailto:…",
  columns: {
    domain: "Doména",
    policy: "Pravidlo",
    reports: "Správ",
    messages: "E-mailov",
    passed: "Prešlo",
    source: "Server",
    dkim: "DKIM",
    spf: "SPF",
    disposition: "Čo sa stalo",
  },
  noPolicy: "bez pravidla",
  last: (at: string) => `posledná ${date(at)}`,
  passed: "Prešlo",
  failed: "Neprešlo",
  summary: (passed: number, failed: number) => `Prešlo ${number(passed)}, neprešlo ${number(failed)}`,
  pass: "prešlo",
  fail: "neprešlo",
  dispositions: { none: "doručené", quarantine: "do spamu", reject: "odmietnuté" },
  reporters: (count: number) =>
    plural(count, { one: "# schránka", few: "# schránky", many: "# schránky", other: "# schránok" }),
  truncated: "Zobrazených je len prvých niekoľko sto riadkov.",
});
