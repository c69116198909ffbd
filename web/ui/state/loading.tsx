import { useMessages } from "../../i18n/messages.tsx";
import { uiMessages } from "../messages.ts";
import classes from "./state.module.css";

const widths = ["62%", "44%", "70%", "52%", "38%", "66%", "48%", "58%"];

/** Bars where the content will be; they do not shimmer. */
export function Loading({ lines = 4 }: { lines?: number }) {
  const t = useMessages(uiMessages);
  return (
    <div className={classes["loading"]} role="status" aria-label={t.loading}>
      {widths.slice(0, lines).map((width) => (
        <span key={width} style={{ width }} />
      ))}
    </div>
  );
}

export const Bar = ({ width = "60%" }: { width?: string | number }) => (
  <span className={classes["bar"]} style={{ width }} />
);
