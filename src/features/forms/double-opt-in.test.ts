import { describe, expect, it } from "vitest";
import { company } from "../../../tests/harness/factories/company.ts";
import { aForm, aSignUp, findContactByEmail } from "../../../tests/harness/factories/forms.ts";
import { submitForm, visit } from "../../../tests/harness/servers/public-pages.ts";

describe("the whole way", () => {
  it("leads from the page over the letter and the button to a subscribed contact", async () => {
    const own = await company();
    const list = await own.aList();
    const fields = [
      { key: "email", type: "email", label: "Your e-mail" },
      { key: "name", type: "text", label: "First name", target: "firstName" },
    ];
    const form = await aForm(own, { listIds: [list.id], fields });
    const page = await visit(own, `/f/${form.key}`);
    expect(page.status).toBe(200);
    const { email, link, caught } = await aSignUp(own, form, { name: "Jana" });
    expect(caught.map(({ to }) => to)).toEqual([email]);
    const pending = await findContactByEmail(own, email);
    expect(pending).toMatchObject({ status: "pending", source: "form", consentBasis: "none", firstName: null });
    expect(pending?.lists).toMatchObject([{ listId: list.id, state: "unconfirmed" }]);
    const button = await visit(own, link);
    expect([button.status, button.html.match(/<button/g)?.length]).toEqual([200, 1]);
    expect((await findContactByEmail(own, email))?.status).toBe("pending");
    const confirmed = await submitForm(own, link, {});
    expect([confirmed.status, confirmed.html]).toEqual([200, expect.stringContaining('role="status"')]);
    const contact = await findContactByEmail(own, email);
    expect(contact).toMatchObject({ status: "subscribed", consentBasis: "double_opt_in", firstName: "Jana" });
    expect(contact?.lists).toMatchObject([{ listId: list.id, state: "confirmed" }]);
  });
});
