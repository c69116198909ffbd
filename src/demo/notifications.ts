import type { NotificationType } from "../jobs/notification-types.ts";
import { addMs, days, minutes } from "../kernel/local-time.ts";
import type { DemoContact } from "./contacts.ts";
import { openedDaysAgo, type DemoTimeline } from "./lifecycle.ts";
import type { Language } from "./person.ts";
import { company } from "./words/company.ts";

export type DemoNotification = { type: NotificationType; params: object; at: Date; readAt: Date | null };

/** A request that waits for the owner. */
export type WaitingApproval = {
  readonly params: { readonly approvalId: string; readonly campaignId: string; readonly name: string };
  readonly at: Date;
};

type DemoEntry = Omit<DemoNotification, "readAt">;

/** Oldest first; recent ones are unread. */
export function createNotifications(
  time: DemoTimeline,
  contacts: readonly DemoContact[],
  waiting: WaitingApproval,
): DemoNotification[] {
  const { calendar, newsletters } = time;
  const sent = newsletters.flatMap(({ campaignId, subject, at }): DemoEntry[] => {
    if (campaignId === undefined) return [];
    const isShown = ({ type, payload }: DemoEvent) =>
      type === "email_sent" && "campaignId" in payload && payload.campaignId === campaignId;
    const params = { name: subject.cs, recipients: countEvents(contacts, isShown) };
    return [{ type: "campaign_sent", params, at: addMs(at, minutes(7)) }];
  });
  const seen = [toImport(time, contacts, "cs"), toImport(time, contacts, "sk"), ...sent.slice(0, -1)];
  const news: DemoEntry[] = [
    ...sent.slice(-1),
    { type: "campaign_approval_requested", ...waiting },
    { type: "welcome", params: { company: company.name }, at: calendar.now },
  ];
  return [
    ...seen.map((entry) => ({ ...entry, readAt: addMs(entry.at, days(1)) })),
    ...news.map((entry) => ({ ...entry, readAt: null })),
  ];
}

function toImport({ calendar }: DemoTimeline, contacts: readonly DemoContact[], language: Language): DemoEntry {
  const rows = contacts.filter(({ row }) => row.source === "import" && row.language === language).length;
  const name = language === "cs" ? "Zákazníci původního obchodu" : "Slovenskí odberatelia";
  return {
    type: "import_finished",
    params: { name, rows, created: rows, updated: 0, skipped: 0, invalid: 0 },
    at: calendar.at(openedDaysAgo[language], 10 * 60 + 13),
  };
}

type DemoEvent = DemoContact["records"]["events"][number];

const countEvents = (contacts: readonly DemoContact[], matches: (event: DemoEvent) => boolean): number =>
  contacts.reduce((sum, { records }) => sum + records.events.filter(matches).length, 0);
