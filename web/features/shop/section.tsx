import type { ReactNode } from "react";
import { useCan } from "../../api/session.tsx";
import { useMessages } from "../../i18n/messages.tsx";
import { PageHeader } from "../../ui/display/page-header.tsx";
import { SectionTabs } from "../../ui/display/section-tabs.tsx";
import { shopMessages } from "./messages.ts";

/** The head and the tabs of all pages about the shop; tabs that the member may not read are left out. */
export function ShopSection({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const t = useMessages(shopMessages);
  const can = useCan();
  const tabs = [
    { to: "/shop", label: t.tabs.orders },
    { to: "/shop/coupons", label: t.tabs.coupons },
    ...(can("settings") ? [{ to: "/shop/feeds", label: t.tabs.feeds }] : []),
    ...(can("campaigns") ? [{ to: "/shop/conversions", label: t.tabs.conversions }] : []),
  ];
  return (
    <>
      <PageHeader title={t.title} facts={t.facts} actions={actions} />
      <SectionTabs label={t.title} tabs={tabs} />
      {children}
    </>
  );
}
