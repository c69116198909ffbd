import { honeypotLink } from "../../mail/render/links.ts";
import { toMessageKey, type TrackedEvent } from "./event.ts";
import { isMachineRequest } from "./verdict.ts";

/** Events of one company that an HTTP process received together. */
export type EventBatch = {
  readonly id: string;
  readonly receivedAt: Date;
  readonly events: readonly TrackedEvent[];
};

/** The stored form: user agents and networks repeat, so that each client is written once. */
export type StoredEvents = {
  /** User agent, network, method, whether the request has a prefetch header. */
  readonly clients: readonly (readonly [string, string, string, boolean])[];
  /** Campaign, contact, time in milliseconds, link, place in `clients`. */
  readonly events: readonly (readonly [string, string, number, number | null, number])[];
};

export function encodeEvents(events: readonly TrackedEvent[]): StoredEvents {
  const places = new Map<string, number>();
  const clients: StoredEvents["clients"][number][] = [];
  const findPlace = ({ agent, network, method, prefetch }: TrackedEvent): number => {
    const key = `${network} ${method} ${prefetch} ${agent}`;
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, clients.length);
    return clients.push([agent, network, method, prefetch]) - 1;
  };
  return {
    events: events.map((event) => [
      event.campaignId,
      event.contactId,
      event.at.getTime(),
      event.link,
      findPlace(event),
    ]),
    clients,
  };
}

/** An event with what is asked about it over and over. */
export type WaitingEvent = TrackedEvent & {
  readonly messageKey: string;
  /** A click that does not show by itself that it is of a machine. */
  readonly isBrowserClick: boolean;
};

export function decodeEvents(tenantId: string, { clients, events }: StoredEvents): readonly WaitingEvent[] {
  const areBrowsers = clients.map(
    ([agent, , method, prefetch]) => !isMachineRequest({ kind: "click", method, agent, prefetch }),
  );
  return events.flatMap(([campaignId, contactId, at, link, place]) => {
    const client = clients[place];
    if (client === undefined) return [];
    const [agent, network, method, prefetch] = client;
    return [
      {
        tenantId,
        campaignId,
        contactId,
        at: new Date(at),
        link,
        method,
        agent,
        prefetch,
        network,
        messageKey: toMessageKey({ campaignId, contactId }),
        isBrowserClick: link !== null && link !== honeypotLink && areBrowsers[place] === true,
      },
    ];
  });
}
