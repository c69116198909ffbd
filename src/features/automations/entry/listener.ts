import type { TenantDb } from "../../../db/tenant.ts";
import type { Worker } from "../../../feature.ts";
import { contactIdsOf } from "../../../journal/entry.ts";
import { defineListener } from "../../../journal/listener.ts";
import { lockContacts } from "../../contacts/memberships/queries.ts";
import { listEventFacts } from "../../events/queries.ts";
import { findDefaultPurposeId } from "../../forms/queries.ts";
import { admitGroups, groupByTrigger, type Entrant } from "./admissions.ts";
import type { Bond } from "./bonds.ts";
import { applyCartEntries } from "./carts.ts";
import { listEmailSources, listLinks, listShopsOfContacts } from "./facts.queries.ts";
import { findOwnFailures } from "./own-failures.ts";
import { linkKey, toSignals, triggerEvents, type EntryFacts, type Signal, type TriggerEntry } from "./signals.ts";
import { hasActiveAutomations, isCompanyHeld, listActiveTriggers, type ActiveTrigger } from "./triggers.queries.ts";

/** The only reader that starts automations: the cursor moves in the transaction that starts the runs. */
export const triggerListener = defineListener({
  reader: "automations.triggers",
  events: triggerEvents,
  isEnabled: hasActiveAutomations,
  isHeld: isCompanyHeld,
  handle: async (db, entries, { clock }: Pick<Worker, "clock" | "signals">) => {
    const triggers = await listActiveTriggers(db);
    const facts = await loadFacts(db, entries, triggers);
    const wanted = await findAdmissions(db, entries, { facts, triggers });
    // All at once and in order of id: concurrent transactions do not deadlock, and carts change under these locks.
    await lockContacts(db, contactsToLock(entries, triggers, wanted));
    await applyCartEntries(db, entries, { facts, triggers });
    await admitGroups(db, groupByTrigger(wanted), clock.now());
  },
  afterCommit: ({ signals }) => signals.runs.announce(),
});

/** Contacts to admit by trigger, in the order of the entries. */
async function findAdmissions(
  db: TenantDb,
  entries: readonly TriggerEntry[],
  { facts, triggers }: { readonly facts: EntryFacts; readonly triggers: readonly ActiveTrigger[] },
): Promise<Entrant[]> {
  const shops = await loadShops(db, entries, triggers);
  const isOwnFailure = await findOwnFailures(db, entries, triggers);
  return entries.flatMap((entry) =>
    toSignals(entry, facts).flatMap((signal) =>
      triggers
        .filter((trigger) => fits(trigger, signal, entry) && !isOwnFailure(trigger, entry))
        .flatMap((trigger) =>
          contactIdsOf(entry)
            .filter((contactId) => signal.isOfMainShop !== true || shops.get(contactId) === trigger.shopId)
            .map((contactId) => ({
              ...keyOf(trigger),
              contactId,
              bond: toBond(trigger, signal),
              event: { tx: entry.tx, id: entry.id },
            })),
        ),
    ),
  );
}

const keyOf = ({ automationId, node }: ActiveTrigger) => ({ automationId, node });

const toBond = ({ config }: ActiveTrigger, { bond }: Signal): Bond | null =>
  config["continueAfterLeaving"] === true ? null : (bond?.(config) ?? null);

const fits = (trigger: ActiveTrigger, { trigger: type, shopId, matches }: Signal, { at }: TriggerEntry): boolean =>
  trigger.type === type &&
  at >= trigger.activeSince &&
  (shopId === undefined || shopId === trigger.shopId) &&
  matches(trigger.config);

const shopTriggers: ReadonlySet<string> = new Set(["contact_created", "subscribed", "unsubscribed"]);

/** Entries of many contacts are looked up at once, and only for triggers that need it. */
async function loadShops(
  db: TenantDb,
  entries: readonly TriggerEntry[],
  triggers: readonly ActiveTrigger[],
): Promise<ReadonlyMap<string, string>> {
  if (!triggers.some(({ type }) => shopTriggers.has(type))) return new Map();
  const ids = [...new Set(entries.flatMap((entry) => contactIdsOf(entry)))];
  return new Map((await listShopsOfContacts(db, ids)).map(({ id, shopId }) => [id, shopId]));
}

function contactsToLock(
  entries: readonly TriggerEntry[],
  triggers: readonly ActiveTrigger[],
  wishes: readonly Entrant[],
): string[] {
  const hasCarts = triggers.some(({ type }) => type === "cart_abandoned");
  const withCarts = hasCarts
    ? entries
        .filter(({ type }) => type === "order_created" || type === "contact_event")
        .flatMap((entry) => contactIdsOf(entry))
    : [];
  return [...new Set([...wishes.map(({ contactId }) => contactId), ...withCarts])];
}

/** Loads what the entries refer to, where a trigger asks for it. */
async function loadFacts(
  db: TenantDb,
  entries: readonly TriggerEntry[],
  triggers: readonly ActiveTrigger[],
): Promise<EntryFacts> {
  const eventIds = entries.flatMap((entry) => (entry.type === "contact_event" ? [entry.payload.eventId] : []));
  const mails = triggers.some(({ type }) => type === "email_opened" || type === "email_clicked")
    ? entries.flatMap((entry) => (entry.type === "email_opened" || entry.type === "email_clicked" ? [entry] : []))
    : [];
  const sourceIds = [...new Set(mails.flatMap(({ payload }) => payload.campaignId ?? []))];
  const links = mails.flatMap(({ payload }) => {
    const { campaignId: sourceId, variantId } = payload;
    const number = "link" in payload ? payload.link : undefined;
    return sourceId === undefined || variantId === undefined || number === undefined
      ? []
      : [{ sourceId, variantId, number }];
  });
  const events = eventIds.length === 0 ? [] : await listEventFacts(db, eventIds);
  const sources = sourceIds.length === 0 ? [] : await listEmailSources(db, sourceIds);
  const found = links.length === 0 ? [] : await listLinks(db, links);
  const needsPurpose = triggers.some(({ type }) => type === "subscribed" || type === "form_submitted");
  return {
    defaultPurposeId: needsPurpose ? await findDefaultPurposeId(db) : null,
    events: new Map(events.map((event) => [event.id, event])),
    sources: new Map(sources.map((source) => [source.id, source])),
    links: new Map(found.map(({ sourceId, variantId, number, url }) => [linkKey(sourceId, variantId, number), url])),
  };
}
