import { Button } from "@mantine/core";
import { useId, useState, type DragEvent, type ReactNode, type Ref } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { IconPhoto, IconUpload } from "../../ui/icons.ts";
import { FilePicker } from "./file-picker.tsx";
import { useUpload } from "./use-upload.ts";
import { fileMessages } from "./messages.ts";
import classes from "./files.module.css";

export type PictureInputProps = {
  readonly label: ReactNode;
  /** Empty without a picture. */
  readonly src: string;
  readonly onChange: (src: string) => void;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly isDisabled?: boolean;
  readonly pickRef?: Ref<HTMLButtonElement>;
  /** The input of an address, where a picture may be elsewhere on the web. */
  readonly children?: ReactNode;
};

const isWebAddress = (src: string) => /^https?:/.test(src);

/** A picture from the files: chosen there, or dropped here and uploaded. */
export function PictureInput(props: PictureInputProps) {
  const { label, src, onChange, hint, error, isDisabled = false, pickRef, children } = props;
  const t = useMessages(fileMessages);
  const id = useId();
  const [isPicking, setPicking] = useState(false);
  const [isOver, setOver] = useState(false);
  const [refused, setRefused] = useState<string>();
  const [isAddressOpen, setAddressOpen] = useState(src !== "" && !isWebAddress(src));
  const { isBusy, upload } = useUpload(undefined);
  const problem = refused ?? error;
  const drop = async (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file === undefined || isBusy) return;
    const isPicture = file.type.startsWith("image/");
    setRefused(isPicture ? undefined : t.notPicture(file.name));
    const [added] = isPicture ? await upload([file]) : [];
    if (added !== undefined) onChange(added.url);
  };
  const dropTarget = isDisabled
    ? {}
    : {
        onDragOver: (event: DragEvent) => {
          if (!event.dataTransfer.types.includes("Files")) return;
          event.preventDefault();
          setOver(true);
        },
        onDragLeave: () => setOver(false),
        onDrop: (event: DragEvent) => void drop(event),
      };
  return (
    <div role="group" aria-labelledby={id} className={classes["picture"]}>
      <p id={id} className={classes["label"]}>
        {label}
      </p>
      {hint !== undefined && <p className={classes["hint"]}>{hint}</p>}
      <div className={classes["drop"]} data-over={isOver || undefined} {...dropTarget}>
        {isWebAddress(src) ? (
          <img src={src} alt="" referrerPolicy="no-referrer" />
        ) : (
          <span className={classes["noPicture"]}>
            <IconPhoto size={22} stroke={1.4} />
          </span>
        )}
        {!isDisabled && (
          <div className={classes["choices"]}>
            <Button
              ref={pickRef}
              variant="default"
              size="xs"
              leftSection={<IconUpload size={15} />}
              loading={isBusy}
              onClick={() => setPicking(true)}
            >
              {t.pickFile}
            </Button>
            {src !== "" && (
              <Button variant="subtle" color="gray" size="xs" onClick={() => onChange("")}>
                {t.removePicture}
              </Button>
            )}
            <small>{t.dropPicture}</small>
          </div>
        )}
      </div>
      {problem !== undefined && (
        <p className={classes["error"]} role="alert">
          {problem}
        </p>
      )}
      {children !== undefined && !isDisabled && (
        <Button
          variant="transparent"
          size="compact-xs"
          className={classes["byAddress"] ?? ""}
          aria-expanded={isAddressOpen}
          onClick={() => setAddressOpen(!isAddressOpen)}
        >
          {t.byAddress}
        </Button>
      )}
      {isAddressOpen && !isDisabled && children}
      <FilePicker isOpen={isPicking} onClose={() => setPicking(false)} onPick={({ url }) => onChange(url)} />
    </div>
  );
}
