export type Subject = {
  readonly cs: string;
  readonly sk: string;
  /** The page of the shop that it links to. */ readonly page: string;
};

/** Two subjects for each month from January, so that the demo fits the current season. */
export const subjectsByMonth: readonly (readonly [Subject, Subject])[] = [
  [
    { cs: "Čaj s medem zahřeje i v lednu", sk: "Čaj s medom zahreje aj v januári", page: "caje" },
    {
      cs: "Lednový výprodej svíček ze včelího vosku",
      sk: "Januárový výpredaj sviečok z včelieho vosku",
      page: "svicky",
    },
  ],
  [
    { cs: "Co včely dělají, když venku mrzne", sk: "Čo robia včely, keď vonku mrzne", page: "blog/zima-v-ulu" },
    { cs: "Pro dva, kteří mají rádi sladké", sk: "Pre dvoch, čo majú radi sladké", page: "darky" },
  ],
  [
    {
      cs: "Vyséváme! Semínka pro zahradu plnou včel",
      sk: "Vysievame! Semienka pre záhradu plnú včiel",
      page: "seminka",
    },
    { cs: "První prolet: včely jsou zpátky", sk: "Prvý prelet: včely sú späť", page: "blog/prvni-prolet" },
  ],
  [
    {
      cs: "Velikonoční beránek s medem od babičky",
      sk: "Veľkonočný baranček s medom od babičky",
      page: "recepty/beranek",
    },
    {
      cs: "Jarní balíček: med, pyl a sazenice meduňky",
      sk: "Jarný balíček: med, peľ a sadenice medovky",
      page: "jarni-balicek",
    },
  ],
  [
    { cs: "Řepka kvete, první letošní med je tu", sk: "Repka kvitne, prvý tohtoročný med je tu", page: "medy/kvetovy" },
    {
      cs: "Levandule, šalvěj a tymián: záhon pro čmeláky",
      sk: "Levanduľa, šalvia a tymian: záhon pre čmeliaky",
      page: "bylinky",
    },
  ],
  [
    {
      cs: "Akátový med: nejsvětlejší z celé snůšky",
      sk: "Agátový med: najsvetlejší z celej znášky",
      page: "medy/akatovy",
    },
    {
      cs: "Den otevřených úlů: přijďte se podívat",
      sk: "Deň otvorených úľov: príďte sa pozrieť",
      page: "den-otevrenych-ulu",
    },
  ],
  [
    { cs: "Lípy voní a my vytáčíme", sk: "Lipy voňajú a my vytáčame", page: "medy/lipovy" },
    {
      cs: "Limonáda s medem a mátou na horké dny",
      sk: "Limonáda s medom a mätou na horúce dni",
      page: "recepty/limonada",
    },
  ],
  [
    { cs: "Medovicový med: tmavý, lesní, vzácný", sk: "Medovicový med: tmavý, lesný, vzácny", page: "medy/lesni" },
    { cs: "Poslední místa na kurz včelaření", sk: "Posledné miesta na kurz včelárenia", page: "kurz" },
  ],
  [
    { cs: "Svačina do školy, kterou děti snědí", sk: "Desiata do školy, ktorú deti zjedia", page: "recepty/svacina" },
    {
      cs: "Podzimní výsadba: cibuloviny pro jarní včely",
      sk: "Jesenná výsadba: cibuľoviny pre jarné včely",
      page: "cibuloviny",
    },
  ],
  [
    { cs: "Propolis a med, než přijde rýma", sk: "Propolis a med, kým príde nádcha", page: "propolis" },
    { cs: "Pečeme medovník podle Anežky", sk: "Pečieme medovník podľa Anežky", page: "recepty/medovnik" },
  ],
  [
    {
      cs: "Dárkové krabičky jsou zabalené, zbývá vybrat",
      sk: "Darčekové krabičky sú zabalené, ostáva vybrať",
      page: "darky",
    },
    {
      cs: "Černý pátek u nás medově zlatý: 20 % na vše",
      sk: "Čierny piatok u nás medovo zlatý: 20 % na všetko",
      page: "akce",
    },
  ],
  [
    { cs: "Perníčky, které změknou včas", sk: "Medovníčky, ktoré zmäknú včas", page: "recepty/pernicky" },
    {
      cs: "Stihneme to pod stromeček: objednejte do pátku",
      sk: "Stihneme to pod stromček: objednajte do piatku",
      page: "darky",
    },
  ],
];
