import { describe, expect, it } from "vitest";
import { addMs } from "../../kernel/local-time.ts";
import type { LinkCounts, TrackedMessage } from "./attribute-events.ts";
import type { TrackedEvent } from "./event.ts";
import { judgeTrails, needsHistory, type Trail } from "./judge-trails.ts";
import type { JudgedEntry } from "./revise-verdicts.ts";

const sentAt = new Date("2026-03-01T08:00:00Z");
const message: TrackedMessage = {
  rowId: "(0,1)",
  campaignId: "7",
  contactId: "1",
  variantId: "8",
  domain: "example.com",
  sentAt,
  isOpened: false,
  isClicked: false,
  isBotSeen: false,
  links: null,
};
const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0";
const after = (seconds: number) => addMs(sentAt, seconds * 1000);

const event = (seconds: number, link: number | null, fields: Partial<TrackedEvent> = {}): TrackedEvent => ({
  tenantId: "1",
  campaignId: "7",
  contactId: "1",
  at: after(seconds),
  link,
  method: "GET",
  agent,
  prefetch: false,
  network: "203.0.113.0/24",
  ...fields,
});
const clicked = (seconds: number, clicks = 1) => ({
  at: after(seconds).toISOString(),
  clicks,
  machineClicks: 1 - clicks,
});

const trail = (due: readonly TrackedEvent[], fields: Partial<Trail> = {}): Trail => ({
  message,
  due,
  around: [],
  crowd: [],
  ...fields,
});
const judge = (due: readonly TrackedEvent[], fields: Partial<Trail> = {}) =>
  judgeTrails([trail(due, fields)], () => undefined);

type Links = LinkCounts | null;
const words = (events: readonly TrackedEvent[], links: Links = null, row = message, around: TrackedEvent[] = []) =>
  judge(events, { message: { ...row, links }, around }).entries.map((entry) => {
    const payload: Readonly<Record<string, unknown>> = entry.payload;
    return [
      entry.type.slice(6),
      (entry.at.getTime() - sentAt.getTime()) / 1000,
      payload["link"] ?? "",
      payload["reason"],
      ...["first", "firstOfLink", "impliesOpen"].filter((name) => payload[name] === true),
    ].join(" ");
  });

