import type { Formats } from "../../../i18n/format.ts";

export const startSlovak = ({ plural }: Formats) => ({
  consent: {
    modeTitle: "Čo sa má s adresami stať",
    modes: {
      upsert: "Pridať nové a doplniť existujúce",
      update_only: "Len doplniť údaje existujúcich",
      unsubscribe: "Odhlásiť",
      remove: "Odobrať zo zoznamu",
      blacklist: "Zablokovať",
    },
    modeHints: {
      upsert: "Nové adresy sa stanú kontaktmi s vaším súhlasom.",
      update_only: "Nikto nový nepribudne.",
      unsubscribe: "Z vybraných zoznamov alebo bez zoznamu zo všetkého. Nedá sa vrátiť.",
      remove: "Kontakty zostanú, len prestanú byť členmi.",
      blacklist: "Na tieto adresy nikdy neodíde žiadny e-mail.",
    },
    listsTitle: "Zoznamy",
    lists: "Pridať do zoznamov",
    listsFrom: "Zo zoznamov",
    listsNone: "Bez zoznamu",
    listNeeded: "Vyberte aspoň jeden zoznam.",
    shop: "Obchod",
    title: "Súhlas",
    purpose: "Účel",
    source: "Odkiaľ adresy máte",
    sourceHint: "Uloží sa k súhlasu každého kontaktu, napríklad „formulár na veľtrhu 2026“.",
    proof: "Súhlasia títo ľudia so zasielaním?",
    proofs: {
      all: "Áno, a súhlas každého môžem doložiť",
      some: "Áno, ale pri niektorých súhlas doložiť nedokážem",
    },
    proofHints: {
      all: "Kampane im môžu chodiť hneď.",
      some: "Všetci z tohto súboru dostanú slabý súhlas a kampane ich vynechajú, kým sa nepotvrdia.",
    },
    proofNeeded: "Kto nesúhlasil, toho importovať nemožno.",
    subscribersHint: "V súbore chýba stĺpec so súhlasom. Vyberte, či si novinky objednali všetci.",
    more: "Ďalšie možnosti",
    emptyOverwrites: "Prázdne bunky zmažú existujúce údaje",
    emptyOverwritesHint: "Riadok s neplatnou hodnotou sa potom neimportuje celý.",
    runAutomations: "Spustiť automatizácie",
    runAutomationsHint: "Napríklad uvítaciu sériu. Inak import žiadnu nespustí.",
    whatTitle: "Čo sa stane",
    what: {
      existing: "Existujúce kontakty",
      existingText: "doplnia sa len prázdne údaje a tie, ktoré nikto ručne neupravil",
      unsubscribed: "Odhlásení a sťažnosti",
      unsubscribedText: "zostanú odhlásení a mimo zoznamov, doplnia sa len ich údaje",
      duplicates: "Opakované adresy",
      duplicatesText: "platí posledný riadok, predchádzajúce sa preskočia",
      erased: "Vymazaní na žiadosť",
      erasedText: "nevrátia sa",
    },
  },
  review: {
    title: "Čo sa stane",
    name: "Názov importu",
    facts: {
      file: "Súbor",
      mode: "Akcia",
      lists: "Zoznamy",
      purpose: "Účel súhlasu",
      source: "Zdroj",
      columns: "Stĺpce",
    },
    start: "Spustenie",
    doing: {
      upsert: (count: number) =>
        plural(count, {
          one: "Importovať # kontakt",
          few: "Importovať # kontakty",
          many: "Importovať # kontaktu",
          other: "Importovať # kontaktov",
        }),
      update_only: (count: number) =>
        plural(count, {
          one: "Doplniť # kontakt",
          few: "Doplniť # kontakty",
          many: "Doplniť # kontaktu",
          other: "Doplniť # kontaktov",
        }),
      unsubscribe: (count: number) =>
        plural(count, {
          one: "Odhlásiť # adresu",
          few: "Odhlásiť # adresy",
          many: "Odhlásiť # adresy",
          other: "Odhlásiť # adries",
        }),
      remove: (count: number) =>
        plural(count, {
          one: "Odobrať # adresu",
          few: "Odobrať # adresy",
          many: "Odobrať # adresy",
          other: "Odobrať # adries",
        }),
      blacklist: (count: number) =>
        plural(count, {
          one: "Zablokovať # adresu",
          few: "Zablokovať # adresy",
          many: "Zablokovať # adresy",
          other: "Zablokovať # adries",
        }),
    },
    note: "Import sa nedá vziať späť. Do 1 000 riadkov je hneď hotový, dlhší pobeží na pozadí.",
    problems: "Riadky, ktoré sa nenaimportujú",
    leftOut: "Hodnoty, ktoré sa vynechajú",
    nothing: "V súbore nie je žiadna použiteľná adresa.",
    locked: "Vybraný zoznam plní e-shop, importovať doň sa nedá.",
  },
});
