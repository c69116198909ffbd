import { describe, expect, it } from "vitest";
import { aCampaign, appendEmailEvents } from "../../../../tests/harness/factories/campaign-events.ts";
import { company } from "../../../../tests/harness/factories/company.ts";
import { addDays, dayAt } from "../../../kernel/local-time.ts";
import { computeFigures } from "../metrics.ts";

const nothing = computeFigures([]);
const sent = (n: number) => computeFigures([{ metric: "sent", n }]);

describe("e-mails of all campaigns", () => {
  it("are grouped by day and compared with the same number of days before", async () => {
    const own = await company();
    const { id: contactId } = await own.aContact();
    const [spring, summer] = [
      await aCampaign(own, { startedAt: new Date("2026-03-28T12:00:00Z") }),
      await aCampaign(own, { startedAt: new Date("2026-03-27T12:00:00Z") }),
    ];
    const at = (text: string) => ({ type: "email_sent", contactId, at: new Date(text) }) as const;
    // Daylight saving starts on the 29th: the 29th starts at 23:00 UTC and the 30th at 22:00.
    await appendEmailEvents(own, { campaignId: spring }, [at("2026-03-28T22:59:00Z"), at("2026-03-28T23:00:00Z")]);
    await appendEmailEvents(own, { campaignId: summer }, [at("2026-03-29T21:59:00Z"), at("2026-03-29T22:00:00Z")]);
    await appendEmailEvents(own, { campaignId: summer }, [at("2026-03-27T12:00:00Z")]);
    await own.runListeners();
    expect(await own.api.ok("getEmailStats", { query: { from: "2026-03-28", to: "2026-03-30" } })).toEqual({
      totals: { from: "2026-03-28", to: "2026-03-30", campaigns: 1, ...sent(3) },
      previous: { from: "2026-03-26", to: "2026-03-28", campaigns: 1, ...sent(1) },
      days: [
        { day: "2026-03-28", ...sent(1) },
        { day: "2026-03-29", ...sent(2) },
      ],
    });
  });

  it("cover the last 30 days by default", async () => {
    const own = await company();
    const today = dayAt(own.clock.now(), "Europe/Prague");
    const answer = await own.api.ok("getEmailStats");
    expect(answer.totals).toEqual({ from: addDays(today, -29), to: addDays(today, 1), campaigns: 0, ...nothing });
    expect(answer.previous).toMatchObject({ from: addDays(today, -59), to: addDays(today, -29) });
    expect(answer.days.map(({ day }) => day)).toEqual(
      Array.from({ length: 30 }, (_, index) => addDays(today, index - 29)),
    );
  });

  it("require a valid period of at most three years", async () => {
    const { api } = await company();
    expect(await api.refused("getEmailStats", { query: { from: "2026-03-10", to: "2026-03-09" } })).toMatchObject({
      status: 400,
      code: "validation",
      message: "to",
    });
    expect(await api.refused("getEmailStats", { query: { from: "2020-01-01", to: "2026-03-09" } })).toMatchObject({
      status: 400,
      message: "from",
    });
    expect(await api.refused("getEmailStats", { query: { from: "2026-02-30" } })).toMatchObject({ message: "from" });
  });
});
