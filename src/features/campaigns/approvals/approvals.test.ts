import { expect, it } from "vitest";
import { aReadyCampaign } from "../../../../tests/harness/factories/campaign-drafts.ts";
import { anEmail, company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { createApi, type Api } from "../../../../tests/harness/servers/api-client.ts";
import {
  adminEmail,
  adminHeaders,
  captureMail,
  password,
  signInHeaders,
} from "../../../../tests/harness/servers/sign-in.ts";
import { createWorker } from "../../../composition/background.ts";
import { addMember } from "../../members/members.ts";
import { approvalMailJob, sendApprovalMail } from "./jobs.ts";

type Approval = { readonly id: string };

async function aColleague(own: TestCompany, roles = ["marketing_manager"]) {
  const email = anEmail();
  const member = await addMember(own.app.db, own.tenantId, { email, password, roles, at: own.clock.now() });
  return { email, member, api: createApi(own.server, own.tenant, await signInHeaders(own.server, email)) };
}

/** A company that requires approvals, with the administrator, who asks, a colleague, and a campaign for 3 people. */
async function aCompanyWithApprovals() {
  const own = await company();
  const asking = createApi(own.server, own.tenant, await adminHeaders(own));
  const colleague = await aColleague(own);
  await asking.ok("updateCompany", { body: { requireCampaignApproval: true } });
  const { id, version } = await aReadyCampaign(own);
  const params = { campaign_id: id };
  const request = (comment = "Please look") => asking.ok("requestCampaignApproval", { params, body: { comment } });
  const approve = ({ id: approvalId }: Approval) =>
    colleague.api.ok("approveCampaignRequest", { params: { approval_id: approvalId }, body: {} });
  return { own, asking, colleague, params, version, request, approve };
}

const sending = { expectedRecipients: 3, timing: "now" };
const refusedSending = (api: Api, params: Record<string, string>) =>
  api.refused("approveCampaign", { params, body: sending });
const unapproved = (state: string, more: object = {}) => ({
  status: 409,
  code: "conflict",
  message: "approval",
  params: { state, ...more },
});

it("lets a company that does not require approvals send as before", async () => {
  const own = await company();
  const { id } = await aReadyCampaign(own);
  const params = { campaign_id: id };
  expect((await own.api.ok("getCompany")).requireCampaignApproval).toBe(false);
  await own.api.ok("approveCampaign", { params, body: sending });
  expect((await own.api.ok("listCampaignApprovals")).items).toEqual([]);
});

it("sends only what a second member approved, once", async () => {
  const { own, asking, colleague, params, request } = await aCompanyWithApprovals();
  expect(await refusedSending(asking, params)).toEqual(unapproved("missing"));
  const requested = await request();
  const member = { id: own.member, email: await adminEmail(own) };
  expect(requested).toEqual({
    id: expect.any(String),
    campaign: { id: params.campaign_id, name: expect.any(String), subject: "Hello" },
    state: "waiting",
    recipients: 3,
    comment: "Please look",
    requestedBy: member,
    requestedAt: expect.any(String),
    decisionComment: "",
    decidedBy: null,
    decidedAt: null,
  });
  expect(await refusedSending(asking, params)).toEqual(unapproved("waiting"));
  expect(await asking.refused("requestCampaignApproval", { params, body: {} })).toMatchObject({
    message: "requested",
    params: { approvalId: requested.id, state: "waiting" },
  });
  const decision = { params: { approval_id: requested.id }, body: { comment: "Fine" } };
  expect(await asking.refused("approveCampaignRequest", decision)).toMatchObject({ status: 403, message: "requester" });
  expect(await colleague.api.ok("approveCampaignRequest", decision)).toMatchObject({
    state: "approved",
    decisionComment: "Fine",
    decidedBy: { id: colleague.member, email: colleague.email },
  });
  expect(await colleague.api.refused("returnCampaignRequest", decision)).toMatchObject({
    status: 409,
    message: "status",
    params: { current: "approved" },
  });
  await asking.ok("approveCampaign", { params, body: sending });
  expect((await asking.ok("listCampaignApprovals", { query: { state: "used" } })).items).toMatchObject([
    { id: requested.id },
  ]);
  await asking.ok("pauseCampaign", { params });
  await asking.ok("cancelCampaign", { params });
  await asking.ok("returnCampaignToDraft", { params });
  expect(await refusedSending(asking, params)).toEqual(unapproved("used"));
  const { items } = await asking.ok("listCampaignHistory", { params, query: { sort: "at" } });
  expect(items.map(({ change }) => change)).toEqual(
    expect.arrayContaining(["approval_requested", "approval_given", "approved"]),
  );
});

it("returns a campaign with a comment, tells both sides by notification and by e-mail", async () => {
  const { own, asking, colleague, params, request } = await aCompanyWithApprovals();
  // Neither sees an approval: they may not send.
  await aColleague(own, ["analyst"]);
  const requested = await request();
  const mailed = async () => {
    const { caught, transport } = captureMail();
    const worker = createWorker(own.app, transport);
    const jobs = await own.app.db.sql<{ id: string; data: Parameters<typeof sendApprovalMail>[1] }[]>`
      delete from pgboss.job where name = ${approvalMailJob.name} and data->>'tenantId' = ${own.tenantId} returning id, data`;
    for (const { data } of jobs) await sendApprovalMail(worker, data);
    return caught.map(({ to, raw }) => ({ to, raw }));
  };
  const page = `/app/${own.tenant}/campaigns/approvals?request=${requested.id}`;
  const [toApprover, ...others] = await mailed();
  expect(others).toEqual([]);
  expect(toApprover?.to).toBe(colleague.email);
  expect(toApprover?.raw).toContain("Please look");
  expect(toApprover?.raw).toContain(page);
  const returned = { params: { approval_id: requested.id }, body: { comment: "The price is wrong" } };
  expect(await colleague.api.refused("returnCampaignRequest", { ...returned, body: {} })).toMatchObject({
    status: 400,
    message: "comment",
  });
  await colleague.api.ok("returnCampaignRequest", returned);
  const [toRequester] = await mailed();
  expect(toRequester?.to).toBe(await adminEmail(own));
  expect(toRequester?.raw).toContain("The price is wrong");
  const { items } = await asking.ok("listNotifications", { query: { sort: "at" } });
  const about = { approvalId: requested.id, campaignId: params.campaign_id };
  expect(items.filter(({ type }) => type.startsWith("campaign_approval"))).toMatchObject([
    { type: "campaign_approval_requested", params: about },
    { type: "campaign_approval_refused", params: about },
  ]);
  expect(await refusedSending(asking, params)).toEqual(unapproved("returned"));
  await request("Mended");
  expect(await refusedSending(asking, params)).toEqual(unapproved("waiting"));
});

it.each([
  ["subject", ({ asking, params }: Company) => asking.ok("updateCampaign", { params, body: { subject: "Other" } })],
  [
    "content",
    ({ asking, params, version }: Company) =>
      asking.ok("saveCampaignContent", { params, body: { html: "<p>Other</p>", baseVersion: version } }),
  ],
  ["variants", ({ asking, params }: Company) => asking.ok("addVariant", { params, body: { language: "sk" } })],
])("a change of the %s makes request and approval outdated", async (_what, change) => {
  const test = await aCompanyWithApprovals();
  const requested = await test.request();
  await test.approve(requested);
  await change(test);
  expect(await test.asking.ok("getCampaignApproval", { params: { approval_id: requested.id } })).toMatchObject({
    state: "outdated",
  });
  expect(await refusedSending(test.asking, test.params)).toEqual(unapproved("outdated"));
  expect((await test.asking.ok("listCampaignApprovals", { query: { state: "approved" } })).total).toBe(0);
  expect(await test.request()).toMatchObject({ state: "waiting" });
});
type Company = Awaited<ReturnType<typeof aCompanyWithApprovals>>;

it("outlasts another name, tags and time, and counts for as many recipients", async () => {
  const { own, asking, params, request, approve } = await aCompanyWithApprovals();
  const requested = await request();
  await asking.ok("updateCampaign", {
    params,
    body: { name: "Renamed", tags: ["spring"], timing: "schedule", preferTime: true },
  });
  expect(await approve(requested)).toMatchObject({ state: "approved" });
  const { audience } = await asking.ok("getCampaign", { params });
  await own.aContact({ listIds: audience.listIds });
  expect(await asking.refused("approveCampaign", { params, body: { ...sending, expectedRecipients: 4 } })).toEqual(
    unapproved("outdated", { expected: 3, actual: 4 }),
  );
});

it("an approval and a concurrent change never let the changed campaign out", async () => {
  const { asking, colleague, params, request } = await aCompanyWithApprovals();
  const { id } = await request();
  const [decided] = await Promise.all([
    colleague.api.call("approveCampaignRequest", { params: { approval_id: id }, body: {} }),
    asking.ok("updateCampaign", { params, body: { subject: "Swapped" } }),
  ]);
  expect([200, 409]).toContain(decided.status);
  expect(await refusedSending(asking, params)).toEqual(unapproved("outdated"));
});

it("refuses requests for what cannot be sent, without anybody to approve, and of others", async () => {
  const own = await company();
  const { id } = await aReadyCampaign(own);
  const params = { campaign_id: id };
  const refusal = async (api: Api, to = params) => {
    const { status, message } = await api.refused("requestCampaignApproval", { params: to, body: {} });
    return [status, message];
  };
  expect(await refusal(own.api)).toEqual([409, "approvers"]);
  const colleague = await aColleague(own);
  await own.api.ok("updateCampaign", { params, body: { subject: "" } });
  expect(await refusal(own.api)).toEqual([400, "subject"]);
  await own.api.ok("updateCampaign", { params, body: { subject: "Hello" } });
  expect(await refusal(await own.apiWith({ scope: "read" }))).toEqual([403, "scope"]);
  const other = await company();
  expect(await refusal(other.api)).toEqual([404, "campaign"]);
  const requested = await own.api.ok("requestCampaignApproval", { params, body: {} });
  const path = { approval_id: requested.id };
  const stranger = createApi(other.server, other.tenant, await adminHeaders(other));
  for (const operation of ["getCampaignApproval", "approveCampaignRequest", "returnCampaignRequest"] as const)
    expect(
      await stranger.refused(operation, {
        params: path,
        ...(operation === "getCampaignApproval" ? {} : { body: { comment: "x" } }),
      }),
    ).toMatchObject({ status: 404, message: "campaign_approval" });
  expect((await stranger.ok("listCampaignApprovals", { query: { campaign: id } })).total).toBe(0);
  // A key of the colleague is not the colleague: people decide.
  expect(await own.api.refused("approveCampaignRequest", { params: path, body: {} })).toMatchObject({ status: 403 });
  const analyst = await aColleague(own, ["analyst"]);
  expect(await analyst.api.refused("approveCampaignRequest", { params: path, body: {} })).toMatchObject({
    status: 403,
    message: "campaigns",
  });
  await colleague.api.ok("approveCampaignRequest", { params: path, body: {} });
  await own.api.ok("approveCampaign", { params, body: sending });
  expect(await refusal(own.api)).toEqual([409, "status"]);
});
