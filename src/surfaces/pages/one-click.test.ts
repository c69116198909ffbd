import { describe, expect, it } from "vitest";
import { request } from "../../../tests/harness/servers/api-client.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { aToken, visit } from "../../../tests/harness/servers/public-pages.ts";
import { aSentCampaign } from "../../../tests/harness/factories/sent-campaigns.ts";
import { findContactCountDifferences } from "../../features/contacts/counts.sql.ts";
import { isMailable } from "../../../tests/harness/oracles/mailable.ts";
import { findListSizeDifferences } from "../../features/lists/queries.ts";

/** A contact with a queued message, and the URL of its List-Unsubscribe header. */
async function recipient(claims: { listId?: boolean } = {}) {
  const own = await company();
  const list = await own.aList({ publicName: "News" });
  const contact = await own.aContact({ listIds: [list.id] });
  const campaignId = await aSentCampaign(own, { contactIds: [contact.id], state: "queued" });
  const token = aToken(own, {
    purpose: "unsubscribe",
    contactId: contact.id,
    campaignId,
    ...(claims.listId === true ? { listId: list.id } : {}),
  });
  return { own, list, contact, campaignId, url: `/u/${token}` };
}

const ask = (own: TestCompany, url: string, contentType: string, payload: string) =>
  request(own.server, { method: "POST", url, headers: { "content-type": contentType }, payload });

const read = ({ api }: TestCompany, id: string) => api.ok("getContact", { params: { id } });

/** The check that the engine repeats when it claims a message. */
async function mayBeMailed({ ctx }: TestCompany, contactId: string): Promise<boolean> {
  const rows = await ctx.db.sql`
    select from contact c where c.tenant_id = ${ctx.db.tenantId} and c.id = ${contactId}
      and ${isMailable(ctx.db)}`;
  return rows.length > 0;
}

const journalEntries = ({ ctx }: TestCompany, type: string) => ctx.db.sql`
  select contact_id, payload from journal where tenant_id = ${ctx.db.tenantId} and type = ${type}`;

const disposition = 'Content-Disposition: form-data; name="List-Unsubscribe"';

describe("one click (RFC 8058)", () => {
  it.each([
    ["application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"],
    ["application/x-www-form-urlencoded; charset=UTF-8", "List-Unsubscribe=One-Click"],
    ["Application/X-WWW-Form-Urlencoded", "List-Unsubscribe=One-Click&"],
    ["application/x-www-form-urlencoded", "List%2DUnsubscribe=One%2DClick"],
    ['multipart/form-data; boundary="b0"', `--b0\r\n${disposition}\r\n\r\nOne-Click\r\n--b0--\r\n`],
    ["multipart/form-data; boundary=b0", `--b0\r\n${disposition}\r\n\r\nOne-Click\r\n--b0--`],
    ["multipart/form-data; boundary=b0", `--b0\n${disposition}\n\nOne-Click\n--b0--\n`],
    ["multipart/form-data; boundary=b0", `preamble\r\n--b0\r\n${disposition}\r\n\r\nOne-Click\r\n`],
    [
      "multipart/form-data; charset=utf-8; boundary=----WebKitFormBoundaryX1",
      `------WebKitFormBoundaryX1\r\nContent-Type: text/plain; charset=utf-8\r\n${disposition}\r\n\r\nOne-Click\r\n------WebKitFormBoundaryX1--\r\n`,
    ],
    [
      "multipart/form-data; boundary=b0",
      "--b0\r\ncontent-disposition: form-data; name=List-Unsubscribe\r\n\r\nOne-Click\r\n--b0--",
    ],
  ])("is accepted as %s %j", async (contentType, payload) => {
    const { own, contact, campaignId, url } = await recipient();
    expect(await mayBeMailed(own, contact.id)).toBe(true);
    const answer = await ask(own, url, contentType, payload);
    expect([answer.status, answer.body]).toEqual([200, ""]);
    expect(await read(own, contact.id)).toMatchObject({ status: "unsubscribed", suppressionReason: "unsubscribed" });
    expect(await mayBeMailed(own, contact.id)).toBe(false);
    expect(await journalEntries(own, "unsubscribed")).toEqual([
      { contactId: contact.id, payload: { reason: "one_click", campaignId } },
    ]);
    expect((await own.api.ok("listSuppressions")).items).toMatchObject([
      { email: contact.email, reason: "unsubscribed", source: "one_click" },
    ]);
    expect(await findContactCountDifferences(own.ctx.db)).toEqual([]);
    expect(await findListSizeDifferences(own.ctx.db)).toEqual([]);
  });

  it("repeated, or ten concurrently, is one unsubscription", async () => {
    const { own, url } = await recipient();
    const press = () => ask(own, url, "application/x-www-form-urlencoded", "List-Unsubscribe=One-Click");
    const answers = await Promise.all(Array.from({ length: 10 }, press));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await journalEntries(own, "unsubscribed")).toHaveLength(1);
  });

  it("of a list leaves that list and names the campaign", async () => {
    const { own, list, contact, campaignId, url } = await recipient({ listId: true });
    const answer = await ask(
      own,
      url,
      "multipart/form-data; boundary=b",
      `--b\r\n${disposition}\r\n\r\nOne-Click\r\n--b--`,
    );
    expect(answer.status).toBe(200);
    const { status, lists } = await read(own, contact.id);
    expect([status, lists.map(({ state }) => state)]).toEqual(["subscribed", ["unsubscribed"]]);
    expect(await journalEntries(own, "list_unsubscribed")).toEqual([
      {
        contactId: contact.id,
        payload: { listId: list.id, title: list.name, reason: "one_click", campaignId },
      },
    ]);
  });

  it.each([
    ["application/x-www-form-urlencoded", "", 400],
    ["application/x-www-form-urlencoded", "List-Unsubscribe=", 400],
    ["application/x-www-form-urlencoded", "list=One-Click", 400],
    ["multipart/form-data", `--b0\r\n${disposition}\r\n\r\nOne-Click\r\n--b0--`, 400],
    ["multipart/form-data; boundary=b1", `--b0\r\n${disposition}\r\n\r\nOne-Click\r\n--b0--`, 400],
    ["application/json", '{"List-Unsubscribe":"One-Click"}', 415],
  ])("is not %s %j", async (contentType, payload, expected) => {
    const { own, contact, url } = await recipient();
    expect((await ask(own, url, contentType, payload)).status).toBe(expected);
    expect((await read(own, contact.id)).status).toBe("subscribed");
  });

  it("is never a GET, because scanners open every link", async () => {
    const { own, contact, url } = await recipient();
    const before = await read(own, contact.id);
    for (const query of ["", "?List-Unsubscribe=One-Click", "?action=all"]) {
      expect((await visit(own, url + query)).status).toBe(200);
      await request(own.server, { method: "HEAD", url: url + query });
    }
    expect(await read(own, contact.id)).toEqual(before);
    expect(await mayBeMailed(own, contact.id)).toBe(true);
  });
});
