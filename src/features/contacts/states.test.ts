import { expect, it } from "vitest";
import { nextContactStatus, contactStatuses, type StatusEvent } from "./states.ts";

const events: readonly StatusEvent[] = ["unsubscribe", "bounce", "complain", "confirm", "consent"];

it("defines a result for every event in every status", () => {
  const table = contactStatuses.map((status) =>
    [status, ...events.map((event) => nextContactStatus(status, event))].join(" "),
  );
  expect(table).toEqual([
    "subscribed unsubscribed bounced complained subscribed subscribed",
    "pending unsubscribed bounced complained subscribed pending",
    "unsubscribed unsubscribed unsubscribed complained subscribed unsubscribed",
    "bounced unsubscribed bounced complained subscribed bounced",
    "complained unsubscribed complained complained subscribed complained",
    "customer unsubscribed bounced complained subscribed subscribed",
  ]);
});

it("reactivates an opted-out contact only by the person's own confirmation", () => {
  const refusals = ["unsubscribed", "bounced", "complained"] as const;
  for (const status of refusals) {
    const back = events.filter((event) => nextContactStatus(status, event) === "subscribed");
    expect(back).toEqual(["confirm"]);
  }
});
