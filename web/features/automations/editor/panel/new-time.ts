/** What a TimeSpec of a kind starts with; a date with the morning of this day. */
export function newTime(kind: string, day: string): Readonly<Record<string, unknown>> {
  switch (kind) {
    case "delay":
      return { kind, amount: 1, unit: "days" };
    case "at":
      return { kind, time: "09:00" };
    case "date":
      return { kind, at: `${day}T09:00` };
    default:
      return { kind, field: "birthday", offsetDays: 0, time: "09:00" };
  }
}
