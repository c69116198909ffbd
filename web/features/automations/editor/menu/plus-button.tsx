import { Popover } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useMessages } from "../../../../i18n/messages.tsx";
import { IconPlus } from "../../../../ui/icons.ts";
import { useAutomationEditor } from "../editor-context.ts";
import { findNode, placeKey, type Place } from "../model/graph.ts";
import { outputsOf } from "../model/grammar.ts";
import { editorMessages } from "../messages.ts";
import { useOutputName } from "../use-output-name.ts";
import { StepMenu } from "./step-menu.tsx";
import classes from "./menu.module.css";

/** Opens the menu of steps for one output. Hundreds of them are shown, so only an open one has a menu. */
export function PlusButton({ place, isDropTarget = false }: { place: Place; isDropTarget?: boolean }) {
  const t = useMessages(editorMessages);
  const { graph, grammar, describe, menuAt, openMenu } = useAutomationEditor();
  const outputName = useOutputName();
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = menuAt !== undefined && menuAt !== "trigger" && placeKey(menuAt) === placeKey(place);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);
  const from = findNode(graph, place.from);
  if (from === undefined) return null;
  const { title } = describe(from);
  const isBranching = outputsOf(grammar, from).length > 1;
  const label = isBranching ? t.insertBranch(title, outputName(from, place.output)) : t.insertAfter(title);
  const shown = (
    <button
      ref={button}
      type="button"
      className={`${classes["plus"]} nodrag nopan`}
      aria-label={label}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      data-drop={isDropTarget || undefined}
      onClick={(event) => {
        event.stopPropagation();
        openMenu(isOpen ? undefined : place);
      }}
    >
      <IconPlus size={13} />
    </button>
  );
  if (!isOpen) return shown;
  return (
    <Popover
      opened
      onChange={() => openMenu(undefined)}
      width={300}
      position="bottom"
      shadow="md"
      trapFocus
      withinPortal
    >
      <Popover.Target>{shown}</Popover.Target>
      <Popover.Dropdown className={`${classes["dropdown"]} nodrag nopan nowheel`} aria-label={label}>
        <StepMenu place={place} onDone={() => openMenu(undefined)} />
      </Popover.Dropdown>
    </Popover>
  );
}
