import { AreaChart, LineChart } from "@mantine/charts";
import "@mantine/charts/styles.css";
import { chartColors } from "./chart-colors.ts";

export type ChartSeries = { readonly key: string; readonly label: string };
type ChartPoint = { readonly label: string; readonly values: Readonly<Record<string, number>> };

export type LineChartProps = {
  readonly label: string;
  readonly series: readonly ChartSeries[];
  readonly points: readonly ChartPoint[];
  readonly format: (value: number) => string;
  /** What the numbers leave out. */
  readonly note?: string;
  /** The axis starts at zero and the area below the line is tinted, as it fits counts. */
  readonly isFromZero?: boolean;
  readonly height?: number;
};

/** At most five, the first and the last one included. */
const chooseTicks = (labels: readonly string[]): string[] => [
  ...new Set([0, 0.25, 0.5, 0.75, 1].flatMap((share) => labels[Math.round(share * (labels.length - 1))] ?? [])),
];

/** The area below a line is filled only where its axis starts at zero; otherwise it would exaggerate. */
export function LineChartView({ series, points, format, isFromZero = false, height = 220 }: LineChartProps) {
  const margin = { top: 10, right: 16 };
  const chart = {
    h: height,
    data: points.map(({ label, values }) => ({ label, ...values })),
    dataKey: "label",
    series: series.map(({ key, label }, index) => ({ name: key, label, color: chartColors[index] ?? "gray" })),
    curveType: "monotone",
    strokeWidth: 1.75,
    withDots: false,
    gridAxis: "x",
    tickLine: "none",
    strokeDasharray: "0",
    valueFormatter: format,
    xAxisProps: { ticks: chooseTicks(points.map(({ label }) => label)), interval: 0, tickMargin: 8 },
    gridColor: "var(--pr-chart-grid)",
    textColor: "var(--pr-text-3)",
  } as const;
  const axis = { width: 56, tickCount: 5, allowDecimals: false };
  return isFromZero ? (
    <AreaChart
      {...chart}
      fillOpacity={0.14}
      yAxisProps={{ ...axis, domain: [0, "auto"] }}
      areaChartProps={{ margin }}
    />
  ) : (
    <LineChart {...chart} yAxisProps={{ ...axis, domain: ["auto", "auto"] }} lineChartProps={{ margin }} />
  );
}
