import { useEffect, useRef, useState } from "react";
import { Loading } from "../../../../ui/state/loading.tsx";
import { EmailFrame } from "../../../../ui/email-frame/email-frame.tsx";
import classes from "./preview.module.css";

const sizes = { desktop: { width: 1024, height: 720 }, phone: { width: 390, height: 760 } } as const;

/** Of the bar with the address, its border included. */
const chromeHeight = 44;

const leastScale = 0.6;

type Props = {
  /** Undefined while the first one is loaded. */
  readonly html: string | undefined;
  readonly title: string;
  readonly place: "classic" | "popup" | "slide" | "page";
  readonly device: "desktop" | "phone";
  readonly address: string;
};

/** A browser with a drawn web site and the form in it, scaled to its place. */
export function DrawnBrowser({ html, title, place, device, address }: Props) {
  const outer = useRef<HTMLDivElement>(null);
  const { width, height } = sizes[device];
  const [available, setAvailable] = useState<{ width: number; height: number }>({ width, height: Infinity });
  useEffect(() => {
    if (outer.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setAvailable(entry.contentRect);
    });
    observer.observe(outer.current);
    return () => observer.disconnect();
  }, []);
  const frameHeight = height + chromeHeight;
  // A window that is lower than its place would hide what stands at its lower edge, but nothing smaller can be read.
  const fitting = available.height >= frameHeight * leastScale ? available.height / frameHeight : 1;
  const scale = Math.min(1, available.width / width, fitting);
  return (
    <div ref={outer} className={classes["outer"]}>
      <div style={{ width: width * scale, height: frameHeight * scale }} className={classes["scaled"]}>
        <div className={classes["browser"]} data-device={device} style={{ width, transform: `scale(${scale})` }}>
          <div className={classes["chrome"]} aria-hidden="true">
            <i />
            <i />
            <i />
            <span>{address}</span>
          </div>
          <div className={classes["window"]} style={{ height }}>
            {place !== "page" && <Site isShort={place === "classic"} />}
            {html === undefined && <Loading lines={5} />}
            {html !== undefined && place === "classic" && (
              <div className={classes["inline"]}>
                <EmailFrame key={place} html={html} title={title} isTransparent />
                <Lines />
              </div>
            )}
            {html !== undefined && (place === "popup" || place === "slide") && (
              <div className={classes["over"]}>
                <EmailFrame key={place} html={html} title={title} height={height} isTransparent />
              </div>
            )}
            {html !== undefined && place === "page" && (
              <EmailFrame key={place} html={html} title={title} leastHeight={height} />
            )}
          </div>
        </div>
      </div>
    </div>
  );
}

/** The head of a web site that has no content of its own. */
const Site = ({ isShort }: { isShort: boolean }) => (
  <div className={classes["site"]} data-short={isShort || undefined} aria-hidden="true">
    <div className={classes["siteHead"]}>
      <b />
      <span />
      <span />
      <span />
    </div>
    <div className={classes["siteHero"]} />
    {!isShort && <Lines />}
  </div>
);

const Lines = () => (
  <div className={classes["lines"]} aria-hidden="true">
    <span />
    <span />
    <span />
  </div>
);
