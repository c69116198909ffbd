import type { ReactNode } from "react";
import { useFormats } from "../../i18n/messages.tsx";
import classes from "./reach-bar.module.css";

export type ReachPart = {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  readonly tone: "accent" | "good" | "mute" | "bad" | "warn" | "plum" | "teal" | "grey";
  /** Leads to those people. */
  readonly link?: (label: ReactNode) => ReactNode;
};

type ReachBarProps = {
  readonly parts: readonly ReachPart[];
  readonly label: string;
  readonly height?: number;
  readonly withLegend?: boolean;
  /** The parts stay in the given order, such as the states of messages with the waiting ones last. */
  readonly inOrder?: boolean;
};

/** A bar that adds up to the whole: first the result, then the reasons from the largest. */
export function ReachBar({ parts, label, height = 10, withLegend = true, inOrder = false }: ReachBarProps) {
  const { number } = useFormats();
  const filled = parts.filter(({ count }) => count > 0);
  const shown = inOrder ? filled : [...filled.slice(0, 1), ...filled.slice(1).toSorted((a, b) => b.count - a.count)];
  return (
    <div className={classes["reach"]}>
      <div className={classes["bar"]} style={{ height }} role="img" aria-label={label}>
        {shown.map(({ key, count, tone }) => (
          <span key={key} data-tone={tone} style={{ flexGrow: count }} />
        ))}
      </div>
      {withLegend && (
        <ul className={classes["legend"]}>
          {shown.map(({ key, label: name, count, tone, link }) => (
            <li key={key}>
              <span className={classes["dot"]} data-tone={tone} />
              {link === undefined ? name : link(name)}
              <b>{number(count)}</b>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
