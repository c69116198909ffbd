import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OutputOf } from "../../api/operations.ts";
import { read } from "../../api/queries.ts";
import { useFormats, useMessages } from "../../i18n/messages.tsx";
import { namedOptions } from "../../ui/choices/options.ts";
import { propertyMessages } from "./messages.ts";
import classes from "./properties.module.css";

type FeedProduct = OutputOf<"GET /feed-products">["items"][number];

type SearchProps = { label: string; feedId?: string; onChoose: (product: FeedProduct) => void };

/** Finds a product of the feeds by its name; without a text it offers the first ones. */
export function FeedProductSearch({ label, feedId, onChoose }: SearchProps) {
  const t = useMessages(propertyMessages);
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [q] = useDebouncedValue(text.trim(), 200);
  const { data } = useQuery({
    ...read("GET /feed-products", { query: { q: q === "" ? undefined : q, feedId, limit: 20 } }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  const items = data?.items ?? [];
  return (
    <Select
      label={label}
      placeholder={t.searchProduct}
      searchable
      searchValue={text}
      onSearchChange={setText}
      onDropdownOpen={() => setOpen(true)}
      value={null}
      filter={({ options }) => options}
      data={namedOptions(items)}
      nothingFoundMessage={data === undefined ? undefined : t.nothingFound}
      renderOption={({ option }) => {
        const product = items.find(({ id }) => id === option.value);
        return product === undefined ? option.label : <ProductLine product={product} />;
      }}
      onChange={(id) => {
        const product = items.find((item) => item.id === id);
        if (product !== undefined) onChoose(product);
        setText("");
      }}
    />
  );
}

/** A product with its picture and price. */
export function ProductLine({ product }: { product: Pick<FeedProduct, "name" | "imageUrl" | "price" | "currency"> }) {
  const { money } = useFormats();
  const { name, imageUrl, price, currency } = product;
  return (
    <span className={classes["productLine"]}>
      {imageUrl === null ? <i /> : <img src={imageUrl} alt="" loading="lazy" referrerPolicy="no-referrer" />}
      <span>
        {name}
        {price !== null && currency !== null && <small>{money(price, currency)}</small>}
      </span>
    </span>
  );
}
