import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { anEmailAutomation, anEmailEngine, passEmail } from "../../../../tests/harness/factories/automation-emails.ts";
import {
  aCampaign,
  addCampaignLinks,
  addCampaignMessages,
  appendEmailEvents,
} from "../../../../tests/harness/factories/campaign-events.ts";
import { insertContactsOfCity } from "../../../../tests/harness/factories/bulk-contacts.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { request } from "../../../../tests/harness/servers/api-client.ts";

const example = (name: string) =>
  readFileSync(new URL(`../../../../tests/fixtures/v3/${name}`, import.meta.url), "utf8").replaceAll(/\r?\n/g, "\r\n");

const get = async ({ server, apiKey }: TestCompany, path: string) => {
  const headers = { authorization: `Bearer ${apiKey}` };
  return request(server, { method: "GET", url: `/api/csv/${path}`, headers });
};

const downloadLines = async (own: TestCompany, path: string): Promise<string[]> => {
  const { status, body } = await get(own, path);
  expect({ path, status }).toEqual({ path, status: 200 });
  const lines = String(body).split("\r\n");
  expect(lines.pop()).toBe("");
  return lines.slice(1);
};

const prague = (local: string, offset = "+02:00") => new Date(`${local.replace(" ", "T")}${offset}`);
const error = (message: string) => ({ status: "error", meta: [], message });

/** The contacts of the examples; their ids are those of the example when the company's are replaced. */
async function exampleContacts(own: TestCompany) {
  const jana = await own.aContact({ email: `jana@${own.tenant}.example`, firstName: "Jana", lastName: "Nováková" });
  const petr = await own.aContact({ email: `petr+x@${own.tenant}.example`, firstName: "Petr", lastName: null });
  const bounced = await own.aContact({ email: `bounce@${own.tenant}.example` });
  const restore = (text: string) =>
    [jana, petr, bounced].reduce(
      (all, { id }, index) => all.replaceAll(new RegExp(`(^|\n)${id};`, "g"), `$1${index + 1};`),
      text
        .replaceAll(jana.email, "jana@example.com")
        .replaceAll(petr.email, "petr+x@example.sk")
        .replaceAll(bounced.email, "bounce@example.com"),
    );
  return { jana, petr, bounced, restore };
}

