/** What a TimeSpec of a kind starts with. */
export function newTime(kind: string): Readonly<Record<string, unknown>> {
  switch (kind) {
    case "delay":
      return { kind, amount: 1, unit: "days" };
    case "at":
      return { kind, time: "09:00" };
    case "date":
      return { kind, at: "" };
    default:
      return { kind, field: "birthday", offsetDays: 0, time: "09:00" };
  }
}
