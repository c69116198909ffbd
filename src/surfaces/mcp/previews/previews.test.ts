import { expect, it } from "vitest";
import { aDraft, aReadyCampaign } from "../../../../tests/harness/factories/campaign-drafts.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { call, callConfirmed } from "../../../../tests/harness/servers/mcp-client.ts";

async function getPreview(own: TestCompany, operation: string, values: object) {
  const { isError, content } = await call(own, "api_write", { operation, arguments: values });
  expect({ isError, content }).toMatchObject({ isError: false, content: { status: "confirmation_required" } });
  return content.preview;
}

it("counts what the erasure of a contact removes, and masks the address", async () => {
  const own = await company();
  const lists = [await own.aList(), await own.aList()];
  const { id, email } = await own.aContact({ listIds: lists.map((list) => list.id) });
  const shown = await getPreview(own, "eraseContact", { id, confirm: true });
  expect(shown).toMatchObject({ contacts: 1, lists: 2, consents: 1, completedOrders: 0, activities: 3 });
  expect(JSON.stringify(shown)).not.toContain(email);
});

it("counts the contacts that have a value in a custom field", async () => {
  const own = await company();
  const field = await own.api.ok("createCustomField", { body: { name: "Size", type: "text" } });
  await own.aContact({ customFields: { [field.id]: "XL" } });
  await own.aContact({ customFields: { [field.id]: "S" } });
  await own.aContact();
  expect(await getPreview(own, "deleteCustomField", { id: field.id })).toEqual({
    customFields: 1,
    contactsWithValue: 2,
    name: "Size",
    type: "text",
  });
  const unknown = await call(own, "api_write", { operation: "deleteCustomField", arguments: { id: "999999" } });
  expect(unknown).toMatchObject({ isError: true, content: { status: 404 } });
});

it("counts the recipients of an approval, by language where it asks for them", async () => {
  const own = await company();
  const { id, listId } = await aReadyCampaign(own, { people: 2 });
  await own.aContact({ listIds: [listId], language: "sk" });
  await own.api.ok("addVariant", { params: { campaign_id: id }, body: { language: "sk" } });
  const values = { campaign_id: id, timing: "now" };
  expect(await getPreview(own, "approveCampaign", { ...values, expectedRecipients: 3 })).toMatchObject({
    recipients: 3,
    variants: 2,
  });
  const expectedRecipients = { main: 2, sk: 1 };
  expect(await getPreview(own, "approveVariants", { ...values, expectedRecipients })).toMatchObject({
    recipients: 3,
    recipientsByLanguage: expectedRecipients,
  });
});

it("counts the messages that a cancelled or resumed campaign still has, and names the chosen variants", async () => {
  const own = await company();
  const { id } = await aReadyCampaign(own, { people: 2 });
  const params = { campaign_id: id };
  await own.api.ok("addVariant", { params, body: { language: "sk" } });
  await own.api.ok("approveCampaign", { params, body: { expectedRecipients: 2, timing: "now" } });
  await own.api.ok("pauseCampaign", { params });
  expect(await getPreview(own, "cancelCampaign", params)).toMatchObject({ status: "paused", recipients: 2, sent: 0 });
  expect(await getPreview(own, "resumeVariants", { ...params, languages: ["main"] })).toMatchObject({
    variants: 1,
    affected: [{ language: "main", status: "paused" }],
  });
  expect(await getPreview(own, "cancelVariants", params)).toMatchObject({ variants: 2 });
});

it("counts the members of merged lists, and the lists that are deleted", async () => {
  const own = await company();
  const [first, second] = [await own.aList(), await own.aList()];
  await own.aContact({ listIds: [first.id, second.id] });
  await own.aContact({ listIds: [second.id] });
  const values = { listIds: [first.id, second.id], name: "Both", deleteSources: true };
  expect(await getPreview(own, "mergeLists", values)).toMatchObject({ membersAtMost: 3, deletedLists: 2 });
});

it("shows numbers for the deletion of a draft", async () => {
  const own = await company();
  const { id, name } = await aDraft(own);
  expect(await getPreview(own, "deleteCampaign", { campaign_id: id })).toMatchObject({ campaigns: 1, name });
});

it("counts the contacts that go with a list, as the deletion then does", async () => {
  const own = await company();
  const [list, other] = [await own.aList(), await own.aList()];
  await own.aContact({ listIds: [list.id] });
  await own.aContact({ listIds: [list.id, other.id] });
  const shownFor = (mode: string) => getPreview(own, "deleteList", { list_id: list.id, mode });
  expect(await shownFor("list")).toMatchObject({ members: 2, contactsDeleted: 0, contactsKept: 2 });
  expect(await shownFor("with_contacts")).toMatchObject({ contactsDeleted: 2, contactsKept: 0 });
  expect(await shownFor("keep_used")).toMatchObject({ contactsDeleted: 1, contactsKept: 1 });
  const deletion = { operation: "deleteList", arguments: { list_id: list.id, mode: "keep_used" } };
  expect((await callConfirmed(own, "api_write", deletion)).isError).toBe(false);
  await own.runActions();
  expect((await own.api.ok("listContacts")).total).toBe(1);
});

it("counts the members among the contacts that would leave a list, as the change then does", async () => {
  const own = await company();
  const { id: list_id, name } = await own.aList();
  const member = await own.aContact({ listIds: [list_id] });
  const left = await own.aContact({ listIds: [list_id] });
  const stranger = await own.aContact();
  const params = { list_id };
  await own.api.ok("unsubscribeListMembers", { params, body: { contactIds: [left.id] } });
  const values = { list_id, contactIds: [member.id, member.id, left.id, stranger.id] };
  const shown = { notMember: 1, list: name, members: 2 };
  expect(await getPreview(own, "unsubscribeListMembers", values)).toEqual({ contacts: 1, ...shown });
  expect(await getPreview(own, "removeListMembers", values)).toEqual({ contacts: 2, ...shown });
  const { content } = await callConfirmed(own, "api_write", { operation: "removeListMembers", arguments: values });
  expect(content).toEqual({ removed: 2, notMember: 1 });
});
