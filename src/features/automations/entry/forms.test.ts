import { expect, it } from "vitest";
import { anActiveAutomation, enteredOf, startedBy } from "../../../../tests/harness/factories/automations.ts";
import { company } from "../../../../tests/harness/factories/company.ts";
import { aForm } from "../../../../tests/harness/factories/forms.ts";
import { formSubmitted } from "../../../journal/events.ts";
import { appendEntries } from "../../../journal/journal.ts";

it("lets in who submits the form, which cannot be deleted meanwhile", async () => {
  const test = await company();
  const { api, ctx } = test;
  const { id: formId } = await aForm(test);
  const automation = await anActiveAutomation(test, startedBy("form_submitted", { formId }));
  const { id: contactId } = await test.aContact();
  const payload = { formId, title: "Newsletter" };
  await appendEntries(ctx.db, [formSubmitted.entry({ contactId, at: test.clock.now(), payload })]);
  await test.runListeners();
  expect(await enteredOf(test, automation)).toEqual([contactId]);
  const params = { form_id: formId };
  expect(await api.refused("deleteForm", { params })).toMatchObject({
    status: 409,
    message: "used",
    params: { by: [{ kind: "automation", id: automation.id, name: automation.name }] },
  });
});
