import type { ReactNode } from "react";
import { useFormats, useMessages } from "../../i18n/messages.tsx";
import { RecordName, RecordTable } from "../display/record-table.tsx";
import { ShareBar } from "../display/share-bar.tsx";
import { useReadableText } from "../names/merge-tags.ts";
import { Notice } from "../state/failure.tsx";
import { heatmapMessages } from "./messages.ts";
import type { ShownLink } from "./shown-links.ts";

export type CountedLink = {
  readonly key: string;
  /** The address as the e-mail has it, with merge tags. */
  readonly url: string;
  /** As people saw it, where the e-mail is known. */
  readonly shown: ShownLink | undefined;
  readonly note?: string | undefined;
  readonly unique: number;
  readonly clicks: number;
  readonly share: number;
};

/** Most clicked first, by what people saw, with the share of all clicks. */
export function LinkTable<Link extends CountedLink>({
  label,
  links,
  action,
}: {
  label: string;
  links: readonly Link[];
  /** Stands at the end of a row, under its own head. */
  action?: { readonly head: string; readonly of: (link: Link, name: string) => ReactNode } | undefined;
}) {
  const t = useMessages(heatmapMessages);
  const describe = useLinkNames();
  const { number } = useFormats();
  if (links.length === 0) return <Notice title={t.noClicks} />;
  return (
    <RecordTable
      label={label}
      rows={links}
      rowId={({ key }) => key}
      columns={[
        {
          key: "link",
          head: t.link,
          cell: (link) => {
            const { name, address, href } = describe(link);
            const notes = [name === address ? "" : address, link.note ?? ""].filter((part) => part !== "");
            return (
              <RecordName note={notes.join(" · ")}>
                {href === undefined ? (
                  name
                ) : (
                  <a href={href} target="_blank" rel="noreferrer">
                    {name}
                  </a>
                )}
              </RecordName>
            );
          },
        },
        { key: "people", head: t.people, align: "end", cell: ({ unique }) => number(unique) },
        { key: "clicks", head: t.clicks, align: "end", isWide: true, cell: ({ clicks }) => number(clicks) },
        {
          key: "share",
          head: t.share,
          align: "end",
          cell: ({ share }) => <ShareBar part={share} of={1} tone="brass" />,
        },
        ...(action === undefined
          ? []
          : [
              {
                key: "action",
                head: action.head,
                align: "end" as const,
                cell: (link: Link) => action.of(link, describe(link).name),
              },
            ]),
      ]}
    />
  );
}

/** The name of a link and its address without merge tags. */
function useLinkNames() {
  const t = useMessages(heatmapMessages);
  const readable = useReadableText();
  return ({ shown, url: sent }: CountedLink) => {
    const url = shown?.url ?? sent;
    const address = shortAddress(readable(url));
    const text = shown?.text ?? "";
    const unnamed = shown?.isPicture === true ? `${t.picture} → ${address}` : address;
    return { name: text === "" ? unnamed : text, address, href: isWebAddress(url) ? url : undefined };
  };
}

const isWebAddress = (url: string): boolean => /^https?:/i.test(url) && URL.canParse(url);

/** Host and path; the parameters of measuring tell nothing. */
function shortAddress(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname } = new URL(url);
  return pathname === "/" ? host : `${host}${pathname}`;
}
