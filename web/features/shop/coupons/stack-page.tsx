import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { read } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { useShops } from "../../../ui/choices/use-choices.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Card, Facts, GridTitle, TwoColumns } from "../../../ui/display/card.tsx";
import { CopyButton } from "../../../ui/display/copy-button.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { Breadcrumbs } from "../../../ui/display/breadcrumbs.tsx";
import { IconUpload } from "../../../ui/icons.ts";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { ImportCodesForm } from "./codes-forms.tsx";
import { CouponsGrid } from "./coupons-grid.tsx";
import { StackBar, type Stack } from "./stack-bar.tsx";
import { StackMenu } from "./stack-menu.tsx";
import { couponsMessages } from "./messages.ts";
import classes from "../shop.module.css";

export function Page() {
  const t = useMessages(couponsMessages);
  const { stackId } = useParams({ from: "/shop/coupons/$stackId" });
  const {
    data: stack,
    error,
    refetch,
  } = useQuery(read("GET /coupon-stacks/{stack_id}", { params: { stack_id: stackId } }));
  if (stack !== undefined) return <StackDetail stack={stack} />;
  return <WaitingCard error={error} what={t.error} onRetry={refetch} />;
}

function StackDetail({ stack }: { stack: Stack }) {
  const t = useMessages(couponsMessages);
  const can = useCan();
  const [isImporting, setImporting] = useState(false);
  const close = () => setImporting(false);
  const { id, name, counts } = stack;
  return (
    <>
      <Breadcrumbs parent={t.title} to="/shop/coupons" current={name} />
      <PageHeader
        title={name}
        isDetail
        facts={t.freeCount(counts.free)}
        actions={
          can("settings", "full") && (
            <>
              <Button leftSection={<IconUpload size={16} />} onClick={() => setImporting(true)}>
                {t.importCodes}
              </Button>
              <StackMenu stack={stack} />
            </>
          )
        }
      />
      <TwoColumns
        main={
          <>
            <Card>
              <StackBar counts={counts} withLegend />
            </Card>
            <GridTitle>{t.codes}</GridTitle>
            <CouponsGrid stackId={id} />
          </>
        }
        side={<DetailsCard stack={stack} />}
      />
      <FormDialog isOpen={isImporting} onClose={close} title={t.importCodes}>
        <ImportCodesForm stackId={id} onClose={close} />
      </FormDialog>
    </>
  );
}

function DetailsCard({ stack: { mergeKey, shopId, note, createdAt } }: { stack: Stack }) {
  const t = useMessages(couponsMessages);
  const { date } = useFormats();
  const { nameOf } = useShops();
  const tag = t.mergeTag(mergeKey);
  const facts: [string, React.ReactNode][] = [
    [
      t.facts.tag,
      <span key="tag" className={classes["tag"]}>
        <code className={classes["code"]}>{tag}</code>
        <CopyButton text={tag} name={t.copyTag} />
      </span>,
    ],
    [t.facts.shop, nameOf(shopId)],
    [t.facts.note, note],
    [t.facts.created, date(createdAt)],
  ];
  return (
    <Card title={t.details}>
      <Facts items={facts.filter(([, value]) => value !== "")} />
    </Card>
  );
}
