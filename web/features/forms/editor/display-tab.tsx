import { Checkbox, NumberInput, Radio, SegmentedControl, Select, Stack, TagsInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { useMessages } from "../../../i18n/messages.tsx";
import { Callout } from "../../../ui/display/callout.tsx";
import { optionsOf } from "../../../ui/choices/options.ts";
import { displayMessages } from "./display-messages.ts";
import { findVerdict } from "./page-rules.ts";
import type { FormContent, TabProps } from "./use-form-draft.ts";
import classes from "./editor.module.css";

type Popup = FormContent["popup"];

const kinds = ["classic", "popup", "slide"] as const;
const triggers = ["delay", "scroll", "exit"] as const;
const devices = ["all", "desktop", "mobile"] as const;

/** Where, when and how often the form appears on the web site. */
export function DisplayTab({ draft, canEdit }: TabProps) {
  const t = useMessages(displayMessages);
  const { kind, popup } = draft.content;
  const set = (changes: Partial<Popup>) => draft.change({ popup: { ...popup, ...changes } });
  const setKind = (chosen: string) => draft.change({ kind: kinds.find((one) => one === chosen) ?? "classic" });
  return (
    <>
      <Radio.Group label={t.kind} value={kind} onChange={setKind}>
        <Stack gap={8} mt={4}>
          {kinds.map((one) => (
            <Radio key={one} value={one} label={t.kinds[one]} description={t.kindHints[one]} disabled={!canEdit} />
          ))}
        </Stack>
      </Radio.Group>
      {kind === "classic" ? (
        <Callout tone="accent">{t.inline}</Callout>
      ) : (
        <fieldset className={classes["settings"]} disabled={!canEdit} aria-label={t.when} style={{ padding: 0 }}>
          <Select
            label={t.when}
            data={optionsOf(t.triggers)}
            value={popup.trigger}
            allowDeselect={false}
            disabled={!canEdit}
            onChange={(chosen) => set({ trigger: triggers.find((one) => one === chosen) ?? "delay" })}
          />
          {popup.trigger === "delay" && (
            <Whole
              label={t.delay}
              value={popup.delayS}
              min={0}
              max={3600}
              suffix=" s"
              onChange={(delayS) => set({ delayS })}
            />
          )}
          {popup.trigger === "scroll" && (
            <Whole
              label={t.scroll}
              value={popup.scrollPercent}
              min={1}
              max={100}
              suffix=" %"
              onChange={(scrollPercent) => set({ scrollPercent })}
            />
          )}
          <Whole
            label={t.repeat}
            hint={popup.repeatDays === 0 ? t.everyTime : undefined}
            value={popup.repeatDays}
            min={0}
            max={3650}
            suffix={t.days}
            onChange={(repeatDays) => set({ repeatDays })}
          />
          <Select
            label={t.devicesLabel}
            data={optionsOf(t.devices)}
            value={popup.devices}
            allowDeselect={false}
            disabled={!canEdit}
            onChange={(chosen) => set({ devices: devices.find((one) => one === chosen) ?? "all" })}
          />
          {kind === "slide" && (
            <div role="group" aria-label={t.position}>
              <h2>{t.position}</h2>
              <SegmentedControl
                fullWidth
                disabled={!canEdit}
                value={popup.position}
                data={optionsOf(t.positions)}
                onChange={(chosen) => set({ position: chosen === "left" ? "left" : "right" })}
              />
            </div>
          )}
          <TextInput
            type="date"
            label={t.until}
            value={popup.until ?? ""}
            onChange={(event) => {
              const { value } = event.currentTarget;
              set({ until: value === "" ? null : value });
            }}
          />
          <Checkbox
            label={t.requireConsent}
            description={t.requireConsentHint}
            checked={popup.requireConsent}
            onChange={(event) => set({ requireConsent: event.currentTarget.checked })}
          />
          <PageRules pages={popup.pages} canEdit={canEdit} onChange={(pages) => set({ pages })} />
        </fieldset>
      )}
    </>
  );
}

type WholeProps = {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly suffix: string;
  readonly onChange: (value: number) => void;
};

const Whole = ({ hint, onChange, min, max, ...props }: WholeProps) => (
  <NumberInput
    {...props}
    description={hint}
    min={min}
    max={max}
    allowDecimal={false}
    allowNegative={false}
    clampBehavior="blur"
    onChange={(next) => {
      if (next !== "" && Number(next) >= min && Number(next) <= max) onChange(Number(next));
    }}
  />
);

type PageRulesProps = {
  readonly pages: Popup["pages"];
  readonly canEdit: boolean;
  readonly onChange: (pages: Popup["pages"]) => void;
};

/** Pages with and without the form, and a box to try an address. */
function PageRules({ pages, canEdit, onChange }: PageRulesProps) {
  const t = useMessages(displayMessages);
  const [address, setAddress] = useState("");
  const verdict = findVerdict(pages, address);
  return (
    <div className={classes["group"]} role="group" aria-label={t.pages}>
      <h2>{t.pages}</h2>
      <TagsInput
        label={t.include}
        description={t.pagesHint}
        placeholder={pages.include.length === 0 ? t.allPages : ""}
        value={pages.include}
        maxTags={50}
        maxLength={500}
        disabled={!canEdit}
        acceptValueOnBlur
        onChange={(include) => onChange({ ...pages, include })}
      />
      <TagsInput
        label={t.exclude}
        value={pages.exclude}
        maxTags={50}
        maxLength={500}
        disabled={!canEdit}
        acceptValueOnBlur
        onChange={(exclude) => onChange({ ...pages, exclude })}
      />
      <TextInput
        label={t.tryAddress}
        placeholder="https://"
        value={address}
        autoComplete="off"
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <p className={classes["text"]} role="status">
        {verdict === undefined ? "" : t.verdict(verdict.isShown, verdict.rule)}
      </p>
    </div>
  );
}
