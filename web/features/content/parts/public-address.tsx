import { Anchor } from "@mantine/core";
import { useMessages } from "../../../i18n/messages.tsx";
import { CopyButton } from "../../../ui/display/copy-button.tsx";
import { partsMessages } from "./messages.ts";
import classes from "./parts.module.css";

/** The address of a public page; a link once the page is there. */
export function PublicAddress({ url, isOpen }: { url: string; isOpen: boolean }) {
  const t = useMessages(partsMessages);
  return (
    <span className={classes["address"]}>
      {isOpen ? (
        <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
          {url}
        </Anchor>
      ) : (
        url
      )}
      <CopyButton text={url} name={t.address} />
    </span>
  );
}
