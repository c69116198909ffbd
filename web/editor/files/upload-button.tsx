import { Button } from "@mantine/core";
import { useRef } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { IconUpload } from "../../ui/icons.ts";
import { useUpload, type LibraryFile } from "./use-upload.ts";
import { fileMessages } from "./messages.ts";
import classes from "./files.module.css";

type Props = {
  readonly folderId: string | undefined;
  readonly isMain?: boolean;
  readonly accept?: string;
  readonly onUploaded?: (files: readonly LibraryFile[]) => void;
};

/** Opens the file dialog of the browser and uploads what is chosen. */
export function UploadButton({ folderId, isMain = false, accept, onUploaded }: Props) {
  const t = useMessages(fileMessages);
  const input = useRef<HTMLInputElement>(null);
  const { isBusy, upload } = useUpload(folderId);
  return (
    <>
      <Button
        {...(isMain ? {} : { variant: "default" })}
        leftSection={<IconUpload size={16} />}
        loading={isBusy}
        onClick={() => input.current?.click()}
      >
        {t.upload}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        accept={accept}
        className={classes["input"]}
        aria-label={t.upload}
        tabIndex={-1}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = "";
          void upload(files).then((added) => onUploaded?.(added));
        }}
      />
    </>
  );
}