describe("attributing events to messages", () => {
  it("returns a journal entry with all signals, the first times and the link counts", () => {
    expect(judge([event(60, null), event(70, 2)])).toEqual({
      replaced: [],
      entries: [
        {
          at: after(60),
          type: "email_opened",
          contactId: "1",
          payload: {
            campaignId: "7",
            variantId: "8",
            domain: "example.com",
            verdict: "human",
            reason: "browser",
            first: true,
            agent,
            method: "GET",
            network: "203.0.113.0/24",
            seconds: 60,
          },
        },
        {
          at: after(70),
          type: "email_clicked",
          contactId: "1",
          payload: {
            campaignId: "7",
            variantId: "8",
            domain: "example.com",
            verdict: "human",
            reason: "browser",
            first: true,
            agent,
            method: "GET",
            network: "203.0.113.0/24",
            seconds: 70,
            link: 2,
            firstOfLink: true,
            impliesOpen: false,
          },
        },
      ],
      updates: [
        {
          rowId: "(0,1)",
          openedAt: after(60),
          clickedAt: after(70),
          links: { 2: clicked(70) },
        },
      ],
    });
  });

  it("records the first time of each kind and of each link", () => {
    expect(words([event(60, null), event(65, null), event(70, 1), event(80, 1), event(90, 2)])).toEqual([
      "opened 60  browser first",
      "opened 65  browser",
      "clicked 70 1 browser first firstOfLink",
      "clicked 80 1 browser",
      "clicked 90 2 browser firstOfLink",
    ]);
  });

  it("counts a click as an open if no open was recorded", () => {
    expect(words([event(70, 1), event(80, null)])).toEqual([
      "clicked 70 1 browser first firstOfLink impliesOpen",
      "opened 80  browser",
    ]);
  });

  it("continues from the stored times and links", () => {
    const row = { ...message, isOpened: true, isClicked: true };
    expect(words([event(60, null), event(70, 1), event(80, 2)], { 1: clicked(20), 2: clicked(30, 0) }, row)).toEqual([
      "opened 60  browser",
      "clicked 70 1 browser",
      "clicked 80 2 browser firstOfLink",
    ]);
    expect(judge([event(60, null)], { message: row }).updates).toEqual([]);
  });

  it("never records a machine event as first", () => {
    const machine = { agent: "curl/8" };
    const events = [event(60, null, machine), event(70, 1, machine), event(80, 1), event(90, null)];
    expect(words(events)).toEqual([
      "opened 60  bot",
      "clicked 70 1 bot",
      "clicked 80 1 browser first firstOfLink impliesOpen",
      "opened 90  browser",
    ]);
    expect(judge(events)).toMatchObject({
      updates: [
        {
          openedAt: after(80),
          clickedAt: after(80),
          botSeenAt: after(60),
          links: { 1: { at: after(70).toISOString(), clicks: 1, machineClicks: 1 } },
        },
      ],
    });
  });

  it("classifies a burst of clicks on all links as machine, the first click included", () => {
    const burst = [event(60, 1), event(60.5, 2), event(61, 3)];
    expect(words([...burst, event(71.5, 4)])).toEqual([
      "clicked 60 1 many_links",
      "clicked 60.5 2 many_links",
      "clicked 61 3 many_links",
      "clicked 71.5 4 browser first firstOfLink impliesOpen",
    ]);
    // Judged a moment ago, or waiting.
    expect(words([event(61, 3)], null, message, [event(60, 1), event(60.5, 2)])).toEqual(["clicked 61 3 many_links"]);
    expect(words([event(60, 1)], null, message, [event(60.5, 2), event(61, 3)])).toEqual(["clicked 60 1 many_links"]);
  });

  it("classifies clicks in sequence as machine, with what their client did just before and after", () => {
    const person = { network: "198.51.100.0/24", agent: `${agent} Person` };
    const events = [event(55, null), event(60, 1), event(61.4, 2), event(62.8, 3), event(66.2, 4)];
    expect(words([...events, event(64.5, 5, person), event(58, null, person)])).toEqual([
      "opened 55  many_links",
      "opened 58  browser first",
      "clicked 60 1 many_links",
      "clicked 61.4 2 many_links",
      "clicked 62.8 3 many_links",
      "clicked 64.5 5 browser first firstOfLink",
      "clicked 66.2 4 many_links",
    ]);
  });

  it("classifies a burst of a machine that changes its address and user agent", () => {
    const events = Array.from({ length: 4 }, (_, index) =>
      event(60 + index, index + 1, { network: `10.0.${index}.0/24`, agent: `${agent} ${index}` }),
    );
    expect(words(events).map((word) => word.split(" ")[3])).toEqual(Array(4).fill("many_links"));
  });

  it("keeps people who click two links, or one several times", () => {
    const reasons = (events: readonly TrackedEvent[]) => words(events).map((word) => word.split(" ")[3]);
    expect(reasons([event(60, 1), event(60.3, 2)])).toEqual(["browser", "browser"]);
    expect(reasons([event(3, null), event(6, 1), event(9, 2), event(12, 3)])).toEqual(Array(4).fill("browser"));
    expect(reasons([event(60, 1), event(61.1, 1), event(62.2, 2), event(63.3, 1)])).toEqual(Array(4).fill("browser"));
  });

  it("classifies all that a client does as machine if it clicks the honeypot link", () => {
    const gateway = { network: "198.51.100.0/24", agent: `${agent} Gateway` };
    const office = { agent: `${agent} Office` };
    expect(words([event(60, 1), event(64, 0), event(600, 2), event(70, 3, office), event(700, 3, office)])).toEqual([
      "clicked 60 1 honeypot",
      "clicked 64 0 honeypot",
      "clicked 70 3 honeypot",
      "clicked 600 2 honeypot",
      "clicked 700 3 browser first firstOfLink impliesOpen",
    ]);
    // A person behind a mail gateway that follows all links.
    expect(words([event(5, 1, gateway), event(9, 0, gateway), event(12, null), event(14, 1)])).toEqual([
      "clicked 5 1 honeypot",
      "clicked 9 0 honeypot",
      "opened 12  browser first",
      "clicked 14 1 browser first firstOfLink",
    ]);
  });

  it("keeps opens through an image proxy whoever clicks the honeypot link", () => {
    const proxy = { agent: "Mozilla/5.0 (via ggpht.com GoogleImageProxy)" };
    expect(words([event(60, null, proxy), event(61, 0)])).toEqual([
      "opened 60  image_proxy first",
      "clicked 61 0 honeypot",
    ]);
  });

  it("classifies clicks of a crowd as machine, with the open that came with them", () => {
    const crowd = [{ client: `203.0.113.0/24 ${agent}`, at: after(60), contacts: 9 }];
    const { entries } = judge([event(59, null), event(60, 1), event(90, 2)], { crowd });
    expect(entries.map(({ payload }) => payload)).toMatchObject([
      { reason: "many_messages", messagesAtOnce: 9 },
      { reason: "many_messages", messagesAtOnce: 9 },
      { reason: "browser" },
    ]);
  });
});

