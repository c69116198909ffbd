import { lazy, Suspense, useState } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { uiMessages } from "../messages.ts";
import type { LineChartProps } from "./line-chart-view.tsx";
import classes from "./chart.module.css";

const View = lazy(async () => ({ default: (await import("./line-chart-view.tsx")).LineChartView }));

/** Lines over time; the library is loaded with the first chart. The same numbers can be shown as a table. */
export function LineChart(props: LineChartProps) {
  const t = useMessages(uiMessages);
  const [isTable, setTable] = useState(false);
  const { label, points, note, height = 220 } = props;
  return (
    <figure aria-label={label}>
      {points.length === 0 && (
        <div className={classes["grid"]} style={{ height }}>
          {t.chart.none}
        </div>
      )}
      {points.length > 0 &&
        (isTable ? (
          <ChartTable {...props} />
        ) : (
          <Suspense fallback={<div className={classes["grid"]} style={{ height }} />}>
            <View {...props} />
          </Suspense>
        ))}
      <figcaption className={classes["note"]}>
        <span>{note}</span>
        {points.length > 0 && (
          <button type="button" onClick={() => setTable(!isTable)}>
            {isTable ? t.chart.asChart : t.chart.asTable}
          </button>
        )}
      </figcaption>
    </figure>
  );
}

const ChartTable = ({ label, series, points, format, height = 220 }: LineChartProps) => (
  <div className={classes["table"]} style={{ maxHeight: height }}>
    <table aria-label={label}>
      <thead>
        <tr>
          <td />
          {series.map(({ key, label: name }) => (
            <th key={key} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <tr key={point.label}>
            <th scope="row">{point.label}</th>
            {series.map(({ key }) => (
              <td key={key}>{format(point.values[key] ?? 0)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