describe("members of a list", () => {
  async function aListOfTwo() {
    const own = await company();
    const people = await exampleContacts(own);
    const { id } = await own.aList();
    const { sql, tenantId } = own.ctx.db;
    const contactIds = [people.jana.id, people.petr.id];
    await own.api.ok("addListMembers", { params: { list_id: id }, body: { contactIds } });
    const added = prague("2026-03-01 09:15:00", "+01:00");
    await sql`update list_member set added_at = ${added}, changed_at = ${added} where tenant_id = ${tenantId} and list_id = ${id}`;
    await sql`
      update list_member set state = 'unsubscribed', changed_at = ${prague("2026-03-05 08:00:00", "+01:00")}
      where tenant_id = ${tenantId} and list_id = ${id} and contact_id = ${people.petr.id}`;
    return { own, id, ...people };
  }

  it("are those of the example", async () => {
    const { own, id, restore } = await aListOfTwo();
    const { status, body, headers } = await get(own, `list-contacts?listid=${id}`);
    expect(status).toBe(200);
    expect(restore(String(body))).toBe(example("csv.list-contacts.listid-11.csv"));
    expect(headers).toMatchObject({ "content-type": "text/csv; charset=utf-8", "x-ratelimit-limit": "2500" });
  });

  it("come by the time they were added, removed ones too, with quoted texts", async () => {
    const { own, id, jana, petr, bounced } = await aListOfTwo();
    const { sql, tenantId } = own.ctx.db;
    await sql`update contact set first_name = '=1+1', last_name = E'a;"b"\nc' where tenant_id = ${tenantId} and id = ${petr.id}`;
    await own.api.ok("addListMembers", { params: { list_id: id }, body: { contactIds: [bounced.id] } });
    await sql`
      update list_member set state = 'removed', added_at = ${prague("2026-02-01 00:00:00", "+01:00")},
        changed_at = ${prague("2026-02-01 00:00:00", "+01:00")}
      where tenant_id = ${tenantId} and list_id = ${id} and contact_id = ${bounced.id}`;
    const { body } = await get(own, `list-contacts?listid=${id}`);
    expect(body).toBe(
      [
        "id;emailaddress;name;surname;status;added;updated",
        `${bounced.id};${bounced.email};;;removed;2026-02-01 00:00:00;`,
        `${jana.id};${jana.email};Jana;Nováková;confirmed;2026-03-01 09:15:00;`,
        `${petr.id};${petr.email};=1+1;"a;""b""\nc";unsubscribed;2026-03-01 09:15:00;2026-03-05 08:00:00`,
        "",
      ].join("\r\n"),
    );
  });

  it("are read in pages that neither overlap nor skip members", async () => {
    const own = await company();
    const { id } = await own.aList();
    const { sql, tenantId } = own.ctx.db;
    await insertContactsOfCity(own, 10_500);
    await sql`
      insert into list_member (tenant_id, list_id, contact_id, state, added_at, changed_at, contact_created_at)
      select tenant_id, ${id}, c.id, 'confirmed', at, at, created_at
      from contact c cross join lateral (select now() - (c.id * 7919 % 1000) * interval '1 microsecond' as at) times
      where tenant_id = ${tenantId}`;
    const members = await sql<{ contactId: string }[]>`
      select contact_id from list_member where tenant_id = ${tenantId} and list_id = ${id} order by added_at, contact_id`;
    const lines = await downloadLines(own, `list-contacts?listid=${id}`);
    expect(lines.map((line) => line.split(";")[0])).toEqual(members.map(({ contactId }) => contactId));
  });

  it("need a list of the company", async () => {
    const { own, id } = await aListOfTwo();
    const other = await company();
    for (const query of ["", "?listid=", "?listid=abc", "?listid=-1"]) {
      const { status, body } = await get(own, `list-contacts${query}`);
      expect({ query, status, body }).toEqual({ query, status: 422, body: error("Validation failed: listid") });
    }
    for (const [asking, listid] of [
      [other, id],
      [own, "0"],
      [own, "999999999"],
      [own, "9".repeat(30)],
    ] as const) {
      const { status, body } = await get(asking, `list-contacts?listid=${listid}`);
      expect({ listid, status, body }).toEqual({ listid, status: 404, body: error("Not Found") });
    }
  });
});

