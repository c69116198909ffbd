export type Product = {
  readonly code: string;
  readonly cs: string;
  readonly sk: string;
  readonly category: keyof typeof categories;
  readonly brand: string | null;
  /** Prices in hundredths of a crown and of a euro. */
  readonly price: { readonly cs: number; readonly sk: number };
};

export const categories = {
  honey: { cs: "Medy", sk: "Medy" },
  hive: { cs: "Včelí produkty", sk: "Včelie produkty" },
  candles: { cs: "Svíčky", sk: "Sviečky" },
  cosmetics: { cs: "Přírodní kosmetika", sk: "Prírodná kozmetika" },
  garden: { cs: "Semínka a bylinky", sk: "Semienka a bylinky" },
  keepers: { cs: "Pro včelaře", sk: "Pre včelárov" },
  gifts: { cs: "Dárky", sk: "Darčeky" },
} as const;

const own = "Včelí dvůr";
const garden = "Zahrada pro včely";
const workshop = "Dílna Pod Lípou";

/** Best-selling first. */
export const products: readonly Product[] = [
  {
    code: "MED-KVE-950",
    cs: "Květový med 950 g",
    sk: "Kvetový med 950 g",
    category: "honey",
    brand: own,
    price: { cs: 24900, sk: 1090 },
  },
  {
    code: "MED-LIP-500",
    cs: "Lipový med 500 g",
    sk: "Lipový med 500 g",
    category: "honey",
    brand: own,
    price: { cs: 18900, sk: 820 },
  },
  {
    code: "MED-PAS-500",
    cs: "Pastovaný med 500 g",
    sk: "Pastovaný med 500 g",
    category: "honey",
    brand: own,
    price: { cs: 17900, sk: 790 },
  },
  {
    code: "MED-AKA-500",
    cs: "Akátový med 500 g",
    sk: "Agátový med 500 g",
    category: "honey",
    brand: own,
    price: { cs: 21900, sk: 950 },
  },
  {
    code: "SVI-VAL-12",
    cs: "Svíčka ze včelího vosku, válec 12 cm",
    sk: "Sviečka z včelieho vosku, valec 12 cm",
    category: "candles",
    brand: workshop,
    price: { cs: 14900, sk: 650 },
  },
  {
    code: "MED-LES-950",
    cs: "Lesní medovicový med 950 g",
    sk: "Lesný medovicový med 950 g",
    category: "honey",
    brand: own,
    price: { cs: 32900, sk: 1390 },
  },
  {
    code: "PRO-TIN-50",
    cs: "Propolisová tinktura 50 ml",
    sk: "Propolisová tinktúra 50 ml",
    category: "hive",
    brand: own,
    price: { cs: 16900, sk: 720 },
  },
  {
    code: "KOS-BAL-10",
    cs: "Balzám na rty s medem",
    sk: "Balzam na pery s medom",
    category: "cosmetics",
    brand: own,
    price: { cs: 8900, sk: 390 },
  },
  {
    code: "BAL-SNI",
    cs: "Balíček Sladká snídaně",
    sk: "Balíček Sladké raňajky",
    category: "gifts",
    brand: own,
    price: { cs: 59000, sk: 2490 },
  },
  {
    code: "SEM-LOU",
    cs: "Semínka luční směsi pro včely",
    sk: "Semienka lúčnej zmesi pre včely",
    category: "garden",
    brand: garden,
    price: { cs: 6900, sk: 290 },
  },
  {
    code: "PYL-250",
    cs: "Květový pyl 250 g",
    sk: "Kvetový peľ 250 g",
    category: "hive",
    brand: own,
    price: { cs: 19900, sk: 850 },
  },
  {
    code: "KOS-MYD-100",
    cs: "Mýdlo s medem a ovsem",
    sk: "Mydlo s medom a ovsom",
    category: "cosmetics",
    brand: own,
    price: { cs: 9900, sk: 420 },
  },
  {
    code: "BYL-MED",
    cs: "Sazenice meduňky",
    sk: "Sadenica medovky",
    category: "garden",
    brand: garden,
    price: { cs: 7900, sk: 340 },
  },
  {
    code: "MED-POH-500",
    cs: "Pohankový med 500 g",
    sk: "Pohánkový med 500 g",
    category: "honey",
    brand: own,
    price: { cs: 22900, sk: 990 },
  },
  {
    code: "SVI-SADA-4",
    cs: "Sada adventních svíček",
    sk: "Sada adventných sviečok",
    category: "candles",
    brand: workshop,
    price: { cs: 34900, sk: 1490 },
  },
  {
    code: "DAR-KOS",
    cs: "Dárkový koš od včel",
    sk: "Darčekový kôš od včiel",
    category: "gifts",
    brand: own,
    price: { cs: 129000, sk: 5490 },
  },
  {
    code: "VCE-MEZ-10",
    cs: "Mezistěny 39 × 24, 10 ks",
    sk: "Medzistienky 39 × 24, 10 ks",
    category: "keepers",
    brand: null,
    price: { cs: 36000, sk: 1520 },
  },
  {
    code: "VCE-ROZ",
    cs: "Rozpěrák nerezový",
    sk: "Rozperák nerezový",
    category: "keepers",
    brand: null,
    price: { cs: 24900, sk: 1050 },
  },
  {
    code: "PER-100",
    cs: "Perga 100 g",
    sk: "Perga 100 g",
    category: "hive",
    brand: own,
    price: { cs: 28900, sk: 1220 },
  },
];

export const orderWords = {
  cs: {
    prefix: "VD",
    states: {
      new: "Nová",
      underway: "Vyřizuje se",
      completed: "Vyřízeno",
      cancelled: "Stornováno",
      returned: "Vráceno",
    },
    delivery: "Doprava Balík domů",
    discount: "Sleva",
    deliveryPrice: 9900,
    freeFrom: 120000,
    vatPercent: 12,
  },
  sk: {
    prefix: "VS",
    states: {
      new: "Nová",
      underway: "Vybavuje sa",
      completed: "Vybavené",
      cancelled: "Stornované",
      returned: "Vrátené",
    },
    delivery: "Doprava Balík domov",
    discount: "Zľava",
    deliveryPrice: 390,
    freeFrom: 5000,
    vatPercent: 19,
  },
} as const;

/** Coupon codes of the newsletters: ten per cent off. */
export const couponCodes = ["MED10", "VCELA10", "ZAHRADA10"] as const;
