import { ActionIcon } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../api/queries.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { IconArrowDown, IconArrowUp, IconX } from "../../ui/icons.ts";
import { ProductLine } from "./feed-product-search.tsx";
import { propertyMessages } from "./messages.ts";
import classes from "./properties.module.css";

/** The products chosen one by one, in the order of the e-mail. */
export function ChosenProducts({ ids, onChange }: { ids: readonly string[]; onChange: (ids: string[]) => void }) {
  const t = useMessages(propertyMessages);
  const { data } = useQuery(read("GET /feed-products", { query: { ids: ids.join(",") } }));
  const productOf = (id: string) =>
    data?.items.find((item) => item.id === id) ?? { name: id, imageUrl: null, price: null, currency: null };
  const swap = (index: number, step: -1 | 1) => {
    const next = [...ids];
    const [id] = next.splice(index, 1);
    if (id !== undefined) next.splice(index + step, 0, id);
    onChange(next);
  };
  return (
    <ul className={classes["items"]}>
      {ids.map((id, index) => {
        const product = productOf(id);
        return (
          <li key={id} className={classes["chosen"]}>
            <ProductLine product={product} />
            <span className={classes["chosenActions"]}>
              <ActionIcon
                size={28}
                disabled={index === 0}
                aria-label={`${t.moveUp}: ${product.name}`}
                onClick={() => swap(index, -1)}
              >
                <IconArrowUp size={15} />
              </ActionIcon>
              <ActionIcon
                size={28}
                disabled={index === ids.length - 1}
                aria-label={`${t.moveDown}: ${product.name}`}
                onClick={() => swap(index, 1)}
              >
                <IconArrowDown size={15} />
              </ActionIcon>
              <ActionIcon
                size={28}
                aria-label={`${t.removeItem}: ${product.name}`}
                onClick={() => onChange(ids.filter((other) => other !== id))}
              >
                <IconX size={15} />
              </ActionIcon>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
