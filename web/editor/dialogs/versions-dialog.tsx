import { Badge, Button, Drawer } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormats, useMessages } from "../../i18n/messages.tsx";
import { EmailFrame } from "../../ui/email-frame/email-frame.tsx";
import { useToasts } from "../../ui/state/toasts.tsx";
import { Waiting } from "../../ui/state/waiting.tsx";
import { uiMessages } from "../../ui/messages.ts";
import type { EmailStore } from "../email-store.ts";
import { toSource, type Content, type Source } from "../model/source.ts";
import { editorMessages } from "../messages.ts";
import classes from "./dialogs.module.css";

type Props = {
  readonly store: EmailStore;
  readonly canEdit: boolean;
  readonly onRestore: (source: Source) => void;
  readonly onClose: () => void;
};

/** Saved versions; restoring one saves it again as the newest. */
export function VersionsDrawer({ isOpen, ...props }: Props & { isOpen: boolean }) {
  const t = useMessages(editorMessages);
  const ui = useMessages(uiMessages);
  return (
    <Drawer
      opened={isOpen}
      onClose={props.onClose}
      title={t.versions}
      size={480}
      closeButtonProps={{ "aria-label": ui.close }}
    >
      {isOpen && <Versions {...props} />}
    </Drawer>
  );
}

function Versions({ store, canEdit, onRestore, onClose }: Props) {
  const t = useMessages(editorMessages);
  const ui = useMessages(uiMessages);
  const { ago } = useFormats();
  const toast = useToasts();
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState<{ version: number; content: Content }>();
  const { data, error, refetch } = useQuery({ ...store.versions(page), placeholderData: keepPreviousData });
  const show = async (id: string) => {
    try {
      const { version, content } = await store.version(id);
      setShown({ version, content });
    } catch (problem) {
      toast.failed(problem, t.versionFailed);
    }
  };
  if (data === undefined) return <Waiting error={error} onRetry={refetch} />;
  return (
    <>
      <ol className={classes["versions"]}>
        {data.items.map(({ id, version, authorName, createdAt, current, published }) => (
          <li key={id}>
            <button type="button" aria-pressed={shown?.version === version} onClick={() => void show(id)}>
              <b>{t.version(version)}</b>
              <span>{t.savedBy(authorName ?? t.api, ago(createdAt))}</span>
            </button>
            {current && <Badge>{t.current}</Badge>}
            {published && !current && <Badge color="green">{t.published}</Badge>}
          </li>
        ))}
      </ol>
      <div className={classes["pages"]} hidden={data.total <= data.pageSize}>
        <Button variant="default" size="xs" disabled={page === 1} onClick={() => setPage(page - 1)}>
          {ui.grid.previous}
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={page * data.pageSize >= data.total}
          onClick={() => setPage(page + 1)}
        >
          {ui.grid.next}
        </Button>
      </div>
      {shown !== undefined && (
        <>
          <div className={classes["restore"]}>
            <h3>{t.version(shown.version)}</h3>
            {canEdit && (
              <Button
                size="xs"
                onClick={() => {
                  onRestore(toSource(shown.content));
                  onClose();
                }}
              >
                {t.restore(shown.version)}
              </Button>
            )}
          </div>
          <div className={classes["shown"]}>
            <EmailFrame html={shown.content.html} title={t.version(shown.version)} />
          </div>
        </>
      )}
    </>
  );
}
