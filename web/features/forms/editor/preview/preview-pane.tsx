import { SegmentedControl, Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiFailure } from "../../../../api/api-failure.ts";
import { send } from "../../../../api/client.ts";
import type { OutputOf } from "../../../../api/operations.ts";
import { useMessages } from "../../../../i18n/messages.tsx";
import { optionsOf } from "../../../../ui/choices/options.ts";
import { useShops } from "../../../../ui/choices/use-choices.ts";
import { Callout } from "../../../../ui/display/callout.tsx";
import { uiMessages } from "../../../../ui/messages.ts";
import { describeFailure } from "../../../../ui/state/failure.tsx";
import { useLastAnswer } from "../../../../ui/state/use-last-answer.ts";
import { editorMessages } from "../messages.ts";
import type { FormContent, FormDraft } from "../use-form-draft.ts";
import { DrawnBrowser } from "./drawn-browser.tsx";
import classes from "./preview.module.css";

const places = ["classic", "popup", "slide", "page"] as const;
const states = ["form", "error", "sent", "confirm", "confirmed", "already"] as const;

type Shown = {
  readonly content: FormContent;
  readonly place: (typeof places)[number];
  readonly state: (typeof states)[number];
};

const isPhone = (): boolean => matchMedia("(max-width: 47.99em)").matches;

const previewOf = ({ content, place, state }: Shown) => {
  const { welcome: _welcome, tags: _tags, kind: _kind, ...fields } = content;
  const shown = place === "page" ? { place: "page" } : { place: "site", kind: place };
  const body = { ...fields, ...shown, state };
  return queryOptions<OutputOf<"POST /forms/preview">, ApiFailure>({
    queryKey: ["POST /forms/preview", { body }],
    queryFn: ({ signal }) => send<OutputOf<"POST /forms/preview">>("POST /forms/preview", { body }, { signal }),
    gcTime: 10_000,
    retry: false,
  });
};

/** The form as visitors will see it, drawn by the server. */
export function PreviewPane({ draft, url }: { draft: FormDraft; url: string }) {
  const t = useMessages(editorMessages).preview;
  const ui = useMessages(uiMessages);
  const { shops } = useShops();
  const { content } = draft;
  const [chosen, setPlace] = useState<Shown["place"]>();
  const [state, setState] = useState<Shown["state"]>("form");
  const [device, setDevice] = useState<"desktop" | "phone">(() => (isPhone() ? "phone" : "desktop"));
  const place = chosen ?? content.kind;
  const [settled] = useDebouncedValue(content, 300);
  const { data, error } = useQuery(previewOf({ content: settled, place, state }));
  const shown = useLastAnswer(data);
  const isOwnPage = place === "page" || state === "confirm" || state === "confirmed" || state === "already";
  const shopUrl = shops.find(({ id }) => id === content.shopId)?.url ?? null;
  const host = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);
  return (
    <section className={classes["pane"]} aria-label={t.title}>
      <div className={classes["tools"]}>
        <SegmentedControl
          aria-label={t.place}
          value={place}
          data={optionsOf(t.places)}
          onChange={(value) => setPlace(places.find((one) => one === value))}
        />
        <Select
          aria-label={t.state}
          className={classes["state"] ?? ""}
          data={optionsOf(t.states)}
          value={state}
          allowDeselect={false}
          onChange={(value) => setState(states.find((one) => one === value) ?? "form")}
        />
        <SegmentedControl
          aria-label={t.device}
          value={device}
          data={optionsOf(t.devices)}
          onChange={(value) => setDevice(value === "phone" ? "phone" : "desktop")}
        />
      </div>
      {error !== null && (
        <div className={classes["failed"]}>
          <Callout tone="warn">
            {error.code === "validation" ? t.rejected : `${t.failed} ${describeFailure(error, ui)}`}
          </Callout>
        </div>
      )}
      {shown !== undefined && (
        <DrawnBrowser
          html={shown.html}
          title={t.title}
          place={isOwnPage ? "page" : place}
          device={device}
          address={isOwnPage || shopUrl === null ? `${host(url)}/f` : host(shopUrl)}
        />
      )}
    </section>
  );
}
