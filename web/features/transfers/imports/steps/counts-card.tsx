import { useFormats, useWords } from "../../../../i18n/words.tsx";
import { Card } from "../../../../ui/display/card.tsx";
import { ReachBar } from "../../../../ui/display/reach-bar.tsx";
import { useCountParts, type usePreview } from "../preview.ts";
import { wizardWords } from "../wizard-words.ts";
import classes from "./steps.module.css";

/** The old numbers stay, paler, while new ones are counted. */
export function CountsCard({ preview }: { preview: ReturnType<typeof usePreview> }) {
  const { counts: t } = useWords(wizardWords);
  const { number } = useFormats();
  const partsOf = useCountParts();
  const { data, isFetching, error } = preview;
  if (data === undefined && error !== null) return null;
  return (
    <Card title={t.title} aside={isFetching ? t.counting : undefined}>
      {data !== undefined && (
        <div className={isFetching ? classes["busy"] : undefined}>
          <p className={classes["figure"]}>{number(data.counts.rows)}</p>
          <p className={classes["help"]}>{t.sum(data.counts.valid, data.counts.rows)}</p>
          <div style={{ marginTop: 12 }}>
            <ReachBar {...partsOf(data.counts)} />
          </div>
        </div>
      )}
    </Card>
  );
}
