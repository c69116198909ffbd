import { orderJournalEntries } from "../features/orders/history.ts";
import type { OrderItem } from "../features/orders/parse.ts";
import type { OrderWrite } from "../features/orders/queries.ts";
import { defaultStates, categoryLookup } from "../features/orders/states.ts";
import type { NewJournalEntry } from "../journal/entry.ts";
import { addMs, days, hours, minutes } from "../kernel/local-time.ts";
import { between, pickMoment, type Calendar } from "./calendar.ts";
import type { ContactLifecycle } from "./lifecycle.ts";
import type { Language } from "./person.ts";
import type { Random } from "./random.ts";
import { czechShop, slovakShop } from "./words/company.ts";
import { categories, couponCodes, products, orderWords, type Product } from "./words/products.ts";

/** An order before its buyer has an id and the order has a number. */
export type DemoOrder = {
  readonly content: Omit<OrderWrite, "externalId" | "email" | "contactId">;
  readonly prefix: string;
  readonly firstState: string;
  /** When the current state began; null while it is the initial one. */
  readonly changedAt: Date | null;
};

type OrderContext = { readonly random: Random; readonly calendar: Calendar };

const buyerShares: Readonly<Record<ContactLifecycle["source"], number>> = {
  shop: 0.68,
  import: 0.24,
  form: 0.05,
  manual: 0.1,
};

const orderCounts: readonly (readonly [number, number])[] = [
  [1, 40],
  [2, 23],
  [3, 14],
  [4, 9],
  [5, 6],
  [6, 4],
  [9, 3],
  [14, 1],
];

const currencies = { cs: czechShop.currency, sk: slovakShop.currency } as const;

/**
 * All orders of one contact. A customer has at least one order; a contact from the checkout has one at the time of
 * creation.
 */
export function planOrders(context: OrderContext, lifecycle: ContactLifecycle, shopId: string): DemoOrder[] {
  const { random, calendar } = context;
  const isBuyer = lifecycle.status === "customer" || random.chance(buyerShares[lifecycle.source]);
  if (!isBuyer) return [];
  const atCheckout = lifecycle.source === "shop" ? [addMs(lifecycle.createdAt, random.integer(2_000, 30_000))] : [];
  const span = Math.floor((calendar.now.getTime() - lifecycle.createdAt.getTime()) / days(1)) - 1;
  // No second order within two days.
  const count = span < 2 ? 0 : random.pickWeighted(orderCounts) - atCheckout.length;
  const later = Array.from({ length: count }, () => pickMoment(random, calendar, { span, atLeast: 0 }));
  const times = [...atCheckout, ...later].filter((at) => at < calendar.now);
  return times.map((createdAt) => planOrder(context, { language: lifecycle.language, shopId, createdAt }));
}

function planOrder(context: OrderContext, buying: { language: Language; shopId: string; createdAt: Date }): DemoOrder {
  const { language, shopId, createdAt } = buying;
  const words = orderWords[language];
  const basket = fillBasket(context.random, language);
  const progress = pickProgress(context, createdAt);
  const state = words.states[progress.stage];
  return {
    content: {
      shopId,
      state,
      meaning: meaningOf(state),
      currency: currencies[language],
      total: decimals(basket.total),
      totalWithoutVat: decimals(Math.round((basket.total * 100) / (100 + words.vatPercent))),
      couponCode: basket.couponCode,
      createdAt,
      paidAt: progress.paidAt,
      completedAt: progress.stage === "completed" ? progress.changedAt : null,
      customer: null,
      items: basket.items,
    },
    prefix: words.prefix,
    firstState: words.states.new,
    changedAt: progress.changedAt,
  };
}

const meaningOf = categoryLookup(defaultStates);

type Stage = keyof (typeof orderWords)["cs"]["states"];
type OrderProgress = { readonly stage: Stage; readonly paidAt: Date | null; readonly changedAt: Date | null };

/** A day until the order is processed, some days until it arrives. */
function pickProgress({ random, calendar }: OrderContext, createdAt: Date): OrderProgress {
  const age = calendar.now.getTime() - createdAt.getTime();
  const isByCard = random.chance(0.7);
  const promptly = addMs(createdAt, random.integer(60_000, minutes(12)));
  const cardPaidAt = isByCard && promptly < calendar.now ? promptly : null;
  if (age < days(1)) return { stage: "new", paidAt: cardPaidAt, changedAt: null };
  const takenAt = between(random, addMs(createdAt, hours(2)), addMs(createdAt, hours(23)));
  if (age < days(5)) return { stage: "underway", paidAt: cardPaidAt, changedAt: takenAt };
  const stage = random.pickWeighted<Stage>([
    ["completed", 92],
    ["cancelled", 5],
    ["returned", 3],
  ]);
  const changedAt = addMs(takenAt, random.integer(days(1), days(4)));
  const paidAt = cardPaidAt ?? (stage === "cancelled" ? null : addMs(changedAt, -minutes(random.integer(1, 90))));
  return { stage, paidAt, changedAt };
}

type Basket = { readonly items: OrderItem[]; readonly total: number; readonly couponCode: string | null };

function fillBasket(random: Random, language: Language): Basket {
  const words = orderWords[language];
  const chosen = new Set(Array.from({ length: random.integer(1, 4) }, () => random.pickEarly(products)));
  const lines = [...chosen].map((good) => ({
    good,
    quantity: random.pickWeighted([
      [1, 70],
      [2, 20],
      [3, 7],
      [6, 3],
    ]),
  }));
  const goodsTotal = lines.reduce((sum, { good, quantity }) => sum + good.price[language] * quantity, 0);
  const couponCode = random.chance(0.09) ? random.pick(couponCodes) : null;
  const discount = couponCode === null ? 0 : Math.round(goodsTotal / 10);
  const delivery = goodsTotal - discount < words.freeFrom ? words.deliveryPrice : 0;
  return {
    items: [
      ...lines.map(({ good, quantity }) => toItem(good, language, quantity)),
      ...(discount === 0 ? [] : [extraItem(`${words.discount} ${couponCode}`, -discount)]),
      extraItem(words.delivery, delivery),
    ],
    total: goodsTotal - discount + delivery,
    couponCode,
  };
}

const toItem = (good: Product, language: Language, quantity: number): OrderItem => ({
  code: good.code,
  name: good[language],
  quantity: String(quantity),
  price: decimals(good.price[language]),
  category: categories[good.category][language],
  brand: good.brand,
});

const extraItem = (name: string, price: number): OrderItem => ({
  code: null,
  name,
  quantity: "1",
  price: decimals(price),
  category: null,
  brand: null,
});

/** Hundredths as a decimal text. */
const decimals = (hundredths: number): string => (hundredths / 100).toFixed(2);

/** The journal entries that the order would have caused. */
export function createOrderEntries(order: DemoOrder, now: OrderWrite & { id: string }): NewJournalEntry[] {
  const fresh = { ...now, state: order.firstState, meaning: "new" as const, paidAt: null };
  const paid = { ...fresh, paidAt: now.paidAt };
  return [
    ...orderJournalEntries({ before: undefined, after: fresh }, now.createdAt),
    ...(now.paidAt === null ? [] : orderJournalEntries({ before: fresh, after: paid }, now.paidAt)),
    ...(order.changedAt === null ? [] : orderJournalEntries({ before: paid, after: now }, order.changedAt)),
  ];
}
