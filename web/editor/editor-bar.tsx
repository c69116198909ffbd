import { ActionIcon, Button, SegmentedControl, Tooltip } from "@mantine/core";
import { useEffect, useState, type ReactNode } from "react";
import { useFormats, useMessages } from "../i18n/messages.tsx";
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCircleCheck,
  IconDeviceDesktop,
  IconDeviceMobile,
  IconFlask,
} from "../ui/icons.ts";
import type { Draft } from "./saving/use-draft.ts";
import { editorMessages } from "./messages.ts";
import classes from "./editor.module.css";

export type Width = "desktop" | "mobile";

type Props = {
  readonly title: ReactNode;
  readonly draft: Draft;
  readonly width: Width;
  readonly onWidth: (width: Width) => void;
  readonly canEdit: boolean;
  /** Undefined for what is not sent. */
  readonly onTest: (() => void) | undefined;
  readonly actions: ReactNode;
};

export function EditorBar({ title, draft, width, onWidth, canEdit, onTest, actions }: Props) {
  const t = useMessages(editorMessages);
  return (
    <div className={classes["bar"]}>
      <div className={classes["name"]}>
        {title}
        <SaveNote draft={draft} />
      </div>
      {canEdit && (
        <div className={classes["undo"]}>
          <Tooltip label={t.undo}>
            <ActionIcon aria-label={t.undo} disabled={!draft.canUndo} onClick={draft.undo}>
              <IconArrowBackUp size={17} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t.redo}>
            <ActionIcon aria-label={t.redo} disabled={!draft.canRedo} onClick={draft.redo}>
              <IconArrowForwardUp size={17} />
            </ActionIcon>
          </Tooltip>
        </div>
      )}
      <SegmentedControl
        className={classes["widths"] ?? ""}
        aria-label={t.previewWidth}
        value={width}
        onChange={(chosen) => onWidth(chosen === "mobile" ? "mobile" : "desktop")}
        data={[
          { value: "desktop", label: <WidthLabel icon={<IconDeviceDesktop size={16} />} text={t.desktop} /> },
          { value: "mobile", label: <WidthLabel icon={<IconDeviceMobile size={16} />} text={t.mobile} /> },
        ]}
      />
      {canEdit && onTest !== undefined && (
        <Button variant="default" leftSection={<IconFlask size={16} />} onClick={onTest}>
          {t.sendTest}
        </Button>
      )}
      {actions}
    </div>
  );
}

const WidthLabel = ({ icon, text }: { icon: ReactNode; text: string }) => (
  <span className={classes["width"]}>
    {icon}
    {text}
  </span>
);

/** "Saved 3 s ago · version 14". Only a refusal is announced, by the note below the bar. */
function SaveNote({ draft }: { draft: Draft }) {
  const t = useMessages(editorMessages);
  const { ago } = useFormats();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 5000);
    return () => clearInterval(timer);
  }, []);
  const { state, savedAt, version } = draft;
  if (state === "failed" || state === "conflict")
    return (
      <span className={classes["note"]} data-tone="bad">
        <IconAlertTriangle size={16} />
        {t.notSaved}
        <button type="button" onClick={() => void draft.saveNow().catch(() => undefined)}>
          {t.saveAgain}
        </button>
      </span>
    );
  const later = savedAt !== undefined && savedAt > now ? savedAt : now;
  return (
    <span className={classes["note"]} data-tone={state === "saved" ? "good" : undefined}>
      {state === "saved" && <IconCircleCheck size={16} />}
      {state === "saving" && t.saving}
      {state === "changed" && t.changed}
      {state === "saved" && (savedAt === undefined ? t.version(version) : t.savedAgo(ago(savedAt, later), version))}
    </span>
  );
}
