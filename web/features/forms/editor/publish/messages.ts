import { defineMessages } from "../../../../i18n/messages.tsx";
import { publishSlovak } from "./messages.sk.ts";

/** Publishing a form and its way to the web site. */
export const publishMessages = defineMessages(
  () => ({
    publish: "Zveřejnit",
    publishChanges: "Zveřejnit změny",
    codes: "Vložit na web",
    codesTitle: "Vložit formulář na web",
    title: (name: string) => `Zveřejnit ${name}`,
    text: "Návštěvníci uvidí tuto podobu formuláře na jeho adrese i všude, kde je vložený.",
    first: "Formulář začne být veřejný: na své adrese i všude, kam vložíte jeho kód.",
    consentChanged:
      "Text souhlasu se změnil. Nové souhlasy budou mít nový text, dřívější si nechají ten, který lidé viděli.",
    outdated: "Formulář se mezitím změnil mimo editor. Zveřejněním tyto změny přepíšete.",
    replace: "Přepsat a zveřejnit",
    published: "Formulář je zveřejněný.",
    refused: {
      name: "Tento název už má jiný formulář.",
      consentText: "Chybí text souhlasu. Doplňte ho na kartě Souhlas.",
      other: "Rozpracovanou podobu mezitím uložil někdo jiný. Načtěte ho znovu.",
    },
    notPublished: "Formulář zatím není zveřejněný, proto na webu nic neukáže.",
    way: "Kam formulář vložíte",
    ways: { line: "Jeden řádek", wordpress: "WordPress", shoptet: "Shoptet", gtm: "Tag Manager" },
    steps: {
      line: "Vložte kód na místo, kde má formulář být. Vyskakovací okno stačí vložit kamkoli do stránky.\nDalší změny formuláře se na webu ukážou samy.",
      wordpress:
        "V editoru stránky přidejte blok Vlastní HTML.\nVložte do něj kód a stránku uložte. Pro celý web patří kód do patičky šablony.",
      shoptet:
        "V administraci otevřete Vzhled a obsah, Editor, HTML kód.\nVložte kód do pole Patička (před koncem body) a uložte.",
      gtm: "Přidejte značku typu Vlastní HTML a vložte do ní kód.\nJako spouštěč vyberte Všechny stránky a kontejner publikujte.",
    },
    code: "Kód",
    gtmInline:
      "Formulář na stránce se z Tag Manageru zobrazí na konci stránky. Na určité místo vložte jeden řádek kódu.",
    check: "Zkontrolovat",
    checkedPage: "Stránka obchodu",
    foundCode: (ago: string) => `Kód tohoto formuláře jsme na stránce našli (${ago}).`,
    found: (ago: string) => `Na stránce jsme našli skript webu (${ago}), kód tohoto formuláře ne.`,
    notFound:
      "Na stránce jsme nenašli kód formuláře ani skript webu. Kód vložený přes Tag Manager takto najít nejde, poznáte ho podle zobrazení v přehledu formuláře.",
    neverChecked: "Ještě jsme nekontrolovali, jestli má web obchodu kód formuláře.",
    notChecked: "Nevíme, jestli je na stránce kód formuláře.",
    unreachable: "Stránku se nepodařilo načíst.",
    otherHost: "Zadejte adresu stránky na webu obchodu.",
    noShopUrl: "Obchod nemá adresu webu, proto nejde zkontrolovat, jestli na něm formulář je.",
    shownBySite: "Tento formulář ukazuje sám, kód není potřeba.",
    showBySite: "Ukázat formulář bez kódu",
    qr: "QR kód adresy formuláře",
    qrText: "Pro letáky, účtenky a výlohy. Vede na stránku formuláře.",
  }),
  () => ({
    publish: "Publish",
    publishChanges: "Publish changes",
    codes: "Put on the site",
    codesTitle: "Put the form on your site",
    title: (name) => `Publish ${name}`,
    text: "Visitors will see the form like this at its address and wherever it is embedded.",
    first: "The form becomes public: at its address and wherever you put its code.",
    consentChanged:
      "The text of the consent has changed. New consents will have the new text, earlier ones keep the text that people saw.",
    outdated: "The form was changed outside of the editor meanwhile. Publishing replaces those changes.",
    replace: "Replace and publish",
    published: "The form is published.",
    refused: {
      name: "Another form has this name.",
      consentText: "The text of the consent is missing. Write it in the tab Consent.",
      other: "Somebody else has saved the draft meanwhile. Load it again.",
    },
    notPublished: "The form is not published yet, so the site will show nothing.",
    way: "Where the form goes",
    ways: { line: "One line", wordpress: "WordPress", shoptet: "Shoptet", gtm: "Tag Manager" },
    steps: {
      line: "Put the code where the form should be. A pop-up may be anywhere in the page.\nLater changes of the form show by themselves.",
      wordpress:
        "Add the block Custom HTML in the editor of the page.\nPut the code into it and save the page. For the whole site the code belongs to the footer of the theme.",
      shoptet:
        "Open Appearance and content, Editor, HTML code in the administration.\nPut the code into the field Footer (before the end of body) and save.",
      gtm: "Add a tag of the type Custom HTML and put the code into it.\nChoose the trigger All Pages and publish the container.",
    },
    code: "Code",
    gtmInline: "From Tag Manager a form in the page appears at its end. For a certain place use the one line of code.",
    check: "Check",
    checkedPage: "Page of the shop",
    foundCode: (ago) => `The code of this form was found in the page (${ago}).`,
    found: (ago) => `The site script was found in the page (${ago}), the code of this form was not.`,
    notFound:
      "Neither the code of the form nor the site script was found in the page. A code added by Tag Manager cannot be found this way: the views in the form's report tell you of it.",
    neverChecked: "We have not checked yet whether the shop's site has the code of the form.",
    notChecked: "We do not know whether the page has the code of the form.",
    unreachable: "The page could not be loaded.",
    otherHost: "Enter the address of a page on the shop's site.",
    noShopUrl: "The shop has no address of its site, so we cannot check whether the form is there.",
    shownBySite: "It shows this form, no code is needed.",
    showBySite: "Show the form without a code",
    qr: "QR code of the form's address",
    qrText: "For leaflets, receipts and shop windows. It leads to the page of the form.",
  }),
  publishSlovak,
);
