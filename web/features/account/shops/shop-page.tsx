import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { read, useChange } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { Card, CardStack } from "../../../ui/display/card.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { StatusPill } from "../../../ui/display/status.tsx";
import { Breadcrumbs } from "../../../ui/display/breadcrumbs.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { BrandCard } from "./brand-card.tsx";
import { SenderCard } from "./sender-card.tsx";
import { ShopForm, type Shop } from "./shop-form.tsx";
import { shopAppearance } from "./shops-page.tsx";
import { shopsMessages } from "./messages.ts";

export function Page() {
  const t = useMessages(shopsMessages);
  const { shopId } = useParams({ from: "/settings/shops/$shopId" });
  const { data: shop, error, refetch } = useQuery(read("GET /shops/{shop_id}", { params: { shop_id: shopId } }));
  if (shop !== undefined) return <ShopDetail shop={shop} />;
  return <WaitingCard error={error} what={t.error} onRetry={refetch} />;
}

function ShopDetail({ shop }: { shop: Shop }) {
  const t = useMessages(shopsMessages);
  const toast = useToasts();
  const canChange = useCan()("settings", "full");
  const refresh = ["GET /shops", "GET /shops/{shop_id}"] as const;
  const params = { shop_id: shop.id };
  const enable = useChange("POST /shops/{shop_id}/enable", {
    refresh,
    onDone: () => toast.done(t.enabled),
    onFailed: (error) => toast.failed(error),
  });
  const disable = useChange("POST /shops/{shop_id}/disable", {
    refresh,
    onDone: () => toast.done(t.disabled, { onUndo: () => enable.mutate({ params }) }),
    onFailed: (error) => (error.is("conflict status") ? toast.failed(error, t.lastOne) : toast.failed(error)),
  });
  return (
    <>
      <Breadcrumbs parent={t.title} to="/settings/shops" current={shop.name} />
      <PageHeader
        title={shop.name}
        status={<StatusPill appearance={shopAppearance(shop.enabled)} label={shop.enabled ? t.on : t.off} />}
        facts={t.contacts(shop.contacts)}
        actions={
          canChange ? (
            <Button
              variant="default"
              loading={enable.isPending || disable.isPending}
              onClick={() => (shop.enabled ? disable : enable).mutate({ params })}
            >
              {shop.enabled ? t.disable : t.enable}
            </Button>
          ) : undefined
        }
      />
      <CardStack>
        <Card title={t.form.title}>
          <ShopForm shop={shop} canChange={canChange} />
        </Card>
        <BrandCard shopId={shop.id} canChange={canChange} />
        <SenderCard shopId={shop.id} canChange={canChange} />
      </CardStack>
    </>
  );
}