describe("events of a campaign", () => {
  async function aReportedCampaign() {
    const own = await company();
    const people = await exampleContacts(own);
    const { jana, petr, bounced } = people;
    const id = await aCampaign(own);
    await addCampaignMessages(own, id, [{ contactId: jana.id }, { contactId: petr.id }, { contactId: bounced.id }]);
    await addCampaignLinks(own, { campaignId: id, urls: ["https://shop.example.com/sale"] });
    const clicked = { type: "email_clicked", contactId: jana.id, link: 1 } as const;
    await appendEmailEvents(own, { campaignId: id }, [
      { type: "email_opened", contactId: jana.id, at: prague("2026-05-17 07:10:00"), verdict: "human" },
      { type: "email_opened", contactId: jana.id, at: prague("2026-05-16 12:30:00"), verdict: "human" },
      { type: "email_opened", contactId: petr.id, at: prague("2026-05-16 12:00:05"), verdict: "machine" },
      { type: "email_sent", contactId: jana.id, at: prague("2026-05-16 12:00:02") },
      { ...clicked, at: prague("2026-05-16 12:34:56"), verdict: "human" },
      { ...clicked, at: prague("2026-05-16 12:34:57"), verdict: "machine" },
      {
        type: "email_bounced",
        contactId: bounced.id,
        at: prague("2026-05-16 12:00:05"),
        kind: "hard",
        code: "5.1.1",
        response: "550 5.1.1 User unknown",
      },
      { type: "unsubscribed", contactId: petr.id, at: prague("2026-05-16 13:00:00"), reason: "person" },
    ]);
    return { own, id, ...people };
  }

  it("are those of the examples, without those of machines", async () => {
    const { own, id, restore } = await aReportedCampaign();
    for (const kind of ["sent", "opened", "clicked", "bounced", "unsubscribed"]) {
      const { status, body, headers } = await get(own, `statistics/email/${kind}-detail/c${id}`);
      expect({ kind, status }).toEqual({ kind, status: 200 });
      expect(restore(String(body))).toBe(example(`csv.${kind}-detail.c31.csv`));
      expect(headers).toMatchObject({ "content-type": "text/csv; charset=utf-8" });
    }
  });

  it("are those of an interval, whose ends are included", async () => {
    const { own, id } = await aReportedCampaign();
    const times = async (query: string) =>
      (await downloadLines(own, `statistics/email/opened-detail/c${id}?${query}`)).map((line) => line.split(";")[2]);
    const [first, second] = ["2026-05-16 12:30:00", "2026-05-17 07:10:00"];
    expect(await times(`interval_from=${encodeURIComponent(first)}`)).toEqual([first, second]);
    expect(await times("interval_from=2026-05-16+12:30:01")).toEqual([second]);
    expect(await times("interval_to=2026-05-16%2012:30:00")).toEqual([first]);
    expect(await times("interval_to=2026-05-16%2012:29:59&interval_from=")).toEqual([]);
    expect(await times("interval_from=2026-06-01%2000:00:00&interval_to=2026-05-01%2000:00:00")).toEqual([]);
    for (const value of ["2026-05-16", "2026-05-16T12:30:00", "2026-02-30 00:00:00", "yesterday"]) {
      for (const name of ["interval_from", "interval_to"]) {
        const query = `${name}=${encodeURIComponent(value)}`;
        const { status, body } = await get(own, `statistics/email/sent-detail/c${id}?${query}`);
        expect({ query, status, body }).toEqual({ query, status: 422, body: error(`Validation failed: ${name}`) });
      }
    }
  });

  it("have the company's times where the clock is changed, and both hours of an interval", async () => {
    const own = await company();
    const { id: contactId } = await own.aContact();
    const id = await aCampaign(own);
    const utc = ["2026-10-25T00:15:00Z", "2026-10-25T01:15:00Z", "2026-03-29T00:59:59Z", "2026-03-29T01:00:00Z"];
    await appendEmailEvents(
      own,
      { campaignId: id },
      utc.map((at) => ({ type: "email_opened", contactId, at: new Date(at), verdict: "human" })),
    );
    const times = async (query = "") =>
      (await downloadLines(own, `statistics/email/opened-detail/c${id}${query}`)).map((line) => line.split(";")[2]);
    const [winter, summer, hour] = ["2026-03-29 01:59:59", "2026-03-29 03:00:00", "2026-10-25 02:15:00"];
    expect(await times()).toEqual([winter, summer, hour, hour]);
    expect(await times("?interval_from=2026-10-25%2002:15:00&interval_to=2026-10-25%2002:15:00")).toEqual([hour, hour]);
    expect(await times("?interval_to=2026-03-29%2002:30:00")).toEqual([winter]);
    expect(await times("?interval_from=2026-03-29%2002:30:00&interval_to=2026-03-30%2000:00:00")).toEqual([summer]);
  });

  it("are read in pages that neither overlap nor skip events, entries about many messages included", async () => {
    const own = await company();
    const { sql, tenantId } = own.ctx.db;
    const id = await aCampaign(own);
    await insertContactsOfCity(own, 5500);
    await sql`
      insert into journal (tenant_id, at, type, contact_id, payload)
      select tenant_id, now() - (id * 7919 % 1000) * interval '1 microsecond', 'email_opened', id,
        jsonb_build_object('campaignId', ${id}::text, 'variantId', ${id}::text, 'verdict', 'human')
      from contact where tenant_id = ${tenantId}`;
    await sql`
      insert into journal (tenant_id, at, type, payload)
      select tenant_id, now() + (id / 7) * interval '1 microsecond', 'emails_sent', jsonb_build_object(
        'campaignId', ${id}::text, 'variantId', ${id}::text, 'count', count(*), 'sent', jsonb_object_agg(id, 'example.com'))
      from contact where tenant_id = ${tenantId} group by 1, id / 7`;
    const opened = await sql<{ contactId: string }[]>`
      select contact_id from journal where tenant_id = ${tenantId} and type = 'email_opened' order by at, journal.id`;
    const contactIds = async (kind: string) =>
      (await downloadLines(own, `statistics/email/${kind}-detail/c${id}`)).map((line) => line.split(";")[0]);
    expect(await contactIds("opened")).toEqual(opened.map(({ contactId }) => contactId));
    const contacts = await sql<{ id: string }[]>`select id from contact where tenant_id = ${tenantId} order by id`;
    expect(await contactIds("sent")).toEqual(contacts.map((contact) => contact.id));
  });

  it("lose a contact with its erasure", async () => {
    const { own, id, jana } = await aReportedCampaign();
    await own.api.ok("eraseContact", { params: { id: jana.id }, body: { confirm: true } });
    for (const kind of ["sent", "opened", "clicked"]) {
      expect(await downloadLines(own, `statistics/email/${kind}-detail/c${id}`)).toEqual([]);
    }
  });

  it("exist only for statistic ids of the company", async () => {
    const { own, id } = await aReportedCampaign();
    const other = await company();
    const asked = [
      [other, `sent-detail/c${id}`],
      [own, "sent-detail/c999999999"],
      [own, `sent-detail/${id}`],
      [own, `sent-detail/a${id}:n1`],
      [own, `delivered-detail/c${id}`],
      [own, `sent/c${id}`],
    ] as const;
    for (const [asking, path] of asked) {
      const { status, body } = await get(asking, `statistics/email/${path}`);
      expect({ path, status, body }).toEqual({ path, status: 404, body: error("Not Found") });
    }
  });
});

