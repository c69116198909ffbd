import { Modal } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { useState, type ReactNode } from "react";
import { useMessages } from "../i18n/messages.tsx";
import { uiMessages } from "../ui/messages.ts";
import { Canvas } from "./canvas/canvas.tsx";
import { useEditor } from "./model/editor-context.tsx";
import { PropertiesPanel } from "./properties/panel.tsx";
import { Palette } from "./structure/palette.tsx";
import { StructureList } from "./structure/structure-list.tsx";
import { EmailFrame } from "../ui/email-frame/email-frame.tsx";
import type { Shown } from "./saving/use-preview.ts";
import { editorMessages } from "./messages.ts";
import classes from "./editor.module.css";

type Props = {
  readonly shown: Shown;
  readonly width: number | undefined;
  readonly isPhone: boolean;
};

/** The e-mail with its parts; on a phone the structure and the properties of a block. */
export const VisualMode = ({ shown, width, isPhone }: Props) =>
  isPhone ? (
    <PhoneMode html={shown.html} />
  ) : (
    <EditorPanes>
      <Canvas shown={shown} width={width} />
    </EditorPanes>
  );

/** Palette and structure, what is rendered, properties. */
export function EditorPanes({ children }: { children: ReactNode }) {
  const t = useMessages(editorMessages);
  const { canEdit, select, undo, redo } = useEditor();
  useHotkeys([
    ["mod+Z", undo],
    ["mod+shift+Z", redo],
    ["mod+Y", redo],
    ["Escape", () => select(undefined)],
  ]);
  return (
    <div className={classes["panes"]}>
      <div className={classes["left"]}>
        {canEdit && <Palette />}
        <StructureList />
      </div>
      <div className={classes["middle"]} role="region" aria-label={t.preview} tabIndex={0}>
        {children}
      </div>
      <div className={classes["right"]} role="region" aria-label={t.properties} tabIndex={0}>
        {canEdit && <PropertiesPanel />}
      </div>
    </div>
  );
}

export function PhoneMode({ html }: { html: string }) {
  const t = useMessages(editorMessages);
  const ui = useMessages(uiMessages);
  const { canEdit } = useEditor();
  const [isEditing, setEditing] = useState(false);
  return (
    <div className={classes["phone"]}>
      <p className={classes["phoneNote"]}>{t.phoneNote}</p>
      <StructureList onOpen={() => setEditing(canEdit)} />
      <div className={classes["phonePreview"]}>
        <EmailFrame html={html} title={t.preview} />
      </div>
      <Modal
        opened={isEditing}
        onClose={() => setEditing(false)}
        title={t.editBlock}
        fullScreen
        closeButtonProps={{ "aria-label": ui.close }}
      >
        <PropertiesPanel />
      </Modal>
    </div>
  );
}
