import { Button, Select, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/client.ts";
import { read, readPage } from "../../api/queries.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { namedOptions } from "../../ui/choices/options.ts";
import { FormDialog } from "../../ui/dialog/form-dialog.tsx";
import { IconSearch } from "../../ui/icons.ts";
import { Notice } from "../../ui/state/failure.tsx";
import { Waiting } from "../../ui/state/waiting.tsx";
import { UploadButton } from "./upload-button.tsx";
import type { LibraryFile } from "./use-upload.ts";
import { fileMessages } from "./messages.ts";
import classes from "./files.module.css";

type Props = { readonly isOpen: boolean; readonly onClose: () => void; readonly onPick: (file: LibraryFile) => void };

/** Chooses an image from the files, or uploads one. */
export function FilePicker({ isOpen, onClose, onPick }: Props) {
  const t = useMessages(fileMessages);
  const pick = (file: LibraryFile) => {
    onPick(file);
    onClose();
    // Only the order of recent files depends on it.
    void call("POST /files/{asset_id}/picked", { params: { asset_id: file.id } }).catch(() => undefined);
  };
  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title={t.pickTitle} width={720}>
      <Files onPick={pick} />
    </FormDialog>
  );
}

function Files({ onPick }: { onPick: (file: LibraryFile) => void }) {
  const t = useMessages(fileMessages);
  const [text, setText] = useState("");
  const [folder, setFolder] = useState<string>();
  const [pages, setPages] = useState(1);
  const [q] = useDebouncedValue(text.trim(), 200);
  const { data: folders } = useQuery(read("GET /file-folders"));
  const query = { type: "image" as const, folder, q: q === "" ? undefined : q, pageSize: Math.min(100, pages * 24) };
  const { data, error, refetch } = useQuery(readPage("GET /files", { query }));
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
            ...namedOptions(folders?.items),
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
        <Waiting error={error} onRetry={refetch} />
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
