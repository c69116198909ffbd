import { useState, type ReactNode } from "react";
import classes from "./drop-zone.module.css";

/** A place for one file: drop it, or press it to choose one. */
export function DropZone({
  label,
  children,
  accept,
  isBusy = false,
  onFile,
}: {
  label: string;
  children: ReactNode;
  accept: string;
  isBusy?: boolean;
  onFile: (file: File) => void;
}) {
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file !== undefined && !isBusy) onFile(file);
  };
  return (
    <label
      className={classes["zone"]}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <input
        type="file"
        aria-label={label}
        accept={accept}
        disabled={isBusy}
        onChange={(event) => {
          take(event.currentTarget.files);
          event.currentTarget.value = "";
        }}
      />
      {children}
    </label>
  );
}
