import classes from "./status.module.css";

/** A status is a shape, a colour and a word, so that it can be read without colour. */
export type GlyphShape =
  | "circle"
  | "dashed"
  | "slashed"
  | "cross"
  | "triangle"
  | "diamond"
  | "square"
  | "half"
  | "bars"
  | "tick";
export type Tone = "accent" | "good" | "warn" | "bad" | "mute" | "teal" | "plum";
export type StatusAppearance = { readonly shape: GlyphShape; readonly tone: Tone };

const line = { fill: "none", stroke: "currentColor", strokeWidth: 1.75, strokeLinecap: "round" } as const;

const shapes: Readonly<Record<GlyphShape, React.ReactNode>> = {
  circle: <circle cx="6" cy="6" r="4.5" fill="currentColor" />,
  dashed: <circle cx="6" cy="6" r="4.6" {...line} strokeWidth="1.8" strokeDasharray="1.6 2" strokeLinecap="butt" />,
  slashed: (
    <g {...line} strokeWidth="1.5">
      <circle cx="6" cy="6" r="4.5" />
      <path d="M3.2 8.8 8.8 3.2" />
    </g>
  ),
  cross: <path d="m2.5 2.5 7 7m0-7-7 7" {...line} />,
  triangle: <path d="M6 1.2 11.2 10.8H.8z" fill="currentColor" />,
  diamond: <path d="M6 .8 11.2 6 6 11.2.8 6z" fill="currentColor" />,
  square: <rect x="1.75" y="1.75" width="8.5" height="8.5" rx="1.5" {...line} strokeWidth="1.5" />,
  half: (
    <g>
      <circle cx="6" cy="6" r="4.75" {...line} strokeWidth="1.5" />
      <path d="M6 1.5a4.5 4.5 0 0 1 0 9z" fill="currentColor" />
    </g>
  ),
  bars: <path d="M3.5 2v8m5-8v8" {...line} strokeWidth="2.4" strokeLinecap="butt" />,
  tick: <path d="m1.8 6.4 2.9 2.9 5.5-6.2" {...line} strokeWidth="2" strokeLinejoin="round" />,
};

export const StatusGlyph = ({ shape, tone }: StatusAppearance) => (
  <svg className={classes["glyph"]} data-tone={tone} viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
    {shapes[shape]}
  </svg>
);

/** Glyph and plain text, for tables. */
export const Status = ({ appearance, label }: { appearance: StatusAppearance; label: string }) => (
  <span className={classes["status"]}>
    <StatusGlyph {...appearance} />
    {label}
  </span>
);

/** A tinted pill, for page heads. */
export const StatusPill = ({ appearance, label }: { appearance: StatusAppearance; label: string }) => (
  <span className={classes["pill"]} data-tone={appearance.tone}>
    <StatusGlyph {...appearance} />
    {label}
  </span>
);

export const EngagementTile = ({ letter, label }: { letter: string; label: string }) => (
  <span className={classes["engagement"]} data-letter={letter} title={label}>
    {letter}
  </span>
);
