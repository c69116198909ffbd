import { ActionIcon, Button, SegmentedControl, Tooltip } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useCan } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { useAddress } from "../../../routing/search.ts";
import { PageLink } from "../../../ui/display/page-link.tsx";
import { StatusPill } from "../../../ui/display/status.tsx";
import { IconArrowBackUp, IconArrowForwardUp, IconHistory, IconPlayerPlay, IconPlus } from "../../../ui/icons.ts";
import { statusAppearances } from "../appearance.ts";
import { automationsMessages } from "../messages.ts";
import { SwitchDialog } from "../switch-dialog.tsx";
import { SaveDialog } from "./dialogs/save-dialog.tsx";
import { useAutomationEditor } from "./editor-context.ts";
import { StepMenuButton } from "./menu/step-menu-button.tsx";
import { OtherEditors } from "./saving/other-editors.tsx";
import { SaveNote } from "./saving/save-note.tsx";
import type { GraphSaving } from "./saving/use-graph-saving.ts";
import { TrialButton } from "./trial/trial-dialog.tsx";
import { versionMessages } from "./versions/messages.ts";
import { VersionsDialog } from "./versions/versions-dialog.tsx";
import { editorMessages } from "./messages.ts";
import classes from "./editor.module.css";

export type View = "canvas" | "list";

type BarProps = {
  readonly saving: GraphSaving;
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly isPhone: boolean;
};

export function EditorBar({ saving, view, onView, canUndo, canRedo, isPhone }: BarProps) {
  const t = useMessages(editorMessages);
  const list = useMessages(automationsMessages);
  const versions = useMessages(versionMessages);
  const can = useCan();
  const [, setAddress] = useAddress();
  const { data, canEdit, graph, undo, redo } = useAutomationEditor();
  const { automation } = data;
  return (
    <div className={classes["bar"]}>
      <div className={classes["name"]}>
        <h1>{automation.name}</h1>
        <StatusPill appearance={statusAppearances[automation.status]} label={list.statuses[automation.status]} />
        {canEdit && <SaveNote saving={saving} />}
        {!can("campaigns", "full") && <span className={classes["note"]}>{t.readOnly}</span>}
        <OtherEditors automationId={automation.id} first={data.editors} />
      </div>
      <PageLink path="/automations/$automationId" params={{ automationId: automation.id }} className={classes["back"]}>
        {t.back}
      </PageLink>
      <div className={classes["undo"]}>
        {canEdit && (
          <>
            <IconButton label={t.undo} isDisabled={!canUndo} onClick={undo} icon={<IconArrowBackUp size={17} />} />
            <IconButton label={t.redo} isDisabled={!canRedo} onClick={redo} icon={<IconArrowForwardUp size={17} />} />
          </>
        )}
        <IconButton
          label={versions.open}
          isDisabled={false}
          onClick={() => setAddress({ versions: "all" })}
          icon={<IconHistory size={17} />}
        />
      </div>
      {!isPhone && (
        <SegmentedControl
          aria-label={t.view}
          value={view}
          onChange={(next) => onView(next === "list" ? "list" : "canvas")}
          data={[
            { value: "canvas", label: t.canvas },
            { value: "list", label: t.list },
          ]}
        />
      )}
      {canEdit && graph.nodes.length > 0 && <StepMenuButton icon={<IconPlus size={16} />} label={t.addTrigger} />}
      {canEdit && graph.nodes.length > 0 && (
        <TrialButton version={saving.version} isDisabled={saving.incomplete.length > 0} />
      )}
      {canEdit && <MainAction saving={saving} />}
      <VersionsDialog savedVersion={saving.version} />
    </div>
  );
}

const IconButton = (props: { label: string; isDisabled: boolean; onClick: () => void; icon: ReactNode }) => (
  <Tooltip label={props.label}>
    <ActionIcon aria-label={props.label} disabled={props.isDisabled} onClick={props.onClick}>
      {props.icon}
    </ActionIcon>
  </Tooltip>
);

/** A draft saves itself and is started; any other automation is saved by hand. */
function MainAction({ saving }: { saving: GraphSaving }) {
  const { data } = useAutomationEditor();
  return data.automation.status === "draft" ? <StartAction saving={saving} /> : <SaveAction saving={saving} />;
}

function StartAction({ saving }: { saving: GraphSaving }) {
  const t = useMessages(editorMessages);
  const { data } = useAutomationEditor();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        leftSection={<IconPlayerPlay size={16} />}
        disabled={saving.state !== "saved" || saving.incomplete.length > 0}
        onClick={() => setOpen(true)}
      >
        {t.start}
      </Button>
      <SwitchDialog automation={data.automation} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

function SaveAction({ saving }: { saving: GraphSaving }) {
  const t = useMessages(editorMessages);
  const [isOpen, setOpen] = useState(false);
  // A save by itself was refused, because another member has started the automation meanwhile.
  if (!isOpen && saving.failure?.is("conflict confirm") === true) setOpen(true);
  return (
    <>
      <Button
        onClick={() => setOpen(true)}
        disabled={!saving.isChanged || saving.hasErrors || saving.isIncomplete}
        loading={saving.state === "saving"}
      >
        {t.save.by(saving.version + 1)}
      </Button>
      <SaveDialog
        saving={saving}
        isOpen={isOpen}
        onClose={() => {
          setOpen(false);
          if (saving.failure?.is("conflict confirm") === true) saving.forgetFailure();
        }}
      />
    </>
  );
}
