import { readableColor, textColorOn } from "./contrast.ts";

type Brand<Font> = {
  readonly primaryColor: string | null;
  readonly textColor: string | null;
  readonly backgroundColor: string | null;
  readonly font: Font | null;
};

type EmailLook<Font> = {
  textColor?: string;
  linkColor?: string;
  buttonColor?: string;
  buttonTextColor?: string;
  backgroundColor?: string;
  font?: Font;
};

const dark = "#222222";
const bare = (color: string) => color.slice(1).toLowerCase();

/** Colours and font of a brand as settings of an e-mail; what it does not set is left out. Links stand on white. */
export function toEmailLook<Font extends string>(brand: Brand<Font>): EmailLook<Font> {
  const { primaryColor: main, textColor, backgroundColor, font } = brand;
  return {
    ...(textColor === null ? {} : { textColor }),
    ...(main === null
      ? {}
      : {
          buttonColor: main,
          buttonTextColor: `#${textColorOn(bare(main), "ffffff", bare(dark))}`,
          linkColor: `#${readableColor(bare(main), "ffffff", bare(textColor ?? dark))}`,
        }),
    ...(backgroundColor === null ? {} : { backgroundColor }),
    ...(font === null ? {} : { font }),
  };
}
