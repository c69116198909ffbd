import { describe, expect, it } from "vitest";
import { company } from "../../../../tests/harness/factories/company.ts";

describe("sending defaults", () => {
  it("are off and without a limit; an omitted cap is kept", async () => {
    const { api } = await company();
    expect(await api.ok("getSendingDefaults")).toEqual({ utmDefaultOn: false, frequencyCap: null });
    const frequencyCap = { emails: 3, days: 7 };
    const set = (body: object) => api.ok("setSendingDefaults", { body });
    expect(await set({ utmDefaultOn: true, frequencyCap })).toEqual({ utmDefaultOn: true, frequencyCap });
    expect(await set({ utmDefaultOn: false })).toEqual({ utmDefaultOn: false, frequencyCap });
    expect(await api.ok("getSendingDefaults")).toEqual({ utmDefaultOn: false, frequencyCap });
    expect(await set({ utmDefaultOn: true, frequencyCap: null })).toEqual({ utmDefaultOn: true, frequencyCap: null });
    expect(await (await company()).api.ok("getSendingDefaults")).toEqual({ utmDefaultOn: false, frequencyCap: null });
  });

  it.each([
    ["utmDefaultOn", {}],
    ["utmDefaultOn", { utmDefaultOn: "yes" }],
    ["frequencyCap", { utmDefaultOn: true, frequencyCap: 5 }],
    ["frequencyCap.days", { utmDefaultOn: true, frequencyCap: { emails: 5 } }],
    ["frequencyCap.emails", { utmDefaultOn: true, frequencyCap: { emails: 0, days: 1 } }],
    ["frequencyCap.emails", { utmDefaultOn: true, frequencyCap: { emails: 101, days: 1 } }],
    ["frequencyCap.days", { utmDefaultOn: true, frequencyCap: { emails: 1, days: 366 } }],
    ["frequencyCap.days", { utmDefaultOn: true, frequencyCap: { emails: 1, days: 1.5 } }],
  ])("reject an invalid %s: %j", async (message, body) => {
    const { api } = await company();
    expect(await api.refused("setSendingDefaults", { body })).toMatchObject({
      status: 400,
      code: "validation",
      message,
    });
  });
});
