import { emailRevised, type emailClicked } from "../../journal/events.ts";
import type { PayloadOf } from "../../journal/event.ts";
import type { EntryPayload } from "../../journal/journal.ts";
import {
  toFacts,
  storedEvidence,
  type LinkCounts,
  type MessageUpdate,
  type TrackedMessage,
  type TrackingEntry,
} from "./attribute-events.ts";
import type { Visit } from "./evidence.ts";
import { decideVerdict, type Evidence } from "./verdict.ts";

/** An open or click of a message that was judged before, as the journal has it. */
export type JudgedEntry = {
  readonly id: string;
  readonly at: Date;
  readonly type: "email_opened" | "email_clicked";
  readonly payload: PayloadOf<typeof emailClicked>;
};

/** The request of an entry; undefined for entries without one, such as those of a migration. */
export function toVisit({ at, payload }: JudgedEntry): Visit | undefined {
  const { agent, network, link = null } = payload;
  return typeof agent === "string" && typeof network === "string" ? { at, link, agent, network } : undefined;
}

export type Revision = {
  /** The message as if the withdrawn events had been machines from the beginning. */
  readonly message: TrackedMessage;
  readonly update: MessageUpdate;
  readonly entries: readonly TrackingEntry[];
  readonly replaced: readonly EntryPayload[];
};

type Judgement = PayloadOf<typeof emailRevised>["now"];
type Change = { readonly entry: JudgedEntry; readonly now: Judgement; readonly facts?: object };

/**
 * Withdraws what was counted for a person and was a machine by what is known now. Uniqueness passes on to the next event
 * of a person. Undefined if nothing changes.
 */
export function reviseVerdicts(
  message: TrackedMessage,
  history: readonly JudgedEntry[],
  evidenceOf: (entry: JudgedEntry) => Evidence | undefined,
): Revision | undefined {
  const people = history.filter(({ payload }) => payload.verdict === "human");
  const withdrawn = people.flatMap((entry) => {
    const facts = findMachineFacts(entry, evidenceOf(entry));
    return facts === undefined ? [] : [{ entry, now: nothing(entry), facts }];
  });
  if (withdrawn.length === 0) return undefined;
  const machines = new Set(withdrawn.map(({ entry }) => entry));
  const remaining = people.filter((entry) => !machines.has(entry));
  const changes = new Map<JudgedEntry, Change>(withdrawn.map((change) => [change.entry, change]));
  const inherit = (
    isHeld: (entry: JudgedEntry) => boolean,
    isHeir: (entry: JudgedEntry) => boolean,
    flag: (entry: JudgedEntry) => Judgement,
  ) => {
    if (![...machines].some(isHeld)) return undefined;
    const entry = remaining.find(isHeir);
    if (entry !== undefined) {
      const now = { ...toJudgement(entry), ...changes.get(entry)?.now, ...flag(entry) };
      changes.set(entry, { entry, now });
    }
    return { entry };
  };
  const opened = inherit(
    holdsOpen,
    () => true,
    ({ type }) => (type === "email_opened" ? { first: true } : { impliesOpen: true }),
  );
  const clicked = inherit(holdsClick, isClick, () => ({ first: true }));
  for (const link of new Set([...machines].filter(isClick).map(({ payload }) => payload.link))) {
    const isOfLink = (entry: JudgedEntry) => isClick(entry) && entry.payload.link === link;
    inherit(
      (entry) => isOfLink(entry) && entry.payload.firstOfLink === true,
      isOfLink,
      () => ({ firstOfLink: true }),
    );
  }
  const links = withdrawClicks(message.links, [...machines]);
  const first = withdrawn[0]?.entry.at;
  return {
    message: {
      ...message,
      isOpened: opened === undefined ? message.isOpened : opened.entry !== undefined,
      isClicked: clicked === undefined ? message.isClicked : clicked.entry !== undefined,
      isBotSeen: true,
      links,
    },
    update: {
      rowId: message.rowId,
      ...(opened && { isOpenWithdrawn: true, ...(opened.entry && { openedAt: opened.entry.at }) }),
      ...(clicked && { isClickWithdrawn: true, ...(clicked.entry && { clickedAt: clicked.entry.at }) }),
      ...(!message.isBotSeen && first && { botSeenAt: first }),
      ...(links && { links }),
    },
    entries: [...changes.values()].map((change) => revisedEntry(message, change)),
    replaced: [...changes.values()].map(replacedPayload),
  };
}

const isClick = ({ type }: JudgedEntry): boolean => type === "email_clicked";
const holdsClick = (entry: JudgedEntry): boolean => isClick(entry) && entry.payload.first === true;
const holdsOpen = (entry: JudgedEntry): boolean =>
  entry.payload.impliesOpen === true || (!isClick(entry) && entry.payload.first === true);

/** What shows that the entry is of a machine. */
function findMachineFacts({ payload }: JudgedEntry, evidence: Evidence | undefined): object | undefined {
  const { agent, method = "GET", prefetch = false, link = null, seconds = null } = payload;
  if (evidence === undefined || typeof agent !== "string") return undefined;
  const { verdict, reason } = decideVerdict(toFacts({ link, method, agent, prefetch }, seconds, evidence));
  return verdict === "machine" ? { reason, ...storedEvidence(evidence) } : undefined;
}

const nothing = (entry: JudgedEntry): Judgement => ({
  verdict: "machine",
  first: false,
  ...(isClick(entry) && { firstOfLink: false, impliesOpen: false }),
});

const toJudgement = ({ payload: { verdict, first, firstOfLink, impliesOpen } }: JudgedEntry): Judgement => ({
  ...(verdict !== undefined && { verdict }),
  ...(first !== undefined && { first }),
  ...(firstOfLink !== undefined && { firstOfLink }),
  ...(impliesOpen !== undefined && { impliesOpen }),
});

function withdrawClicks(before: LinkCounts | null, machines: readonly JudgedEntry[]): LinkCounts | null {
  let links = before;
  for (const { payload } of machines) {
    const count = payload.link === undefined ? undefined : links?.[payload.link];
    if (payload.link === undefined || count === undefined) continue;
    const { at, clicks, machineClicks } = count;
    links = { ...links, [payload.link]: { at, clicks: clicks - 1, machineClicks: machineClicks + 1 } };
  }
  return links;
}

const revisedEntry = ({ contactId }: TrackedMessage, { entry, now }: Change): TrackingEntry => {
  const { campaignId, variantId, domain, link } = entry.payload;
  return emailRevised.entry({
    at: entry.at,
    contactId,
    payload: { now, was: toJudgement(entry), link, event: entry.type, domain, variantId, campaignId },
  });
};

const replacedPayload = ({ entry, now, facts }: Change): EntryPayload => ({
  id: entry.id,
  at: entry.at,
  payload: { judged: toJudgement(entry), ...entry.payload, ...now, ...facts },
});
