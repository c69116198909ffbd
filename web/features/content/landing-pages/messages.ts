import { defineMessages } from "../../../i18n/messages.tsx";
import { landingPagesSlovak } from "./messages.sk.ts";

export const landingPagesMessages = defineMessages(
  () => ({
    title: "Vstupní stránky",
    add: "Nová vstupní stránka",
    empty: "Zatím nemáte žádnou vstupní stránku",
    emptyText: "Jednoduchá stránka na naší adrese: pro akci, soutěž nebo formulář, na kterou vede odkaz z e-mailu.",
    deleteText: "Stránka zmizí z webu a odkazy na ni přestanou fungovat. Smazání nelze vzít zpět.",
    settings: "Nastavení stránky",
    slug: "Konec adresy",
    slugHint: "Malá písmena bez diakritiky, číslice a pomlčky.",
    slugTaken: "Tuto adresu už má jiná stránka.",
    pageTitle: "Titulek v prohlížeči",
    description: "Popis pro vyhledávače",
    code: "HTML stránky",
    codeHint: "Skripty a rámy odstraníme. Formuláře smějí odesílat jen do vašich formulářů a dotazníků.",
    refused: {
      form: "Formulář v HTML smí odesílat jen do vašich formulářů a dotazníků.",
      size: "Stránka je příliš dlouhá.",
      nesting: "HTML je příliš hluboko zanořené.",
    },
    sample:
      '<main style="max-width: 640px; margin: 40px auto; font: 17px/1.6 system-ui, sans-serif">\n  <h1>Nadpis stránky</h1>\n  <p>Tady napište, o co jde.</p>\n</main>\n',
  }),
  () => ({
    title: "Landing pages",
    add: "New landing page",
    empty: "You have no landing page yet",
    emptyText: "A simple page at our address: for an offer, a competition or a form that an e-mail links to.",
    deleteText: "The page disappears from the web and links to it stop working. This cannot be undone.",
    settings: "Settings of the page",
    slug: "End of the address",
    slugHint: "Small letters without accents, digits and hyphens.",
    slugTaken: "Another page has this address.",
    pageTitle: "Title in the browser",
    description: "Description for search engines",
    code: "HTML of the page",
    codeHint: "Scripts and frames are removed. Forms may only send to your own forms and surveys.",
    refused: {
      form: "A form in the HTML may only send to your own forms and surveys.",
      size: "The page is too long.",
      nesting: "The HTML is nested too deeply.",
    },
    sample:
      '<main style="max-width: 640px; margin: 40px auto; font: 17px/1.6 system-ui, sans-serif">\n  <h1>Heading of the page</h1>\n  <p>Write here what it is about.</p>\n</main>\n',
  }),
  landingPagesSlovak,
);
