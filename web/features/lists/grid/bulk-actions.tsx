import { useState } from "react";
import { useMessages } from "../../../i18n/messages.tsx";
import { BulkAction } from "../../../ui/grid/bulk-bar.tsx";
import { IconLayoutList, IconTag } from "../../../ui/icons.ts";
import type { ListRow } from "../list-parts.ts";
import { listsMessages } from "../messages.ts";
import { MergeDialog } from "./merge-dialog.tsx";
import { TagsDialog } from "./tags-dialog.tsx";

type Props = { readonly ids: readonly string[]; readonly lists: readonly ListRow[]; readonly onDone: () => void };

export function BulkActions({ ids, lists, onDone }: Props) {
  const t = useMessages(listsMessages);
  const [open, setOpen] = useState<"merge" | "tags">();
  const close = () => setOpen(undefined);
  return (
    <>
      {ids.length > 1 && (
        <BulkAction icon={<IconLayoutList size={16} />} onClick={() => setOpen("merge")}>
          {t.merge.action(ids.length)}
        </BulkAction>
      )}
      <BulkAction icon={<IconTag size={16} />} onClick={() => setOpen("tags")}>
        {t.tag.action}
      </BulkAction>
      <MergeDialog ids={ids} known={lists} isOpen={open === "merge"} onClose={close} onDone={onDone} />
      <TagsDialog ids={ids} isOpen={open === "tags"} onClose={close} onDone={onDone} />
    </>
  );
}
