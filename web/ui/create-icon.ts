import { createElement, type ReactNode, type SVGProps } from "react";

type IconProps = Omit<SVGProps<SVGSVGElement>, "stroke"> & { readonly size?: number; readonly stroke?: number };

export type Icon = (props: IconProps) => ReactNode;

/** An outline of 24 by 24 in the colour of the text. */
export const createIcon =
  (path: string): Icon =>
  ({ size = 24, stroke = 2, color = "currentColor", ...rest }) =>
    createElement(
      "svg",
      {
        xmlns: "http://www.w3.org/2000/svg",
        width: size,
        height: size,
        viewBox: "0 0 24 24",
        fill: "none",
        stroke: color,
        strokeWidth: stroke,
        strokeLinecap: "round",
        strokeLinejoin: "round",
        ...rest,
      },
      createElement("path", { d: path }),
    );
