import type { Formats } from "../../../i18n/format.ts";

export const providersSlovak = ({ ago, time, number }: Formats) => ({
  title: "Poskytovatelia, ktorí nás spomalili",
  text: "Keď poskytovateľ schránok požiada o pomalšie tempo, posielame všetkým jeho doménam pomalšie a skúšame ho po jednom e-maile. Keď sa to zopakuje, pošleme mu polovicu toho, čo odmietol, a každých desať minút pridáme desatinu.",
  none: "Za posledný deň nás žiadny poskytovateľ nespomalil.",
  columns: { provider: "Poskytovateľ", state: "Stav", limit: "Tempo", reason: "Dôvod" },
  states: { throttled: "čaká", limited: "pomalšie", recovered: "v poriadku" },
  nextAttempt: (at: string) => `ďalší pokus ${time(at)}`,
  limit: (perMinute: number, deferred: number) =>
    `najviac ${number(perMinute)} za minútu, odmietol ${number(deferred)}`,
  unlimited: "bez obmedzenia",
  reason: (reply: string, at: string | null) => (at === null ? `odpoveď ${reply}` : `odpoveď ${reply}, ${ago(at)}`),
});
