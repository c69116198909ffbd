import type { TenantDb } from "../../db/tenant.ts";
import type { Graph } from "../../features/automations/graph/graph.ts";
import { ensureEmailSource } from "../../features/automations/messages/executor.queries.ts";
import { insertLinks } from "../../features/delivery/links.queries.ts";
import type { NewJournalEntry } from "../../journal/entry.ts";
import { emailClicked, emailOpened, emailSent } from "../../journal/events.ts";
import { addMs, days, hours, minutes } from "../../kernel/local-time.ts";
import { between } from "../calendar.ts";
import { buttonLink, numberedLinks } from "../emails.ts";
import { seededRandom, type Random } from "../random.ts";
import { czechShop } from "../words/company.ts";
import type { NumberedRun } from "./histories.ts";
import { insertSentEmails, type SentEmail } from "./queries.ts";

const emailSeed = 2_000_002;

/** The messages of all e-mail nodes that the runs passed. Returns their journal entries. */
export async function writeEmails(
  db: TenantDb,
  automationId: string,
  { graph, runs, now }: { readonly graph: Graph; readonly runs: readonly NumberedRun[]; readonly now: Date },
): Promise<NewJournalEntry[]> {
  const random = seededRandom(emailSeed);
  const subjects = new Map(graph.nodes.map(({ id, config }) => [id, String(config["subject"])]));
  const runsOfContact = new Map<string, number>();
  const emails: (SentEmail & { readonly title: string })[] = [];
  for (const { contact, passes } of runs) {
    const ordinal = (runsOfContact.get(contact.contactId) ?? 0) + 1;
    runsOfContact.set(contact.contactId, ordinal);
    for (const { node, type, at } of passes) {
      if (type !== "email") continue;
      const sourceId = await ensureEmailSource(db, { automationId, node, ordinal });
      emails.push({ sourceId, ...happenedUntil(now, sentEmail(random, contact, at)), title: subjects.get(node) ?? "" });
    }
  }
  for (const sourceId of new Set(emails.map((email) => email.sourceId))) {
    await insertLinks(db, { sourceId, variantId: sourceId }, numberedLinks("{{df_shop_url}}"));
  }
  await insertSentEmails(db, emails);
  return emails.flatMap(toEntries);
}

/** Those who order soon after it come by its link; of the others only contacts that also read newsletters open it, within a day. */
function sentEmail(random: Random, contact: NumberedRun["contact"], at: Date): Omit<SentEmail, "sourceId"> {
  const { contactId, row } = contact;
  const { email, lastOpenAt, lastClickAt } = row;
  const sentAt = addMs(at, random.integer(500, 20_000));
  const about = { contactId, domain: email.slice(email.indexOf("@") + 1), state: "sent", sentAt } as const;
  const isOpened = random.chance(0.65) && lastOpenAt !== null;
  const openedAt = isOpened ? between(random, addMs(sentAt, minutes(2)), addMs(sentAt, hours(20))) : null;
  const isClicked = random.chance(lastClickAt === null ? 0.05 : 0.4);
  const clickedAt = openedAt !== null && isClicked ? addMs(openedAt, random.integer(4000, 90_000)) : null;
  const orderedAt = findOrderTime(contact, sentAt);
  if (orderedAt === null || !random.chance(orderShare)) return { ...about, openedAt, clickedAt };
  const visitedAt = addMs(orderedAt, -random.integer(minutes(3), minutes(12)));
  return { ...about, openedAt: addMs(visitedAt, -random.integer(4000, 90_000)), clickedAt: visitedAt };
}

/** How many of those who order soon after an e-mail come by its link. */
const orderShare = 0.9;

/** The first order in the days after the e-mail. */
function findOrderTime({ orders }: NumberedRun["contact"], sentAt: Date): Date | null {
  const times = orders.map(({ content }) => content.createdAt.getTime());
  const first = sentAt.getTime() + minutes(20);
  const soon = times.filter((time) => time >= first && time < sentAt.getTime() + days(6));
  return soon.length === 0 ? null : new Date(Math.min(...soon));
}

/** Reactions to the newest e-mails are still to come. */
function happenedUntil<Email extends Pick<SentEmail, "sentAt" | "openedAt" | "clickedAt">>(
  now: Date,
  email: Email,
): Email {
  const { sentAt, openedAt, clickedAt } = email;
  const untilNow = (at: Date | null) => (at !== null && at < now ? at : null);
  return {
    ...email,
    sentAt: sentAt < now ? sentAt : now,
    openedAt: untilNow(openedAt),
    clickedAt: untilNow(clickedAt),
  };
}

function toEntries(email: SentEmail & { readonly title: string }): NewJournalEntry[] {
  const { sourceId, contactId, domain, title, sentAt, openedAt, clickedAt } = email;
  const message = { campaignId: sourceId, variantId: sourceId, domain, title };
  const tracked = { ...message, verdict: "human", first: true };
  const click = { ...tracked, link: buttonLink, url: czechShop.url, firstOfLink: true };
  return [
    emailSent.entry({ contactId, at: sentAt, payload: message }),
    ...(openedAt === null ? [] : [emailOpened.entry({ contactId, at: openedAt, payload: tracked })]),
    ...(clickedAt === null ? [] : [emailClicked.entry({ contactId, at: clickedAt, payload: click })]),
  ];
}
