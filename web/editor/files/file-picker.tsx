import { Button, Modal, Select, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/client.ts";
import { read } from "../../api/queries.ts";
import { useWords } from "../../i18n/words.tsx";
import { IconSearch } from "../../ui/icons.ts";
import { Failure, Notice } from "../../ui/state/failure.tsx";
import { Loading } from "../../ui/state/loading.tsx";
import { uiWords } from "../../ui/words.ts";
import { UploadButton } from "./upload-button.tsx";
import type { LibraryFile } from "./use-upload.ts";
import { fileWords } from "./words.ts";
import classes from "./files.module.css";

type Props = { readonly isOpen: boolean; readonly onClose: () => void; readonly onPick: (file: LibraryFile) => void };

/** Chooses an image from the files, or uploads one. */
export function FilePicker({ isOpen, onClose, onPick }: Props) {
  const t = useWords(fileWords);
  const ui = useWords(uiWords);
  const pick = (file: LibraryFile) => {
    onPick(file);
    onClose();
    // Only the order of recent files depends on it.
    void call("POST /files/{asset_id}/picked", { params: { asset_id: file.id } }).catch(() => undefined);
  };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t.pickTitle}
      size={720}
      closeButtonProps={{ "aria-label": ui.close }}
    >
      <Files onPick={pick} />
    </Modal>
  );
}

function Files({ onPick }: { onPick: (file: LibraryFile) => void }) {
  const t = useWords(fileWords);
  const [text, setText] = useState("");
  const [folder, setFolder] = useState<string>();
  const [pages, setPages] = useState(1);
  const [q] = useDebouncedValue(text.trim(), 200);
  const { data: folders } = useQuery(read("GET /file-folders"));
  const query = { type: "image" as const, folder, q: q === "" ? undefined : q, pageSize: Math.min(100, pages * 24) };
  const { data, error, refetch } = useQuery({ ...read("GET /files", { query }), placeholderData: keepPreviousData });
  return (
    <>
      <div className={classes["bar"]}>
        <TextInput
          aria-label={t.search}
          placeholder={t.search}
          leftSection={<IconSearch size={16} />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Select
          aria-label={t.folder}
          value={folder ?? ""}
          data={[
            { value: "", label: t.allFolders },
            { value: "root", label: t.withoutFolder },
            ...(folders?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          allowDeselect={false}
          onChange={(id) => setFolder(id === "" || id === null ? undefined : id)}
        />
        <UploadButton
          folderId={folder === "root" ? undefined : folder}
          accept="image/*"
          onUploaded={([first]) => first !== undefined && onPick(first)}
        />
      </div>
      {data === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <Failure error={error} onRetry={() => void refetch()} />
        )
      ) : data.items.length === 0 ? (
        <Notice title={t.none} text={t.noneText} />
      ) : (
        <div className={classes["grid"]}>
          {data.items.map((file) => (
            <button key={file.id} type="button" className={classes["file"]} onClick={() => onPick(file)}>
              <img src={file.thumbnailUrl ?? file.url} alt="" loading="lazy" />
              <span>{file.name}</span>
            </button>
          ))}
        </div>
      )}
      {data !== undefined && data.items.length < data.total && pages < 5 && (
        <Button variant="default" mt={12} onClick={() => setPages(pages + 1)}>
          {t.more}
        </Button>
      )}
    </>
  );
}
