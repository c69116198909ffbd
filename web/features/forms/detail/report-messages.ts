import { defineMessages } from "../../../i18n/messages.tsx";
import { reportSlovak } from "./report-messages.sk.ts";

export const reportMessages = defineMessages(
  () => ({
    title: "Zobrazení a přihlášení",
    error: "Přehled formuláře",
    views: "Zobrazení",
    signUps: "Přihlášení",
    confirmed: "Potvrzeno",
    rate: "Úspěšnost",
    summary: (views: string, rate: string) => `${views} zobrazení za 30 dní, přihlásilo se ${rate}`,
    noViews: "Za posledních 30 dní formulář nikdo neviděl.",
    note: "Zobrazení počítáme bez cookies a bez robotů, jednou za otevření stránky.",
    pages: "Stránky",
    sources: "Odkud přišli",
    unknownPage: "neznámá stránka",
    direct: "přímo nebo neznámo",
  }),
  () => ({
    title: "Views and sign-ups",
    error: "The report of the form",
    views: "Views",
    signUps: "Sign-ups",
    confirmed: "Confirmed",
    rate: "Rate",
    summary: (views, rate) => `${views} views in 30 days, ${rate} signed up`,
    noViews: "Nobody saw the form in the last 30 days.",
    note: "Views are counted without cookies and without robots, once each time a page is opened.",
    pages: "Pages",
    sources: "Where they came from",
    unknownPage: "unknown page",
    direct: "directly, or unknown",
  }),
  reportSlovak,
);
