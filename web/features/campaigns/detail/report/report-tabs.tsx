import { Link } from "@tanstack/react-router";
import { useMessages } from "../../../../i18n/messages.tsx";
import { detailMessages } from "../detail-messages.ts";
import tabs from "../../../../ui/display/tabs.module.css";

export const tabKeys = ["overview", "recipients", "links", "domains", "orders", "content", "history"] as const;
export type TabKey = (typeof tabKeys)[number];

/** The parts of the report are links; while the campaign is under way its progress comes first. */
export function ReportTabs({
  campaignId,
  current,
  isUnderWay,
}: {
  campaignId: string;
  current: TabKey | "progress";
  isUnderWay: boolean;
}) {
  const t = useMessages(detailMessages);
  // The overview of a finished campaign has the address without a tab.
  const keys = isUnderWay ? (["progress", ...tabKeys] as const) : tabKeys;
  const first = keys[0];
  return (
    <nav className={tabs["tabs"]} aria-label={t.tabsLabel}>
      {keys.map((key) => (
        <Link
          key={key}
          to="/campaigns/$campaignId"
          params={{ campaignId }}
          search={{ tab: key === first ? undefined : key }}
          activeOptions={{ exact: true, includeSearch: true }}
          className={tabs["tab"]}
          aria-current={key === current ? "page" : undefined}
        >
          {t.tabs[key]}
        </Link>
      ))}
    </nav>
  );
}
