import type { OutputOf } from "../../../api/operations.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { CopyButton } from "../../../ui/display/copy-button.tsx";
import { Status, type StatusAppearance } from "../../../ui/display/status.tsx";
import { domainsMessages } from "./messages.ts";
import classes from "../sending.module.css";

export type SendingDomain = OutputOf<"GET /sending/setup">["domains"][number];
type DnsRecord = SendingDomain["records"][number];
type RecordState = "ok" | "wrong" | "missing" | "unchecked";

const appearances: Readonly<Record<RecordState, StatusAppearance>> = {
  ok: { shape: "tick", tone: "good" },
  wrong: { shape: "cross", tone: "bad" },
  missing: { shape: "dashed", tone: "warn" },
  unchecked: { shape: "dashed", tone: "mute" },
};

function recordState({ ok, found }: DnsRecord, isChecked: boolean): RecordState {
  if (ok) return "ok";
  if (!isChecked) return "unchecked";
  return found.length > 0 ? "wrong" : "missing";
}

const kindsWithHost: readonly DnsRecord["kind"][] = ["spf", "dmarc", "return_path", "tracking"];

/** Whether the value refers to the host of this service, so that it can be set only when there is a public one. */
export const namesService = ({ kind }: DnsRecord): boolean => kindsWithHost.includes(kind);

type RowProps = {
  readonly record: DnsRecord;
  readonly isChecked: boolean;
  /** Its value is not known yet. */
  readonly isWaiting: boolean;
};

/** One record to set: its name and value with copy buttons, whether the DNS has it, and what it has instead. */
export function DnsRecordRow({ record, isChecked, isWaiting }: RowProps) {
  const t = useMessages(domainsMessages);
  const { kind, name, type, expected, found } = record;
  const state = isWaiting ? "unchecked" : recordState(record, isChecked);
  return (
    <section className={classes["record"]} data-wrong={state === "wrong"} aria-label={`${t.kinds[kind]} ${name}`}>
      <div className={classes["recordHead"]}>
        <b>{t.kinds[kind]}</b>
        <span className={classes["type"]}>{type}</span>
        <Status appearance={appearances[state]} label={isWaiting ? t.waitsForHost : t.states[state]} />
      </div>
      <div className={classes["values"]}>
        <CopiedValue text={name} name={`${t.kinds[kind]}, ${t.name}`} />
        {isWaiting || expected === null ? (
          <span className={classes["value"]}>
            <span className={classes["any"]}>{isWaiting ? t.valueLater : t.anyValue}</span>
          </span>
        ) : (
          <CopiedValue text={expected} name={`${t.kinds[kind]}, ${t.value}`} />
        )}
      </div>
      {state === "wrong" && (
        <p className={classes["found"]}>
          {t.foundInstead} <code>{found.join(" · ")}</code>. {adviceFor(record, t)}
        </p>
      )}
    </section>
  );
}

type Advice = { readonly several: string; readonly merged: string; readonly replace: string };

/** An SPF record keeps what it has: the value to set is the merged one. */
function adviceFor({ kind, found }: DnsRecord, t: Advice): string {
  if (found.length > 1) return t.several;
  return kind === "spf" ? t.merged : t.replace;
}

const CopiedValue = ({ text, name }: { text: string; name: string }) => (
  <span className={classes["value"]}>
    <code title={text}>{text}</code>
    <CopyButton text={text} name={name} />
  </span>
);

/** Glyphs of all records, for rows of domains. */
export function RecordChips({ records, isChecked }: { records: readonly DnsRecord[]; isChecked: boolean }) {
  const t = useMessages(domainsMessages);
  if (records.length === 0) return "–";
  return (
    <span className={classes["chips"]}>
      {records.map((record) => (
        <Status
          key={record.name + record.kind}
          appearance={appearances[recordState(record, isChecked)]}
          label={t.kinds[record.kind]}
        />
      ))}
    </span>
  );
}
