import { expect, it } from "vitest";
import { nextStep, toSteps, type Onboarding } from "./steps.ts";

type Key = Onboarding["items"][number]["key"];

const aChecklist = (done: readonly Key[], dismissed: readonly Key[] = []): Onboarding["items"] =>
  (["company_address", "sender", "domain", "contacts", "template", "form", "first_campaign"] as const).map((key) => ({
    key,
    done: done.includes(key),
    dismissed: dismissed.includes(key),
  }));

const statesOf = (items: Onboarding["items"], firstName: string) =>
  toSteps(items, firstName).map(({ isDone, isSkipped }) => (isDone ? "done" : isSkipped ? "skipped" : "open"));

it("asks a company for five things", () => {
  const steps = toSteps(aChecklist([]), "");
  expect(steps.map(({ key }) => key)).toEqual(["profile", "sender", "contacts", "template", "first_campaign"]);
  expect(nextStep(steps)?.key).toBe("profile");
});

it("needs a first name besides the address of the company", () => {
  expect(statesOf(aChecklist(["company_address"]), "")[0]).toBe("open");
  expect(statesOf(aChecklist(["company_address"]), "Klára")[0]).toBe("done");
  expect(statesOf(aChecklist(["company_address"], ["company_address"]), "")[0]).toBe("skipped");
});

it("leads from the domain to the sender; a skipped domain is no obstacle", () => {
  expect(toSteps(aChecklist([]), "")[1]?.todo).toBe("domain");
  expect(toSteps(aChecklist(["domain"]), "")[1]?.todo).toBe("sender");
  expect(statesOf(aChecklist(["sender"], ["domain"]), "")[1]).toBe("done");
  expect(statesOf(aChecklist([], ["domain", "sender"]), "")[1]).toBe("skipped");
});

it("is over when every step is done or skipped, whatever else the checklist of the API has", () => {
  const items = aChecklist(["company_address", "domain", "sender", "contacts", "first_campaign"], ["template"]);
  expect(nextStep(toSteps(items, "Klára"))).toBeUndefined();
});
