import type { RecipesInLanguage } from "./catalogue.ts";

const hello = "{{df_salutation|default:'Dobrý den,'}}";

export const czechRecipes: RecipesInLanguage = {
  welcome: {
    name: "Přivítání",
    description: "Přivítá nového odběratele a po čtyřech dnech představí obchod tomu, kdo ještě nenakoupil.",
    emails: {
      hello: {
        name: "Přivítání: první e-mail",
        subject: "Vítejte u nás",
        preheader: "Děkujeme, že jste se přihlásili",
        title: "Vítejte u\u00a0nás",
        paragraphs: [
          hello,
          "děkujeme, že jste se přihlásili k\u00a0odběru. Budeme vám psát, když přijde něco nového, co stojí za váš čas, a\u00a0jen tehdy.",
          "Kdybyste cokoli potřebovali, stačí na tento e-mail odpovědět. Čte ho živý člověk.",
        ],
        button: "Prohlédnout obchod",
      },
      story: {
        name: "Přivítání: představení obchodu",
        subject: "Co u nás lidé hledají nejčastěji",
        preheader: "Krátký průvodce obchodem",
        title: "Kde u\u00a0nás začít",
        paragraphs: [
          hello,
          "jste u\u00a0nás teprve pár dní, a\u00a0tak vám ukážeme, kde se vyplatí začít: podívejte se na to, co ostatní kupují nejčastěji.",
          "Nevíte si rady s\u00a0výběrem? Napište nám, co potřebujete, a\u00a0my vám poradíme.",
        ],
        button: "Ukázat oblíbené zboží",
      },
    },
  },
  abandoned_cart: {
    name: "Opuštěný košík",
    description: "Košík připomene hodinu po opuštění a po dni ještě jednou. Objednávka obojí zruší.",
    emails: {
      reminder: {
        name: "Opuštěný košík: připomenutí",
        subject: "Něco vám zůstalo v košíku",
        preheader: "Schovali jsme vám ho",
        title: "Něco vám zůstalo v\u00a0košíku",
        paragraphs: [
          hello,
          "nákup jste u\u00a0nás nedokončili. Košík jsme vám schovali, takže můžete pokračovat tam, kde jste přestali.",
          "Pokud vás něco zarazilo, odpovězte na tento e-mail a\u00a0společně to vyřešíme.",
        ],
        button: "Vrátit se do obchodu",
      },
      last: {
        name: "Opuštěný košík: poslední zpráva",
        subject: "Máme vám košík ještě nechat?",
        preheader: "Připomínáme se naposledy",
        title: "Ještě o\u00a0tom přemýšlíte?",
        paragraphs: [
          hello,
          "váš košík u\u00a0nás pořád čeká. Zboží v\u00a0něm vám ale bohužel nemůžeme držet donekonečna.",
          "Tímto e-mailem se připomínáme naposledy. Chcete-li nákup dokončit, stačí jedno kliknutí.",
        ],
        button: "Dokončit nákup",
      },
    },
  },
  after_purchase: {
    name: "Po nákupu",
    description: "Dvě hodiny po objednávce poděkuje a řekne, kam se obrátit.",
    emails: {
      thanks: {
        name: "Po nákupu: poděkování",
        subject: "Děkujeme za váš nákup",
        preheader: "A víme, kde nás najdete, kdyby něco",
        title: "Děkujeme za nákup",
        paragraphs: [
          hello,
          "děkujeme, že jste si vybrali právě nás. Vaší objednávce se už věnujeme.",
          "Kdyby bylo cokoli jinak, než má být, odpovězte na tento e-mail. Ozveme se vám co nejdřív.",
        ],
        button: "Přejít do obchodu",
      },
    },
  },
  review_request: {
    name: "Žádost o hodnocení",
    description: "Týden po doručení objednávky požádá o hodnocení. Stavy objednávek upravte podle svého obchodu.",
    emails: {
      review: {
        name: "Žádost o hodnocení",
        subject: "Jak jste spokojeni s nákupem?",
        preheader: "Zabere vám to minutu",
        title: "Jak vám to slouží?",
        paragraphs: [
          hello,
          "před týdnem vám dorazila objednávka a\u00a0nás zajímá, jak jste s\u00a0ní spokojeni.",
          "Napište nám pár slov. Pomůžete tím dalším zákazníkům s\u00a0výběrem a\u00a0nám s\u00a0tím, co zlepšit.",
        ],
        button: "Napsat hodnocení",
      },
    },
  },
  win_back: {
    name: "Návrat zákazníka",
    description:
      "Ozve se zákazníkovi, který od poslední objednávky devadesát dní nenakoupil, a po měsíci ještě jednou.",
    emails: {
      miss: {
        name: "Návrat zákazníka: první e-mail",
        subject: "Dlouho jsme se neviděli",
        preheader: "Podívejte se, co je u nás nového",
        title: "Dlouho jsme se neviděli",
        paragraphs: [
          hello,
          "od vašeho posledního nákupu uběhlo pár měsíců a\u00a0u\u00a0nás se mezitím leccos změnilo.",
          "Přišlo nové zboží a\u00a0některé starší kousky se vrátily na sklad. Zastavte se, třeba vás něco zaujme.",
        ],
        button: "Podívat se na novinky",
      },
      last: {
        name: "Návrat zákazníka: druhý e-mail",
        subject: "Můžeme pro vás něco udělat?",
        preheader: "Stačí nám odpovědět",
        title: "Můžeme pro vás něco udělat?",
        paragraphs: [
          hello,
          "rádi bychom vás u\u00a0nás zase viděli. Jestli vás od dalšího nákupu něco odradilo, napište nám to, prosím, odpovědí na tento e-mail.",
          "A\u00a0pokud jste jen neměli čas, obchod je otevřený ve dne v\u00a0noci.",
        ],
        button: "Zastavit se v obchodě",
      },
    },
  },
  birthday: {
    name: "Narozeniny",
    description: "V den narozenin v devět ráno popřeje.",
    emails: {
      wish: {
        name: "Přání k narozeninám",
        subject: "Všechno nejlepší k narozeninám!",
        preheader: "Přejeme vám hezký den",
        title: "Všechno nejlepší k\u00a0narozeninám!",
        paragraphs: [
          hello,
          "přejeme vám den, který se povede od rána do večera, a\u00a0rok plný toho, z\u00a0čeho máte radost.",
          "Děkujeme, že jste s\u00a0námi.",
        ],
        button: "Vybrat si něco pro radost",
      },
    },
  },
  name_day: {
    name: "Svátek",
    description: "V den svátku v osm ráno popřeje.",
    emails: {
      wish: {
        name: "Přání k svátku",
        subject: "Všechno nejlepší k svátku!",
        preheader: "Dnes slavíte vy",
        title: "Dnes máte svátek!",
        paragraphs: [
          hello,
          "v\u00a0kalendáři je dnes vaše jméno, a\u00a0tak vám přejeme všechno nejlepší. Hlavně zdraví a\u00a0dobrou náladu.",
        ],
        button: "Zastavit se u nás",
      },
    },
  },
  re_permission: {
    name: "Potvrzení zájmu",
    description:
      "Zeptá se přidaných kontaktů, zda chtějí e-maily dál. Kdo do čtrnácti dní a po připomínce do dalších sedmi nekliká, je odhlášen.",
    emails: {
      ask: {
        name: "Potvrzení zájmu: otázka",
        subject: "Chcete od nás e-maily i nadále?",
        preheader: "Stačí jedno kliknutí",
        title: "Chcete, abychom vám psali dál?",
        paragraphs: [
          hello,
          "naše e-maily už nějakou dobu neotevíráte, a\u00a0to je v\u00a0pořádku. Nechceme vám ale zbytečně plnit schránku.",
          "Jestli o\u00a0ně stojíte, klikněte na tlačítko a\u00a0všechno zůstane, jak je.",
        ],
        button: "Ano, pište mi dál",
      },
      last: {
        name: "Potvrzení zájmu: připomínka",
        subject: "Za týden vás odhlásíme",
        preheader: "Pokud nechcete, klikněte",
        title: "Za týden vás odhlásíme",
        paragraphs: [
          hello,
          "zatím jste nám nepotvrdili, že máte o\u00a0naše e-maily zájem. Za týden vás proto z\u00a0odběru odhlásíme.",
          "Chcete zůstat? Stačí kliknout na tlačítko.",
        ],
        button: "Chci zůstat",
      },
    },
  },
};
