import type { ReactNode } from "react";
import { Sparkline } from "./sparkline.tsx";
import classes from "./kpi-strip.module.css";

export type Kpi = {
  readonly label: string;
  readonly value: string;
  /** The difference to the period before, with its sign. */
  readonly delta?: { readonly text: string; readonly isGood: boolean };
  /** The basis of the number: what it is a part of, what is not counted. */
  readonly proof: ReactNode;
  readonly trend?: readonly number[];
};

export const KpiStrip = ({ items }: { items: readonly Kpi[] }) => (
  <dl className={classes["strip"]} data-count={items.length}>
    {items.map(({ label, value, delta, proof, trend }) => (
      <div key={label} className={classes["cell"]}>
        <dt>
          {label}
          {trend !== undefined && trend.length > 1 && <Sparkline values={trend} />}
        </dt>
        <dd className={classes["value"]}>{value}</dd>
        <dd className={classes["proof"]}>
          {delta !== undefined && (
            <>
              <b data-good={delta.isGood}>{delta.text}</b>
              {" · "}
            </>
          )}
          {proof}
        </dd>
      </div>
    ))}
  </dl>
);
