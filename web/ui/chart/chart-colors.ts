/** Colours of series by their place. */
export const chartColors = [
  "var(--pr-chart-1)",
  "var(--pr-chart-2)",
  "var(--pr-chart-3)",
  "var(--pr-chart-4)",
  "var(--pr-chart-5)",
] as const;
