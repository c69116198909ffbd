const hourMs = 3_600_000;
const hourlyUpTo = 72;

type Entry = { readonly at: string; readonly opens: number; readonly clicks: number };
type TimelinePoint = { readonly at: Date; readonly opens: number; readonly clicks: number };

/** Hours with events, up to three days with the quiet hours between them; longer ones by day. */
export function timelinePoints(entries: readonly Entry[]): { unit: "hour" | "day"; points: TimelinePoint[] } {
  const [first, last] = [entries[0], entries.at(-1)];
  if (first === undefined || last === undefined) return { unit: "hour", points: [] };
  const hours = (Date.parse(last.at) - Date.parse(first.at)) / hourMs;
  if (hours > hourlyUpTo) return { unit: "day", points: byDay(entries) };
  const known = new Map(entries.map(({ at, opens, clicks }) => [Date.parse(at), { opens, clicks }]));
  const points = Array.from({ length: Math.round(hours) + 1 }, (_, index) => {
    const at = Date.parse(first.at) + index * hourMs;
    return { at: new Date(at), ...(known.get(at) ?? { opens: 0, clicks: 0 }) };
  });
  return { unit: "hour", points };
}

function byDay(entries: readonly Entry[]): TimelinePoint[] {
  const days = new Map<string, TimelinePoint>();
  for (const { at, opens, clicks } of entries) {
    const date = new Date(at);
    const kept = days.get(date.toDateString());
    days.set(date.toDateString(), {
      at: kept?.at ?? date,
      opens: (kept?.opens ?? 0) + opens,
      clicks: (kept?.clicks ?? 0) + clicks,
    });
  }
  return [...days.values()];
}
