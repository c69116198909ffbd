import { ActionIcon } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../api/queries.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { IconX } from "../../ui/icons.ts";
import { propertyMessages } from "./messages.ts";
import classes from "./properties.module.css";

/** The products chosen one by one, in the order of the e-mail. */
export function ChosenProducts({ ids, onChange }: { ids: readonly string[]; onChange: (ids: string[]) => void }) {
  const t = useMessages(propertyMessages);
  const { data } = useQuery(read("GET /feed-products", { query: { ids: ids.join(",") } }));
  const nameOf = (id: string) => data?.items.find((item) => item.id === id)?.name ?? id;
  return (
    <ul className={classes["items"]}>
      {ids.map((id) => (
        <li key={id} className={classes["chosen"]}>
          <span>{nameOf(id)}</span>
          <ActionIcon
            size={28}
            aria-label={`${t.removeItem}: ${nameOf(id)}`}
            onClick={() => onChange(ids.filter((other) => other !== id))}
          >
            <IconX size={15} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
