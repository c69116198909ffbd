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

/** One record to set: its name and value with copy buttons, whether the DNS has it, and what it has instead. */
export function DnsRecordRow({ record, isChecked }: { record: DnsRecord; isChecked: boolean }) {
  const t = useMessages(domainsMessages);
  const { kind, name, type, expected, found } = record;
  const state = recordState(record, isChecked);
  return (
    <section className={classes["record"]} data-wrong={state === "wrong"} aria-label={`${t.kinds[kind]} ${name}`}>
      <div className={classes["recordHead"]}>
        <b>{t.kinds[kind]}</b>
        <span className={classes["type"]}>{type}</span>
        <Status appearance={appearances[state]} label={t.states[state]} />
      </div>
      <div className={classes["values"]}>
        <CopiedValue text={name} name={`${t.kinds[kind]}, ${t.name}`} />
        {expected === null ? (
          <span className={classes["value"]}>
            <span className={classes["any"]}>{t.anyValue}</span>
          </span>
        ) : (
          <CopiedValue text={expected} name={`${t.kinds[kind]}, ${t.value}`} />
        )}
      </div>
      {state === "wrong" && (
        <p className={classes["found"]}>
          {t.foundInstead} <code>{found.join(" · ")}</code>. {found.length > 1 ? t.several : t.replace}
        </p>
      )}
    </section>
  );
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
