import { useFormats, useMessages } from "../../../../i18n/messages.tsx";
import { Card } from "../../../../ui/display/card.tsx";
import { ReachBar } from "../../../../ui/display/reach-bar.tsx";
import type { Draft } from "../draft.ts";
import { usableRows, useCountParts, type usePreview } from "../preview.ts";
import { wizardMessages } from "../wizard-messages.ts";
import classes from "./steps.module.css";

/** The old numbers stay, paler, while new ones are counted. */
export function CountsCard({ preview, draft }: { preview: ReturnType<typeof usePreview>; draft: Draft }) {
  const { counts: t } = useMessages(wizardMessages);
  const { number } = useFormats();
  const toParts = useCountParts();
  const { data, isFetching, error } = preview;
  if (data === undefined && error !== null) return null;
  const incomplete = data?.counts.incomplete ?? 0;
  return (
    <Card title={t.title} aside={isFetching ? t.counting : undefined}>
      {data !== undefined && (
        <div className={isFetching ? classes["busy"] : undefined}>
          <p className={classes["figure"]}>{number(data.counts.rows)}</p>
          <p className={classes["help"]}>{t.sum(usableRows(data.counts, draft), data.counts.rows)}</p>
          <div style={{ marginTop: 12 }}>
            <ReachBar {...toParts(data.counts, draft)} />
          </div>
          {incomplete > 0 && <p className={classes["help"]}>{t.incomplete(incomplete)}</p>}
        </div>
      )}
    </Card>
  );
}
