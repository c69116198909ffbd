import { SegmentedControl, Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMessages } from "../../../../i18n/messages.tsx";
import { optionsOf } from "../../../../ui/choices/options.ts";
import { useShops } from "../../../../ui/choices/use-choices.ts";
import { Callout } from "../../../../ui/display/callout.tsx";
import { uiMessages } from "../../../../ui/messages.ts";
import { describeFailure } from "../../../../ui/state/failure.tsx";
import { useLastAnswer } from "../../../../ui/state/use-last-answer.ts";
import { editorMessages } from "../messages.ts";
import type { FormDraft } from "../use-form-draft.ts";
import { DrawnBrowser } from "./drawn-browser.tsx";
import { formPreview, places, states } from "./form-preview.ts";
import classes from "./preview.module.css";

const isPhone = (): boolean => matchMedia("(max-width: 47.99em)").matches;

/** The form as visitors will see it, drawn by the server. */
export function PreviewPane({ draft, url }: { draft: FormDraft; url: string }) {
  const t = useMessages(editorMessages).preview;
  const ui = useMessages(uiMessages);
  const { shops } = useShops();
  const { content } = draft;
  const [chosen, setPlace] = useState<(typeof places)[number]>();
  const [state, setState] = useState<(typeof states)[number]>("form");
  const [device, setDevice] = useState<"desktop" | "phone">(() => (isPhone() ? "phone" : "desktop"));
  const place = chosen ?? content.kind;
  const [settled] = useDebouncedValue(content, 300);
  const { data, error } = useQuery(formPreview({ content: settled, place, state }));
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
      {(shown !== undefined || error === null) && (
        <DrawnBrowser
          html={shown?.html}
          title={t.title}
          place={isOwnPage ? "page" : place}
          device={device}
          address={isOwnPage || shopUrl === null ? `${host(url)}/f` : host(shopUrl)}
        />
      )}
    </section>
  );
}