describe("e-mails of automations", () => {
  const ids = "statistics/email/automation-email-statistic-id";

  it("are listed with their statistic ids, of all automations or of one", async () => {
    const own = await company();
    const automation = await anEmailAutomation(own, { config: { subject: "Second; mail" } });
    const { sql, tenantId } = own.ctx.db;
    await sql`update automation set name = 'Welcome' where tenant_id = ${tenantId} and id = ${automation.id}`;
    const [header] = example("csv.automation-email-statistic-id.csv").split("\r\n");
    const line = `${automation.id};Welcome;mail;"Second; mail";a${automation.id}:mail`;
    for (const path of [ids, `${ids}/${automation.id}`]) {
      expect((await get(own, path)).body).toBe(`${header}\r\n${line}\r\n`);
    }
    const other = await company();
    expect((await get(other, ids)).body).toBe(`${header}\r\n`);
    expect(await get(other, `${ids}/${automation.id}`)).toMatchObject({ status: 404, body: error("Not Found") });
  });

  it("have the events of all runs, by time", async () => {
    const own = await company();
    const automation = await anEmailAutomation(own);
    const { id: contactId, email } = await own.aContact();
    await passEmail(own, automation, [contactId]);
    await passEmail(own, automation, [contactId]);
    await anEmailEngine(own).run();
    const sent = await downloadLines(own, `statistics/email/sent-detail/a${automation.id}:mail`);
    expect(sent).toHaveLength(2);
    expect(sent.every((line) => line.startsWith(`${contactId};${email};`))).toBe(true);
    expect((await get(own, `statistics/email/sent-detail/a${automation.id}:nothing`)).status).toBe(404);
  });
});