describe("revising verdicts", () => {
  const facts = { agent, network: "203.0.113.0/24", method: "GET", verdict: "human", reason: "browser" };
  const about = { campaignId: "7", variantId: "8", domain: "example.com" };
  const judged = (id: string, seconds: number, payload: Partial<JudgedEntry["payload"]>): JudgedEntry => ({
    id,
    at: after(seconds),
    type: payload.link === undefined ? "email_opened" : "email_clicked",
    payload: { ...about, ...facts, seconds, ...payload },
  });
  const person = { network: "198.51.100.0/24", agent: `${agent} Person` };
  const seen = { ...message, isOpened: true, isClicked: true, links: { 1: { ...clicked(100), clicks: 2 } } };
  const history = [
    judged("1", 60, { first: true }),
    judged("2", 100, { link: 1, first: true, firstOfLink: true, impliesOpen: false }),
    judged("3", 200, { link: 1, first: false, firstOfLink: false, impliesOpen: false, ...person }),
  ];
  const click = { ...about, event: "email_clicked", link: 1 };
  const nothing = { verdict: "machine", first: false, firstOfLink: false, impliesOpen: false };

  it("takes back what the client of the honeypot link did, and passes uniqueness on", () => {
    const { entries, updates, replaced } = judgeTrails([trail([event(300, 0)], { message: seen })], () => history);
    const was = { verdict: "human", first: true };
    const later = { verdict: "human", first: false, firstOfLink: false, impliesOpen: false };
    const heir = { verdict: "human", first: true, firstOfLink: true, impliesOpen: true };
    expect(entries.slice(0, 3).map(({ at, type, payload }) => ({ at, type, payload }))).toEqual([
      {
        at: after(60),
        type: "email_revised",
        payload: { ...about, event: "email_opened", link: undefined, was, now: { verdict: "machine", first: false } },
      },
      {
        at: after(100),
        type: "email_revised",
        payload: { ...click, was: { ...was, firstOfLink: true, impliesOpen: false }, now: nothing },
      },
      { at: after(200), type: "email_revised", payload: { ...click, was: later, now: heir } },
    ]);
    expect(updates).toEqual([
      {
        rowId: "(0,1)",
        isOpenWithdrawn: true,
        isClickWithdrawn: true,
        openedAt: after(200),
        clickedAt: after(200),
        botSeenAt: after(60),
        links: { 1: { at: after(100).toISOString(), clicks: 1, machineClicks: 1 }, 0: clicked(300, 0) },
      },
    ]);
    expect(replaced.map(({ payload }) => payload)).toMatchObject([
      { verdict: "machine", reason: "honeypot", honeypot: true, judged: was },
      { ...nothing, reason: "honeypot", judged: { ...was, firstOfLink: true } },
      { ...heir, reason: "browser", judged: later },
    ]);
  });

  it("keeps what an entry said first when it is revised again", () => {
    const first = { verdict: "human", first: false, firstOfLink: false, impliesOpen: false };
    const twice = judged("3", 200, { link: 1, first: true, firstOfLink: true, impliesOpen: true, judged: first });
    const { replaced, updates } = judgeTrails([trail([event(300, 0)], { message: seen })], () => [twice]);
    expect(replaced).toMatchObject([{ payload: { ...nothing, judged: first } }]);
    expect(updates).toMatchObject([{ isOpenWithdrawn: true, isClickWithdrawn: true }]);
    expect(updates[0]?.openedAt).toBeUndefined();
  });

  it("starts from a message without the events that were taken back", () => {
    const { entries } = judgeTrails(
      [trail([event(300, 0), event(310, 1, person)], { message: { ...seen, links: { 1: clicked(100) } } })],
      () => history.slice(0, 2),
    );
    expect(entries.at(-1)?.payload).toMatchObject({
      verdict: "human",
      first: true,
      firstOfLink: true,
      impliesOpen: true,
    });
  });

  it("asks for the history only where it can matter", () => {
    const unseen = { message: { ...message, isBotSeen: true } };
    expect(needsHistory(trail([event(60, null)], { message: seen }))).toBe(false);
    expect(needsHistory(trail([event(60, 2)], { message: seen }))).toBe(false);
    expect(needsHistory(trail([event(60, 0)], unseen))).toBe(false);
    expect(needsHistory(trail([event(60, 0)], { message: seen }))).toBe(true);
    expect(needsHistory(trail([event(60, 2)], { message: { ...message, links: { 0: clicked(5, 0) } } }))).toBe(true);
  });
});
