import type { NewKind } from "../model/new-blocks.ts";
import classes from "./structure.module.css";

type Tone = "line" | "soft" | "accent" | "strong";
/** A rectangle of 48 × 30: left, top, width, height. */
type Shape = readonly [left: number, top: number, width: number, height: number, tone: Tone, radius?: number];

const item = (left: number): readonly Shape[] => [
  [left, 4, 12, 11, "soft"],
  [left, 17, 12, 2, "line"],
  [left + 2, 22, 8, 4, "accent"],
];

const pictures: Readonly<Record<NewKind | Layout, readonly Shape[]>> = {
  text: [
    [6, 5, 20, 4, "strong"],
    [6, 13, 36, 2, "line"],
    [6, 18, 36, 2, "line"],
    [6, 23, 24, 2, "line"],
  ],
  image: [
    [5, 3, 38, 24, "soft"],
    [11, 8, 6, 6, "accent", 3],
    [9, 20, 30, 3, "line"],
  ],
  button: [
    [9, 9, 30, 12, "accent", 3],
    [16, 14, 16, 2, "soft"],
  ],
  divider: [
    [8, 6, 32, 2, "soft"],
    [5, 14, 38, 2, "strong"],
    [8, 22, 32, 2, "soft"],
  ],
  spacer: [
    [5, 3, 38, 3, "line"],
    [5, 24, 38, 3, "line"],
    [23, 9, 2, 12, "accent"],
  ],
  products: [...item(3), ...item(18), ...item(33)],
  product: [
    [4, 5, 17, 20, "soft"],
    [25, 6, 18, 3, "strong"],
    [25, 12, 12, 2, "line"],
    [25, 18, 15, 6, "accent", 2],
  ],
  coupon: [
    [6, 6, 36, 18, "soft", 3],
    [13, 11, 22, 4, "accent"],
    [17, 18, 14, 2, "line"],
  ],
  articles: [
    [4, 4, 12, 9, "soft"],
    [19, 5, 24, 3, "strong"],
    [19, 10, 18, 2, "line"],
    [4, 17, 12, 9, "soft"],
    [19, 18, 24, 3, "strong"],
    [19, 23, 18, 2, "line"],
  ],
  social: [
    [5, 10, 10, 10, "accent", 5],
    [19, 10, 10, 10, "line", 5],
    [33, 10, 10, 10, "accent", 5],
  ],
  form: [
    [8, 4, 32, 6, "soft", 2],
    [8, 12, 32, 6, "soft", 2],
    [8, 21, 18, 6, "accent", 2],
  ],
  html: [
    [6, 6, 8, 2, "accent"],
    [10, 12, 20, 2, "line"],
    [10, 17, 14, 2, "line"],
    [6, 23, 8, 2, "accent"],
  ],
  "1-1": [
    [5, 5, 18, 20, "soft"],
    [25, 5, 18, 20, "soft"],
  ],
  "1-1-1": [
    [4, 5, 12, 20, "soft"],
    [18, 5, 12, 20, "soft"],
    [32, 5, 12, 20, "soft"],
  ],
  "1-2": [
    [4, 5, 12, 20, "soft"],
    [18, 5, 26, 20, "soft"],
  ],
};

/** Widths of the columns of a row, as shares. */
export type Layout = "1-1" | "1-1-1" | "1-2";

/** What a block or a row looks like, in small. */
export const BlockPicture = ({ of }: { of: NewKind | Layout }) => (
  <svg viewBox="0 0 48 30" width={48} height={30} aria-hidden="true" className={classes["picture"]}>
    {pictures[of].map(([x, y, width, height, tone, radius = 1]) => (
      <rect key={`${x} ${y}`} x={x} y={y} width={width} height={height} rx={radius} data-tone={tone} />
    ))}
  </svg>
);
