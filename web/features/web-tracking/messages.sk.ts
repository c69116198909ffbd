import type { Formats } from "../../i18n/format.ts";

export const siteSlovak = ({ ago }: Formats) => ({
  title: "Meranie webu",
  facts: "Skript na webe obchodu zobrazuje formuláre a spozná, čo si kontakt prezerá a má v košíku.",
  script: {
    title: "Skript",
    enabled: "Skript je zapnutý",
    code: "Vložte pred koniec <head> na každú stránku",
    check: "Skontrolovať web",
    found: (at: string) => `Skript sme našli ${ago(at)}.`,
    missing: (at: string) => `Skript sme ${ago(at)} nenašli.`,
    never: "Zatiaľ neskontrolované.",
    failed: {
      status: "Web odpovedal chybou.",
      dns: "Meno webu sa nepodarilo nájsť v DNS.",
      address: "Adresa vedie do vnútornej siete.",
      deadline: "Web neodpovedal včas.",
      network: "Spojenie s webom sa nepodarilo.",
    },
    noUrl: "Obchod nemá adresu webu. Doplňte ju v nastaveniach obchodu.",
  },
  tracking: {
    enabled: "Merať návštevy a košíky známych kontaktov",
    requireConsent: "Až po súhlase s cookies",
    requireConsentHint: "Nič sa neuloží ani neodošle, kým stránka nezavolá postrider.consent(true).",
    domains: "Ďalšie domény obchodu",
    domainsHint: "Každá na vlastnom riadku, napríklad blog.obchod.sk",
    domainInvalid: "Napíšte len meno domény, bez https:// a lomiek.",
    save: "Uložiť meranie",
  },
  saved: "Uložené",
  on: "Zapnuté",
  off: "Vypnuté",
});
