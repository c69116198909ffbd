import { defineMessages } from "../../../i18n/messages.tsx";
import { displaySlovak } from "./display-messages.sk.ts";

/** Where, when and how often a form appears. */
export const displayMessages = defineMessages(
  () => ({
    kind: "Kde se formulář ukáže",
    kinds: { classic: "Na stránce", popup: "Vyskakovací okno", slide: "Vysouvací panel" },
    kindHints: {
      classic: "Na místě, kam vložíte kód.",
      popup: "Přes stránku, zavře se křížkem i klávesou Esc.",
      slide: "V rohu stránky, nezakryje ji.",
    },
    inline: "Formulář na stránce je vidět vždy. Kdy a komu se ukáže, nastavíte u okna a panelu.",
    when: "Kdy se ukáže",
    triggers: { delay: "Po chvíli na stránce", scroll: "Po posunutí stránky", exit: "Při odchodu ze stránky" },
    delay: "Po kolika sekundách",
    scroll: "Po přečtení kolika procent",
    repeat: "Znovu nejdřív za",
    days: " d",
    everyTime: "Ukáže se při každém načtení stránky.",
    devicesLabel: "Zařízení",
    devices: { all: "Všechna", desktop: "Jen počítač", mobile: "Jen mobil" },
    position: "Strana",
    positions: { left: "Vlevo", right: "Vpravo" },
    until: "Naposledy dne",
    requireConsent: "Pamatovat si zobrazení jen se souhlasem",
    requireConsentHint: "Web ho oznámí voláním postrider.consent(true).",
    pages: "Stránky",
    include: "Ukázat na",
    exclude: "Neukázat na",
    allPages: "všude",
    pagesHint: "/blog* je cesta, https://… celá adresa, jiný text je kdekoli v adrese.",
    tryAddress: "Vyzkoušet adresu",
    verdict: (isShown: boolean, rule: string | undefined) =>
      rule === undefined
        ? isShown
          ? "Formulář se ukáže."
          : "Formulář se neukáže, adresa není mezi stránkami, na kterých se má ukázat."
        : `${isShown ? "Formulář se ukáže" : "Formulář se neukáže"} podle pravidla ${rule}.`,
  }),
  () => ({
    kind: "Where the form appears",
    kinds: { classic: "In the page", popup: "Pop-up", slide: "Slide-in" },
    kindHints: {
      classic: "Where you put the code.",
      popup: "Over the page; a cross and Esc close it.",
      slide: "In a corner, without covering the page.",
    },
    inline: "A form in the page is always visible. When and to whom it appears is set for pop-ups and slide-ins.",
    when: "When it appears",
    triggers: { delay: "After a while in the page", scroll: "After scrolling", exit: "On leaving the page" },
    delay: "After so many seconds",
    scroll: "After so many per cent",
    repeat: "Again after at least",
    days: " d",
    everyTime: "It appears whenever a page is loaded.",
    devicesLabel: "Devices",
    devices: { all: "All", desktop: "Computers only", mobile: "Phones only" },
    position: "Side",
    positions: { left: "Left", right: "Right" },
    until: "Last day",
    requireConsent: "Remember that it was shown only with consent",
    requireConsentHint: "The site tells it by calling postrider.consent(true).",
    pages: "Pages",
    include: "Show on",
    exclude: "Do not show on",
    allPages: "everywhere",
    pagesHint: "/blog* is a path, https://… a whole address, other text is anywhere in the address.",
    tryAddress: "Try an address",
    verdict: (isShown, rule) =>
      rule === undefined
        ? isShown
          ? "The form appears."
          : "The form does not appear: the address is none of the pages to show it on."
        : `${isShown ? "The form appears" : "The form does not appear"} by the rule ${rule}.`,
  }),
  displaySlovak,
);
