import { useMessages } from "../../i18n/messages.tsx";
import { ScaledEmail, type EmailLayout } from "../../ui/email-frame/scaled-email.tsx";
import { BlockToolbar } from "../canvas/block-toolbar.tsx";
import { DropLine } from "../canvas/canvas.tsx";
import { measureRect } from "../canvas/marks.ts";
import { useFrameEvents } from "../canvas/use-frame-events.ts";
import { find } from "../model/document.ts";
import { useEditor } from "../model/editor-context.tsx";
import { editorMessages } from "../messages.ts";
import classes from "../canvas/canvas.module.css";

/** The width that pages are laid out for on a computer. */
const desktopWidth = 1000;

/** The rendered page: a click selects a block, blocks can be dropped. */
export function PageCanvas({ html, width = desktopWidth }: { html: string; width: number | undefined }) {
  const t = useMessages(editorMessages);
  const { document, select } = useEditor();
  const { target, handleReady } = useFrameEvents(select);
  return (
    <div className={classes["canvas"]}>
      <div className={classes["page"]}>
        <ScaledEmail
          html={html}
          title={t.preview}
          width={width}
          onReady={handleReady}
          overlay={(layout) => (
            <>
              <Selection layout={layout} />
              {target !== undefined && <DropLine layout={layout} target={target} />}
            </>
          )}
        />
        {document.sections.length === 0 && <p className={classes["empty"]}>{t.emptyStructure}</p>}
      </div>
    </div>
  );
}

/** The frame around the selected block, with its acts. */
function Selection({ layout }: { layout: EmailLayout }) {
  const { document, selectedId: id, canEdit } = useEditor();
  const rect = measureRect(layout.document, id, layout.scale);
  if (rect === undefined || id === undefined) return null;
  return (
    <div className={classes["selection"]} style={rect}>
      <div className={classes["tools"]}>
        {canEdit && <BlockToolbar id={id} isColumn={find(document, id)?.kind === "column"} onType={undefined} />}
      </div>
    </div>
  );
}
