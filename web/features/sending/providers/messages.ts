import { defineMessages, type Messages } from "../../../i18n/messages.tsx";
import { providersSlovak } from "./messages.sk.ts";

export const providersMessages = defineMessages(
  ({ ago, time, number }) => ({
    title: "Poskytovatelé, kteří nás zpomalili",
    text: "Když poskytovatel schránek řekne o pomalejší tempo, posíláme všem jeho doménám pomaleji a zkoušíme ho po jednom e-mailu. Když se to opakuje, pošleme mu polovinu toho, co odmítl, a každých deset minut přidáme desetinu.",
    none: "Za poslední den nás žádný poskytovatel nezpomalil.",
    columns: { provider: "Poskytovatel", state: "Stav", limit: "Tempo", reason: "Důvod" },
    states: { throttled: "čeká", limited: "pomaleji", recovered: "v pořádku" },
    nextAttempt: (at: string) => `další pokus ${time(at)}`,
    limit: (perMinute: number, deferred: number) => `nejvýš ${number(perMinute)} za minutu, odmítl ${number(deferred)}`,
    unlimited: "bez omezení",
    reason: (reply: string, at: string | null) => (at === null ? `odpověď ${reply}` : `odpověď ${reply}, ${ago(at)}`),
  }),
  ({ ago, time, number }) => ({
    title: "Providers that slowed us down",
    text: "When a mailbox provider asks to slow down, we send less to all of its domains and try it with one e-mail at a time. When it asks again, it gets half of what it deferred, and a tenth more every ten minutes.",
    none: "No provider slowed us down within the last day.",
    columns: { provider: "Provider", state: "State", limit: "Rate", reason: "Reason" },
    states: { throttled: "waiting", limited: "slower", recovered: "recovered" },
    nextAttempt: (at) => `next attempt ${time(at)}`,
    limit: (perMinute, deferred) => `at most ${number(perMinute)} a minute; it deferred ${number(deferred)}`,
    unlimited: "no limit",
    reason: (reply, at) => (at === null ? `reply ${reply}` : `reply ${reply}, ${ago(at)}`),
  }),
  providersSlovak,
);

export type ProvidersMessages = typeof providersMessages extends Messages<infer Dictionary> ? Dictionary : never;
