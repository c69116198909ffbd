import { lazy, Suspense } from "react";
import { patch } from "../model/changes.ts";
import { useEditor } from "../model/editor-context.tsx";
import type { Change } from "../properties/block-fields-props.ts";
import { typingTools, type Point, type TypedBlock } from "./typing.ts";
import classes from "./canvas.module.css";

const InlineText = lazy(async () => ({ default: (await import("../rich-text/inline-text.tsx")).InlineText }));
const InlineLabel = lazy(async () => ({ default: (await import("./inline-label.tsx")).InlineLabel }));

type Props = {
  readonly frame: Document;
  readonly block: TypedBlock;
  readonly at: Point | undefined;
  readonly onEnd: () => void;
};

/** Typing at the place of the block in the e-mail; its tools stand above it. */
export function InlineEditing({ frame, block, at, onEnd }: Props) {
  const { update } = useEditor();
  const id = block.id ?? "";
  const selector = `.block-${CSS.escape(id)}`;
  const place = frame.querySelector<HTMLElement>(
    block.kind === "text" ? `${selector} > div` : `${selector} a, ${selector} p`,
  );
  if (place === null) return null;
  const change: Change = (fields, what = Object.keys(fields).join(" ")) =>
    update((before) => patch(before, id, fields), `${id} ${what}`);
  return (
    <div className={classes["typingTools"]} {...typingTools}>
      <Suspense>
        {block.kind === "text" ? (
          <InlineText
            key={id}
            place={place}
            block={block}
            at={at}
            onChange={(html) => change({ html })}
            onEnd={onEnd}
          />
        ) : (
          <InlineLabel key={id} place={place} block={block} change={change} onEnd={onEnd} />
        )}
      </Suspense>
    </div>
  );
}
