import { useState, type ReactNode } from "react";
import classes from "./drop-zone.module.css";

/** A place for one file: drop it, or press it to choose one. The input covers it, so the browser does both. */
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
    <div className={classes["zone"]} data-over={isOver || undefined}>
      {children}
      <input
        type="file"
        aria-label={label}
        accept={accept}
        disabled={isBusy}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onChange={(event) => {
          take(event.currentTarget.files);
          event.currentTarget.value = "";
        }}
      />
    </div>
  );
}
