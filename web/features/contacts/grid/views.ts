import { useQueries } from "@tanstack/react-query";
import { read } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import type { GridView } from "../../../ui/grid/grid-types.ts";
import { contactsMessages } from "../messages.ts";

const tabs = ["all", "active", "unconfirmed", "customer", "unsubscribed", "bounced"] as const;

type Views = { views: GridView[]; total: number | undefined; mailable: number | undefined };

/** The usual views with the numbers of their contacts, of one shop or of all. */
export function useContactViews(shop: string | undefined): Views {
  const t = useMessages(contactsMessages);
  const results = useQueries({
    queries: tabs.map((tab) => ({
      ...read("GET /contacts", { query: { tab, shop, pageSize: 1 } }),
      staleTime: 30_000,
    })),
  });
  const views = tabs.map((tab, index) => ({
    key: tab,
    label: t.tabs[tab],
    count: results[index]?.data?.total,
    search: tab === "all" ? {} : { tab },
  }));
  return { views, total: views[0]?.count, mailable: views[1]?.count };
}
