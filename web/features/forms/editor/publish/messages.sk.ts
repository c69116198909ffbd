export const publishSlovak = () => ({
  publish: "Zverejniť",
  publishChanges: "Zverejniť zmeny",
  codes: "Vložiť na web",
  codesTitle: "Vložiť formulár na web",
  title: (name: string) => `Zverejniť ${name}`,
  text: "Návštevníci uvidia túto podobu formulára na jeho adrese aj všade, kde je vložený.",
  first: "Formulár začne byť verejný: na svojej adrese aj všade, kam vložíte jeho kód.",
  consentChanged:
    "Text súhlasu sa zmenil. Nové súhlasy budú mať nový text, skoršie si nechajú ten, ktorý ľudia videli.",
  outdated: "Formulár sa medzitým zmenil mimo editora. Zverejnením tieto zmeny prepíšete.",
  replace: "Prepísať a zverejniť",
  published: "Formulár je zverejnený.",
  refused: {
    name: "Tento názov už má iný formulár.",
    consentText: "Chýba text súhlasu. Doplňte ho na karte Súhlas.",
    other: "Rozpracovanú podobu medzitým uložil niekto iný. Načítajte ju znova.",
  },
  notPublished: "Formulár zatiaľ nie je zverejnený, preto na webe nič neukáže.",
  way: "Kam formulár vložíte",
  ways: { line: "Jeden riadok", wordpress: "WordPress", shoptet: "Shoptet", gtm: "Tag Manager" },
  steps: {
    line: "Vložte kód na miesto, kde má formulár byť. Vyskakovacie okno stačí vložiť kamkoľvek do stránky.\nĎalšie zmeny formulára sa na webe ukážu samy.",
    wordpress:
      "V editore stránky pridajte blok Vlastné HTML.\nVložte doň kód a stránku uložte. Pre celý web patrí kód do pätičky šablóny.",
    shoptet:
      "V administrácii otvorte Vzhľad a obsah, Editor, HTML kód.\nVložte kód do poľa Pätička (pred koncom body) a uložte.",
    gtm: "Pridajte značku typu Vlastné HTML a vložte do nej kód.\nAko spúšťač vyberte Všetky stránky a kontajner publikujte.",
  },
  code: "Kód",
  gtmInline:
    "Formulár na stránke sa z Tag Managera zobrazí na konci stránky. Na určité miesto vložte jeden riadok kódu.",
  check: "Skontrolovať",
  checkedPage: "Stránka obchodu",
  foundCode: (ago: string) => `Kód tohto formulára sme na stránke našli (${ago}).`,
  found: (ago: string) => `Na stránke sme našli skript webu (${ago}), kód tohto formulára nie.`,
  notFound:
    "Na stránke sme nenašli kód formulára ani skript webu. Kód vložený cez Tag Manager sa takto nájsť nedá, spoznáte ho podľa zobrazení v prehľade formulára.",
  neverChecked: "Ešte sme nekontrolovali, či má web obchodu kód formulára.",
  notChecked: "Nevieme, či je na stránke kód formulára.",
  unreachable: "Stránku sa nepodarilo načítať.",
  otherHost: "Zadajte adresu stránky na webe obchodu.",
  noShopUrl: "Obchod nemá adresu webu, preto sa nedá skontrolovať, či na ňom formulár je.",
  shownBySite: "Tento formulár ukazuje sám, kód netreba.",
  showBySite: "Ukázať formulár bez kódu",
  qr: "QR kód adresy formulára",
  qrText: "Na letáky, účtenky a výklady. Vedie na stránku formulára.",
});
