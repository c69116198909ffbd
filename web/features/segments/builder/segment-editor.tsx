import type { ReactNode } from "react";
import { useState } from "react";
import { useCan } from "../../../api/session.tsx";
import { Group } from "../../../rules/group.tsx";
import { isComplete } from "../../../rules/parts.ts";
import { SampleCard } from "./sample-card.tsx";
import { TotalCard } from "./total-card.tsx";
import { toDefinition, pruned, rulesOf } from "../../../rules/tree.ts";
import type { Builder } from "../../../rules/use-builder.ts";
import { useLivePreview } from "../../../rules/use-live-preview.ts";
import classes from "./builder.module.css";

/** The rules at the left, the live total and some of the people at the right. */
export function SegmentEditor({ builder, above }: { builder: Builder; above?: ReactNode }) {
  const can = useCan();
  const [after, setAfter] = useState<string>();
  const definition = toDefinition(pruned(builder.tree, ({ values }) => isComplete(values)));
  const live = useLivePreview({
    shopId: builder.shopId,
    definition,
    sample: after === undefined ? {} : { after },
  });
  const unfinished = rulesOf(builder.tree).filter(({ values }) => !isComplete(values)).length;
  return (
    <div className={classes["layout"]}>
      <fieldset className={classes["main"]} disabled={!can("contacts", "full")}>
        {above}
        <Group group={builder.tree} builder={builder} />
      </fieldset>
      <div className={classes["side"]}>
        <TotalCard live={live} unfinished={unfinished} />
        <SampleCard preview={live.preview} onOthers={setAfter} />
      </div>
    </div>
  );
}
