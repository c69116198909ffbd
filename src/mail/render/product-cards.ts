/** Products of a feed as cards beside each other. */
export type ProductCards = {
  readonly columns: number;
  /** Width of the place of one card, in pixels. */
  readonly width: number;
  readonly button?: CardButton | undefined;
};

export type CardButton = {
  readonly label: string;
  /** Like `#1f5fbf`. */
  readonly color: string;
  readonly textColor: string;
  readonly radius: number;
};

/** The longest label of a button; a tag carries it in Base64. */
export const maxCardLabel = 40;

const cardsPattern = /\.cards_([1-4])_(\d{2,4})(?:_([\da-f]{6})_([\da-f]{6})_(\d{1,2})_([\w-]{1,220}))?$/;

/** The end of a tag's key: `.cards_3_183`, or with a button `.cards_3_183_1f5fbf_ffffff_3_S291cGl0`. */
export function writeCards({ columns, width, button }: ProductCards): string {
  const place = `.cards_${columns}_${width}`;
  if (button === undefined) return place;
  const [color, textColor] = [button.color, button.textColor].map((hex) => hex.slice(1).toLowerCase());
  return `${place}_${color}_${textColor}_${button.radius}_${Buffer.from(button.label).toString("base64url")}`;
}

/** The key without its look, and the look if the key has one. */
export function splitCards(key: string): { readonly key: string; readonly cards?: ProductCards } {
  const found = cardsPattern.exec(key);
  if (found === null) return { key };
  const [end, columns, width, color, textColor, radius, label] = found;
  const button =
    label === undefined
      ? undefined
      : {
          label: Buffer.from(label, "base64url").toString(),
          color: `#${color}`,
          textColor: `#${textColor}`,
          radius: Number(radius),
        };
  return { key: key.slice(0, -end.length), cards: { columns: Number(columns), width: Number(width), button } };
}
