import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../api/queries.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { namedOptions } from "../../ui/choices/options.ts";
import { ChoiceField, LineField, NumberField, SwitchField } from "./fields.tsx";
import type { BlockFieldsProps } from "./block-fields-props.ts";
import { CardFields } from "./card-fields.tsx";
import { ChosenProducts } from "./chosen-products.tsx";
import { FeedProductSearch } from "./feed-product-search.tsx";
import { propertyMessages } from "./messages.ts";
import classes from "./properties.module.css";

type FeedFieldProps = { feedId: string; isArticles: boolean; onChange: (id: string) => void };

function FeedField({ feedId, isArticles, onChange }: FeedFieldProps) {
  const t = useMessages(propertyMessages);
  const products = useQuery({ ...read("GET /feed-products", { query: { limit: 1 } }), enabled: !isArticles });
  const articles = useQuery({ ...read("GET /feed-articles", { query: { limit: 1 } }), enabled: isArticles });
  const feeds = (isArticles ? articles.data : products.data)?.feeds;
  const isKnown = feeds === undefined || feeds.some(({ id }) => id === feedId);
  return (
    <>
      <Select
        label={t.feed}
        value={feedId}
        data={namedOptions(feeds)}
        allowDeselect={false}
        onChange={(id) => id !== null && onChange(id)}
      />
      {!isKnown && <p className={classes["note"]}>{feeds.length === 0 ? t.noFeed : t.chooseFeed}</p>}
    </>
  );
}

type EmptyFieldsProps = {
  block: { heading?: string; required?: boolean };
  change: (fields: { heading?: string | undefined; required?: boolean | undefined }) => void;
};

/** What happens when there are no items. */
function EmptyFields({ block, change }: EmptyFieldsProps) {
  const t = useMessages(propertyMessages);
  return (
    <>
      <LineField
        label={t.itemsHeading}
        hint={t.itemsHeadingHint}
        value={block.heading}
        onChange={(heading) => change({ heading: heading === "" ? undefined : heading })}
      />
      <SwitchField
        label={t.itemsRequired}
        value={block.required}
        onChange={(required) => change({ required: required === true ? true : undefined })}
      />
    </>
  );
}

const orders = ["feed", "newest", "cheapest", "last_category"] as const;

export function ProductsFields({ block, change }: BlockFieldsProps<"products">) {
  const t = useMessages(propertyMessages);
  const isChosen = block.ids !== undefined;
  return (
    <>
      <FeedField feedId={block.feedId} isArticles={false} onChange={(feedId) => change({ feedId, ids: undefined })} />
      <ChoiceField
        label={t.choose}
        value={isChosen ? "chosen" : (block.order ?? "feed")}
        options={[...orders, "chosen" as const].map((value) => ({ value, label: t.orders[value] }))}
        onChange={(order = "feed") => {
          if (order !== "chosen") change({ order, ids: undefined });
        }}
      />
      <FeedProductSearch
        label={t.addProduct}
        feedId={block.feedId}
        onChoose={({ id }) => change({ ids: [...new Set([...(block.ids ?? []), id])].slice(0, 12) }, "")}
      />
      {isChosen ? (
        <ChosenProducts
          ids={block.ids ?? []}
          onChange={(ids) => change({ ids: ids.length === 0 ? undefined : ids }, "")}
        />
      ) : (
        <>
          <NumberField
            label={t.count}
            value={block.count ?? 4}
            min={1}
            max={12}
            suffix=""
            onChange={(count) => change({ count })}
          />
          {block.order !== "last_category" && (
            <LineField
              label={t.category}
              value={block.category}
              onChange={(category) => change({ category: category === "" ? undefined : category })}
            />
          )}
        </>
      )}
      <CardFields block={block} change={change} />
      <EmptyFields block={block} change={change} />
    </>
  );
}

export function ArticlesFields({ block, change }: BlockFieldsProps<"articles">) {
  const t = useMessages(propertyMessages);
  return (
    <>
      <FeedField feedId={block.feedId} isArticles onChange={(feedId) => change({ feedId })} />
      <NumberField
        label={t.count}
        value={block.count ?? 4}
        min={1}
        max={12}
        suffix=""
        onChange={(count) => change({ count })}
      />
      <EmptyFields block={block} change={change} />
    </>
  );
}
