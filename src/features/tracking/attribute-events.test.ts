import { describe, expect, it } from "vitest";
import { addMs } from "../../kernel/local-time.ts";
import { attribute, type LinkCounts, type TrackedMessage } from "./attribute-events.ts";
import type { TrackedEvent } from "./event.ts";

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

const words = (events: readonly TrackedEvent[], links: LinkCounts | null = null, row = message) =>
  attribute(events, [{ ...row, links }]).entries.map((entry) => {
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
    expect(attribute([event(60, null), event(70, 2)], [message])).toEqual({
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

  it("returns nothing for a message that does not exist", () => {
    expect(attribute([event(60, null)], [])).toEqual({ entries: [], updates: [] });
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
    expect(attribute([event(60, null)], [row]).updates).toEqual([]);
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
    expect(attribute(events, [message])).toMatchObject({
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
    expect(words([event(60, 1), event(60.5, 2), event(61, 3), event(63.5, 4)])).toEqual([
      "clicked 60 1 many_links",
      "clicked 60.5 2 many_links",
      "clicked 61 3 many_links",
      "clicked 63.5 4 browser first firstOfLink impliesOpen",
    ]);
    expect(words([event(61, 3)], { 1: clicked(60), 2: clicked(60.5) })).toEqual(["clicked 61 3 many_links"]);
  });

  it("classifies events around a click on the honeypot link as machine", () => {
    expect(words([event(60, 1), event(64, 0), event(75, 2)])).toEqual([
      "clicked 60 1 honeypot",
      "clicked 64 0 honeypot",
      "clicked 75 2 browser first firstOfLink impliesOpen",
    ]);
    expect(words([event(60, 1)], { 0: clicked(55, 0) })).toEqual(["clicked 60 1 honeypot"]);
  });
});
