import { Button } from "@mantine/core";
import { useMessages } from "../../i18n/messages.tsx";
import { IconSettings } from "../../ui/icons.ts";
import { patch } from "../model/changes.ts";
import { find } from "../model/document.ts";
import { useEditor } from "../model/editor-context.tsx";
import { kindIcons } from "../model/appearance.ts";
import { editorMessages } from "../messages.ts";
import { BlockFields } from "./block-fields.tsx";
import { ColumnFields, EmailFields, SectionFields } from "./layout-fields.tsx";
import { SpaceFields } from "./space-fields.tsx";
import type { Change } from "./block-fields-props.ts";
import classes from "./properties.module.css";

/** The properties of what is selected; of the whole e-mail when nothing is. */
export function PropertiesPanel() {
  const t = useMessages(editorMessages);
  const { document, medium, selectedId, select, update, revision, canArrange } = useEditor();
  const found = find(document, selectedId);
  if (found === undefined)
    return (
      <div className={classes["panel"]}>
        <div className={classes["head"]}>
          <IconSettings size={17} />
          <h2>{medium === "page" ? t.wholePage : t.wholeEmail}</h2>
        </div>
        <EmailFields />
      </div>
    );
  const { node } = found;
  const id = node.id ?? "";
  const spaced = found.kind !== "block" ? found.node : found.node.kind === "element" ? undefined : found.node;
  const change: Change = (fields, what = Object.keys(fields).join(" ")) =>
    update((before) => patch(before, id, fields), `${id} ${what}`);
  const kind = found.kind === "block" ? found.node.kind : found.kind;
  const Icon = kindIcons[kind];
  const name = kind === "section" ? t.rowName : kind === "column" ? t.columnName : t.kinds[kind];
  return (
    <div className={classes["panel"]} key={`${id} ${revision}`}>
      <div className={classes["head"]}>
        <Icon size={17} />
        <h2>{name}</h2>
        {found.kind === "block" && found.part !== found.node && (
          <Button
            size="xs"
            variant="subtle"
            onClick={() => select(found.part.id)}
            aria-label={t.selectRow}
            title={t.selectRow}
          >
            {t.rowName}
          </Button>
        )}
      </div>
      {found.kind === "block" && <BlockFields block={found.node} change={change} />}
      {found.kind === "column" && <ColumnFields column={found.node} change={change} />}
      {found.kind === "section" && <SectionFields section={found.node} change={change} />}
      {canArrange && spaced !== undefined && <SpaceFields node={spaced} kind={kind} change={change} />}
    </div>
  );
}
