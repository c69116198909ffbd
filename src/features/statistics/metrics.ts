import type { Static } from "typebox";
import type { Figures } from "./shapes.ts";

/** What the rollups count. */
export const metrics = [
  "sent",
  /** Messages that bounced without a sent event, because the relay rejected them. */
  "refused",
  /** Deliveries that a provider confirmed, and those of them that bounced later. */
  "delivered",
  "returned",
  "soft",
  "hard",
  /** Messages that bounced, each counted once. */
  "bounced",
  "complained",
  /** Messages whose recipient unsubscribed from a list or from everything. */
  "unsubscribed",
  /** Counts of people's events: all of them, and messages with at least one. */
  "opens",
  "opened",
  "machine_opens",
  "clicks",
  "clicked",
  "machine_clicks",
  /** Contacts of the company, not e-mails. */
  "added",
  "lost",
] as const;

export type Metric = (typeof metrics)[number];
export type MetricCount = { readonly metric: Metric; readonly n: number };

/** A ratio from 0 to 1 with four digits. Above 1 is cut: events of a period may belong to messages sent earlier. */
export const computeRate = (part: number, whole: number): number =>
  whole <= 0 ? 0 : Math.min(1, Math.round((part / whole) * 10_000) / 10_000);

export const countOf = (counts: readonly MetricCount[], metric: Metric): number =>
  counts.reduce((sum, each) => (each.metric === metric ? sum + each.n : sum), 0);

export function computeFigures(counts: readonly MetricCount[]): Static<typeof Figures> {
  const of = (metric: Metric) => countOf(counts, metric);
  const sent = of("sent") + of("refused");
  const bounced = of("bounced");
  const delivered = Math.max(0, sent - bounced);
  const [opened, clicked] = [of("opened"), of("clicked")];
  const [unsubscribed, complaints] = [of("unsubscribed"), of("complained")];
  return {
    sent,
    delivered,
    deliveryConfirmed: Math.max(0, of("delivered") - of("returned")),
    bounced,
    hardBounces: of("hard"),
    softBounces: of("soft"),
    complaints,
    unsubscribed,
    opens: of("opens"),
    uniqueOpens: opened,
    machineOpens: of("machine_opens"),
    clicks: of("clicks"),
    uniqueClicks: clicked,
    machineClicks: of("machine_clicks"),
    rates: {
      delivered: computeRate(delivered, sent),
      bounced: computeRate(bounced, sent),
      opened: computeRate(opened, delivered),
      clicked: computeRate(clicked, delivered),
      clickedOfOpened: computeRate(clicked, opened),
      unsubscribed: computeRate(unsubscribed, delivered),
      complained: computeRate(complaints, delivered),
    },
  };
}

/** Metrics by group key, in the order of the rows. */
export function figuresBy<Key>(counts: readonly (MetricCount & { readonly key: Key })[]) {
  const groups = new Map<Key, MetricCount[]>();
  for (const count of counts) {
    const group = groups.get(count.key);
    if (group === undefined) groups.set(count.key, [count]);
    else group.push(count);
  }
  return [...groups].map(([key, group]) => ({ key, figures: computeFigures(group) }));
}
