import { Button, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { useAddress } from "../../routing/search.ts";
import { IconSearch } from "../../ui/icons.ts";
import { uiMessages } from "../../ui/messages.ts";
import classes from "./list-parts.module.css";

/** The search text is kept in the address. */
export function SearchField({ label }: { label: string }) {
  const [address, change] = useAddress();
  const [text, setText] = useState(address["q"] ?? "");
  const [q] = useDebouncedValue(text.trim(), 200);
  useEffect(() => {
    if (q !== (address["q"] ?? "")) change({ q: q === "" ? undefined : q, page: undefined }, { replace: true });
    // Only typing changes the address here.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [q]);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}

export const pageIn = (address: Readonly<Record<string, string | undefined>>): number =>
  Math.max(1, Number(address["page"] ?? 1) || 1);

/** Arrows below cards; nothing when all fit on one page. */
export function Pages({ page, pages }: { page: number; pages: number }) {
  const t = useMessages(uiMessages);
  const [, change] = useAddress();
  if (pages <= 1) return null;
  return (
    <div className={classes["pages"]}>
      <Button variant="default" disabled={page === 1} onClick={() => change({ page: String(page - 1) })}>
        {t.grid.previous}
      </Button>
      <span>{t.grid.page(page, pages)}</span>
      <Button variant="default" disabled={page >= pages} onClick={() => change({ page: String(page + 1) })}>
        {t.grid.next}
      </Button>
    </div>
  );
}
