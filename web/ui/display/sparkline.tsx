const width = 58;
const height = 18;

/** The shape of a series; the numbers stand beside it. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const points = values.map((value, index) => {
    const x = 2 + (index / (values.length - 1)) * (width - 6);
    const y = height - 3 - ((value - low) / span) * (height - 6);
    return { x, y };
  });
  const last = points.at(-1);
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <polyline
        points={points.map(({ x, y }) => `${x},${y}`).join(" ")}
        fill="none"
        stroke="var(--pr-mute)"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      {last !== undefined && <circle cx={last.x} cy={last.y} r="2.2" fill="var(--pr-mute)" />}
    </svg>
  );
}
