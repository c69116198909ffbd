import { Badge, SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { readPage } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { TemplateThumbnail } from "../../../editor/thumbnail/email-thumbnail.tsx";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { useAddress } from "../../../routing/search.ts";
import { ShopSelect } from "../../../ui/choices/shop-field.tsx";
import { AddButton } from "../../../ui/display/add-button.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { useShownShop } from "../../../ui/grid/use-grid.ts";
import { IconSearch } from "../../../ui/icons.ts";
import { Empty } from "../../../ui/state/empty.tsx";
import { Notice } from "../../../ui/state/failure.tsx";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { useReadableText } from "../../../ui/names/merge-tags.ts";
import { pageIn, Pages, SearchField } from "../list-parts.tsx";
import { ContentTabs } from "../section.tsx";
import { NewTemplateDialog } from "./new-template-dialog.tsx";
import { TemplateMenu } from "./template-menu.tsx";
import type { TemplateRow } from "./template-row.ts";
import { templatesMessages } from "./messages.ts";
import classes from "./templates.module.css";

const pageSize = 24;

export function Page() {
  const t = useMessages(templatesMessages);
  const can = useCan();
  const [isAdding, setAdding] = useState(false);
  const [address] = useAddress();
  const archived = address["archived"] === "true";
  const page = pageIn(address);
  const [shop] = useShownShop();
  const query = { page, pageSize, q: address["q"], archived, shop, sort: "-updatedAt" };
  const { data, error, refetch } = useQuery(readPage("GET /templates", { query }));
  const addButton = <AddButton label={t.add} onClick={() => setAdding(true)} />;
  const canAdd = can("content", "full");
  const isEmpty = data?.total === 0 && query.q === undefined && !archived && shop === undefined;
  return (
    <>
      <PageHeader
        title={t.title}
        facts={data === undefined ? undefined : t.count(data.total)}
        actions={canAdd ? addButton : undefined}
      />
      <ContentTabs />
      {!isEmpty && <Filters />}
      {data === undefined ? (
        <WaitingCard error={error} what={t.failedList} onRetry={refetch} />
      ) : isEmpty ? (
        <Card flush>
          <Empty title={t.empty} text={t.emptyText} action={canAdd ? addButton : undefined} />
        </Card>
      ) : data.items.length === 0 ? (
        <Card flush>
          <Notice
            icon={<IconSearch size={24} />}
            title={archived && query.q === undefined && shop === undefined ? t.noArchived : t.noMatch}
          />
        </Card>
      ) : (
        <>
          <ul className={classes["cards"]}>
            {data.items.map((template) => (
              <TemplateCard key={template.id} template={template} />
            ))}
          </ul>
          <Pages page={page} pages={Math.ceil(data.total / pageSize)} />
        </>
      )}
      <NewTemplateDialog isOpen={isAdding} onClose={() => setAdding(false)} />
    </>
  );
}

function Filters() {
  const t = useMessages(templatesMessages);
  const [address, change] = useAddress();
  return (
    <div className={classes["filters"]}>
      <SearchField label={t.search} />
      <ShopSelect />
      <SegmentedControl
        aria-label={t.shown}
        value={address["archived"] === "true" ? "archived" : "active"}
        data={[
          { value: "active", label: t.active },
          { value: "archived", label: t.archived },
        ]}
        onChange={(shown) => change({ archived: shown === "archived" ? "true" : undefined, page: undefined })}
      />
    </div>
  );
}

function TemplateCard({ template }: { template: TemplateRow }) {
  const t = useMessages(templatesMessages);
  const readable = useReadableText();
  const { ago } = useFormats();
  const can = useCan();
  return (
    <li className={classes["card"]}>
      <div className={classes["thumbnail"]}>
        <TemplateThumbnail template={template} />
      </div>
      <div className={classes["about"]}>
        <div>
          <Link
            to="/content/templates/$templateId"
            params={{ templateId: template.id }}
            className={classes["cardName"]}
            aria-label={t.openOne(template.name)}
          >
            {template.name}
          </Link>
          <p>{template.subject === "" ? t.noSubject : readable(template.subject)}</p>
          <p>{t.changed(ago(template.updatedAt))}</p>
        </div>
        {can("content", "full") && <TemplateMenu template={template} />}
      </div>
      {template.hasDraft && (
        <Badge color="yellow" className={classes["badge"] ?? ""}>
          {t.draft}
        </Badge>
      )}
    </li>
  );
}
