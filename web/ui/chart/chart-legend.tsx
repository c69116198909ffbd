import { chartColors } from "./chart-colors.ts";
import type { ChartSeries } from "./line-chart-view.tsx";
import classes from "./chart.module.css";

/** Names the lines of a chart, beside its title. */
export const ChartLegend = ({ series }: { series: readonly ChartSeries[] }) => (
  <span className={classes["legend"]}>
    {series.map(({ key, label }, index) => (
      <span key={key}>
        <i style={{ background: chartColors[index] }} />
        {label}
      </span>
    ))}
  </span>
);
