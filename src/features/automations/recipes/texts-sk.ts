import type { RecipesInLanguage } from "./catalogue.ts";

const hello = "{{df_salutation|default:'Dobrý deň,'}}";

export const slovakRecipes: RecipesInLanguage = {
  welcome: {
    name: "Privítanie",
    description: "Privíta nového odberateľa a po štyroch dňoch predstaví obchod tomu, kto ešte nenakúpil.",
    emails: {
      hello: {
        name: "Privítanie: prvý e-mail",
        subject: "Vitajte u nás",
        preheader: "Ďakujeme, že ste sa prihlásili",
        title: "Vitajte u\u00a0nás",
        paragraphs: [
          hello,
          "ďakujeme, že ste sa prihlásili na odber. Budeme vám písať, keď príde niečo nové, čo stojí za váš čas, a\u00a0len vtedy.",
          "Keby ste čokoľvek potrebovali, stačí na tento e-mail odpovedať. Číta ho živý človek.",
        ],
        button: "Prezrieť obchod",
      },
      story: {
        name: "Privítanie: predstavenie obchodu",
        subject: "Čo u nás ľudia hľadajú najčastejšie",
        preheader: "Krátky sprievodca obchodom",
        title: "Kde u\u00a0nás začať",
        paragraphs: [
          hello,
          "ste u\u00a0nás len pár dní, a\u00a0tak vám ukážeme, kde sa oplatí začať: pozrite sa na to, čo ostatní kupujú najčastejšie.",
          "Neviete si rady s\u00a0výberom? Napíšte nám, čo potrebujete, a\u00a0my vám poradíme.",
        ],
        button: "Ukázať obľúbený tovar",
      },
    },
  },
  abandoned_cart: {
    name: "Opustený košík",
    description: "Košík pripomenie hodinu po opustení a po dni ešte raz. Objednávka oboje zruší.",
    emails: {
      reminder: {
        name: "Opustený košík: pripomenutie",
        subject: "Niečo vám zostalo v košíku",
        preheader: "Odložili sme vám ho",
        title: "Niečo vám zostalo v\u00a0košíku",
        paragraphs: [
          hello,
          "nákup ste u\u00a0nás nedokončili. Košík sme vám odložili, takže môžete pokračovať tam, kde ste prestali.",
          "Ak vás niečo zarazilo, odpovedzte na tento e-mail a\u00a0spoločne to vyriešime.",
        ],
        button: "Vrátiť sa do obchodu",
      },
      last: {
        name: "Opustený košík: posledná správa",
        subject: "Máme vám košík ešte nechať?",
        preheader: "Pripomíname sa naposledy",
        title: "Ešte o\u00a0tom premýšľate?",
        paragraphs: [
          hello,
          "váš košík u\u00a0nás stále čaká. Tovar v\u00a0ňom vám však, žiaľ, nemôžeme držať donekonečna.",
          "Týmto e-mailom sa pripomíname naposledy. Ak chcete nákup dokončiť, stačí jedno kliknutie.",
        ],
        button: "Dokončiť nákup",
      },
    },
  },
  after_purchase: {
    name: "Po nákupe",
    description: "Dve hodiny po objednávke poďakuje a povie, kam sa obrátiť.",
    emails: {
      thanks: {
        name: "Po nákupe: poďakovanie",
        subject: "Ďakujeme za váš nákup",
        preheader: "A viete, kde nás nájdete, keby niečo",
        title: "Ďakujeme za nákup",
        paragraphs: [
          hello,
          "ďakujeme, že ste si vybrali práve nás. Vašej objednávke sa už venujeme.",
          "Keby bolo čokoľvek inak, ako má byť, odpovedzte na tento e-mail. Ozveme sa vám čo najskôr.",
        ],
        button: "Prejsť do obchodu",
      },
    },
  },
  review_request: {
    name: "Žiadosť o hodnotenie",
    description: "Týždeň po doručení objednávky požiada o hodnotenie. Stavy objednávok upravte podľa svojho obchodu.",
    emails: {
      review: {
        name: "Žiadosť o hodnotenie",
        subject: "Ako ste spokojní s nákupom?",
        preheader: "Zaberie vám to minútu",
        title: "Ako vám to slúži?",
        paragraphs: [
          hello,
          "pred týždňom vám prišla objednávka a\u00a0zaujíma nás, ako ste s\u00a0ňou spokojní.",
          "Napíšte nám pár slov. Pomôžete tým ďalším zákazníkom s\u00a0výberom a\u00a0nám s\u00a0tým, čo zlepšiť.",
        ],
        button: "Napísať hodnotenie",
      },
    },
  },
  win_back: {
    name: "Návrat zákazníka",
    description: "Ozve sa zákazníkovi, ktorý od poslednej objednávky deväťdesiat dní nenakúpil, a po mesiaci ešte raz.",
    emails: {
      miss: {
        name: "Návrat zákazníka: prvý e-mail",
        subject: "Dlho sme sa nevideli",
        preheader: "Pozrite sa, čo je u nás nové",
        title: "Dlho sme sa nevideli",
        paragraphs: [
          hello,
          "od vášho posledného nákupu ubehlo pár mesiacov a\u00a0u\u00a0nás sa medzitým všeličo zmenilo.",
          "Prišiel nový tovar a\u00a0niektoré staršie kúsky sa vrátili na sklad. Zastavte sa, možno vás niečo zaujme.",
        ],
        button: "Pozrieť si novinky",
      },
      last: {
        name: "Návrat zákazníka: druhý e-mail",
        subject: "Môžeme pre vás niečo urobiť?",
        preheader: "Stačí nám odpovedať",
        title: "Môžeme pre vás niečo urobiť?",
        paragraphs: [
          hello,
          "radi by sme vás u\u00a0nás opäť videli. Ak vás od ďalšieho nákupu niečo odradilo, napíšte nám to, prosím, odpoveďou na tento e-mail.",
          "A\u00a0ak ste len nemali čas, obchod je otvorený vo dne v\u00a0noci.",
        ],
        button: "Zastaviť sa v obchode",
      },
    },
  },
  birthday: {
    name: "Narodeniny",
    description: "V deň narodenín o deviatej ráno zablahoželá.",
    emails: {
      wish: {
        name: "Blahoželanie k narodeninám",
        subject: "Všetko najlepšie k narodeninám!",
        preheader: "Prajeme vám pekný deň",
        title: "Všetko najlepšie k\u00a0narodeninám!",
        paragraphs: [
          hello,
          "prajeme vám deň, ktorý sa vydarí od rána do večera, a\u00a0rok plný toho, z\u00a0čoho máte radosť.",
          "Ďakujeme, že ste s\u00a0nami.",
        ],
        button: "Vybrať si niečo pre radosť",
      },
    },
  },
  name_day: {
    name: "Meniny",
    description: "V deň menín o ôsmej ráno zablahoželá.",
    emails: {
      wish: {
        name: "Blahoželanie k meninám",
        subject: "Všetko najlepšie k meninám!",
        preheader: "Dnes oslavujete vy",
        title: "Dnes máte meniny!",
        paragraphs: [
          hello,
          "v\u00a0kalendári je dnes vaše meno, a\u00a0tak vám prajeme všetko najlepšie. Hlavne zdravie a\u00a0dobrú náladu.",
        ],
        button: "Zastaviť sa u nás",
      },
    },
  },
  re_permission: {
    name: "Potvrdenie záujmu",
    description:
      "Opýta sa pridaných kontaktov, či chcú e-maily aj naďalej. Kto do štrnástich dní a po pripomienke do ďalších siedmich neklikne, je odhlásený.",
    emails: {
      ask: {
        name: "Potvrdenie záujmu: otázka",
        subject: "Chcete od nás e-maily aj naďalej?",
        preheader: "Stačí jedno kliknutie",
        title: "Chcete, aby sme vám ďalej písali?",
        paragraphs: [
          hello,
          "naše e-maily už nejaký čas neotvárate, a\u00a0to je v\u00a0poriadku. Nechceme vám však zbytočne plniť schránku.",
          "Ak o\u00a0ne stojíte, kliknite na tlačidlo a\u00a0všetko zostane, ako je.",
        ],
        button: "Áno, píšte mi ďalej",
      },
      last: {
        name: "Potvrdenie záujmu: pripomienka",
        subject: "O týždeň vás odhlásime",
        preheader: "Ak nechcete, kliknite",
        title: "O\u00a0týždeň vás odhlásime",
        paragraphs: [
          hello,
          "zatiaľ ste nám nepotvrdili, že máte o\u00a0naše e-maily záujem. O\u00a0týždeň vás preto z\u00a0odberu odhlásime.",
          "Chcete zostať? Stačí kliknúť na tlačidlo.",
        ],
        button: "Chcem zostať",
      },
    },
  },
};
