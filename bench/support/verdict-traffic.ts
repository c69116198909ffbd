/** A request that a planted scanner or person sends, in seconds after its message was sent. */
export type PlantedRequest = {
  readonly s: number;
  readonly link: number | null;
  readonly client: Client;
  readonly isPerson: boolean;
};
export type Client = { readonly network: string; readonly agent: string };
/** One message and all that happens to it. */
export type PlantedMessage = {
  readonly pattern: string;
  readonly sentS: number;
  readonly requests: readonly PlantedRequest[];
};

export const linkCount = 8;
const allLinks = [...Array.from({ length: linkCount }, (_, index) => index + 1), 0];

const chrome =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
const gmail = "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)";

/** The same sequence in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const random = randomNumbers(7);
const between = (from: number, to: number): number => from + random() * (to - from);
const pick = <Item>(items: readonly [Item, ...Item[]]): Item => items[Math.floor(random() * items.length)] ?? items[0];
let networks = 0;
const newNetwork = (): string => `10.${Math.floor((networks += 1) / 250)}.${networks % 250}.0/24`;
const aLink = (): number => 1 + Math.floor(random() * linkCount);

const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item);

const scan = (client: Client, startS: number, gapS: () => number): PlantedRequest[] => {
  let s = startS;
  return shuffled(allLinks).map((link) => ({ s: (s += gapS()), link, client, isPerson: false }));
};

const scanner = (): Client => ({ network: newNetwork(), agent: chrome });

/** Scanners with the user agent of a browser that follow every link, the honeypot link included. */
export const scannerPatterns: Readonly<Record<string, () => PlantedRequest[]>> = {
  atOnce: () => scan(scanner(), between(2, 40), () => between(0, 0.03)),
  inSequence: () => scan(scanner(), between(2, 40), () => between(0.02, 0.25)),
  pausing300Ms: () => scan(scanner(), between(2, 40), () => 0.3 + between(0.01, 0.2)),
  minutesApart: () => {
    const client = scanner();
    return [{ s: between(3, 20), link: null, client, isPerson: false }, ...scan(client, 30, () => between(60, 300))];
  },
  // One click on the message of each recipient of the company, all at once.
  oneClickOnMany: () => [
    { s: between(3, 6), link: aLink(), client: { network: "192.0.2.0/24", agent: chrome }, isPerson: false },
  ],
};

const reads = (client: Client, openS: number, clicks: readonly [number, number][]): PlantedRequest[] => [
  { s: openS, link: null, client, isPerson: true },
  ...clicks.map(([after, link]) => ({ s: openS + after, link, client, isPerson: true })),
];

const person = (agent = chrome): Client => ({ network: newNetwork(), agent: `${agent} ${Math.floor(random() * 40)}` });
const offices = Array.from({ length: 10 }, (): Client => ({ network: newNetwork(), agent: chrome }));
const carriers = Array.from({ length: 4 }, (): Client => ({ network: newNetwork(), agent: iphone }));
const hall: Client = { network: newNetwork(), agent: chrome };

/** A colleague of 49 others behind one address with the same browser; a third of them block images. */
function inOffice(): PlantedRequest[] {
  const [open, ...clicks] = reads(pick([offices[0] ?? hall, ...offices]), between(2, 3600), [
    [between(4, 60), aLink()],
  ]);
  return open === undefined || random() < 0.33 ? clicks : [open, ...clicks];
}

const behindGateway = (afterS: number) => (): PlantedRequest[] => [
  ...scan(scanner(), 2, () => between(0.02, 0.4)),
  ...reads(person(), afterS, [[between(3, 30), aLink()]]),
];

export const peoplePatterns: Readonly<Record<string, () => PlantedRequest[]>> = {
  reader: () => reads(person(), between(5, 3000), [[between(3, 90), aLink()]]),
  office: inOffice,
  quickWithTwoLinks: () =>
    reads(person(), between(2, 5), [
      [3, 1],
      [6, 2],
    ]),
  twoPeopleOnOneMessage: () => [...reads(person(), 60, [[5, 1]]), ...reads(person(), 62, [[between(2, 6), 2]])],
  sameLinkTwice: () =>
    reads(person(), between(5, 3000), [
      [4, 3],
      [5.1, 3],
      [6.2, 3],
    ]),
  tabs: () =>
    reads(person(), between(5, 3000), [
      [4, 1],
      [between(6, 7), 2],
      [between(9, 11), 3],
      [between(13, 15), 4],
    ]),
  behindGateway: behindGateway(60),
  justAfterGateway: behindGateway(5),
  gmail: () => [
    { s: between(2, 30), link: null, client: { network: "66.249.93.0/24", agent: gmail }, isPerson: true },
    { s: between(31, 900), link: aLink(), client: person(), isPerson: true },
  ],
  carrier: () => reads(pick([carriers[0] ?? hall, ...carriers]), between(5, 1800), [[between(3, 60), aLink()]]),
  // Everybody in the hall clicks when the event begins, half an hour after the e-mail.
  sameMoment: () => [{ s: between(1800, 1805), link: 1, client: hall, isPerson: true }],
};

/** Messages of one campaign, sent over ten minutes; the scanners that click on many have their messages together. */
export const plant = (patterns: Readonly<Record<string, () => PlantedRequest[]>>, each: number): PlantedMessage[] =>
  Object.entries(patterns).flatMap(([pattern, requestsOf]) =>
    Array.from({ length: each }, () => ({
      pattern,
      sentS: pattern === "oneClickOnMany" || pattern === "sameMoment" ? 300 : between(0, 600),
      requests: requestsOf(),
    })),
  );
