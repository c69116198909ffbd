/// <reference lib="dom" />

import { matchesAddress } from "../../../kernel/address-pattern.ts";

export type PopupRules = {
  readonly trigger: "delay" | "scroll" | "exit";
  readonly delayS: number;
  readonly scrollPercent: number;
  readonly repeatDays: number;
  readonly devices: "all" | "desktop" | "mobile";
  readonly pages: { readonly include: readonly string[]; readonly exclude: readonly string[] };
};

const isHere = (pattern: string): boolean => matchesAddress(pattern, location);

/** Whether the pop-up may be shown in this page and on this device. */
export function isPageChosen({ devices, pages }: PopupRules): boolean {
  const isMobile = matchMedia("(max-width: 767px)").matches;
  if (devices !== "all" && isMobile !== (devices === "mobile")) return false;
  return (pages.include.length === 0 || pages.include.some(isHere)) && !pages.exclude.some(isHere);
}

/** Once: after the delay, at the depth of scrolling, or when the pointer leaves the window at its top. */
export function runWhenTriggered({ trigger, delayS, scrollPercent }: PopupRules, run: () => void): void {
  if (trigger === "delay") {
    setTimeout(run, delayS * 1000);
    return;
  }
  const [event, isReached] =
    trigger === "scroll" ? (["scroll", isScrolled] as const) : (["mouseout", isLeaving] as const);
  const check = (happened?: Event) => {
    if (!isReached(happened)) return;
    removeEventListener(event, check);
    run();
  };
  addEventListener(event, check, { passive: true });
  check();

  /** A page that fits into the window counts as read. */
  function isScrolled(): boolean {
    const { scrollHeight, clientHeight } = document.documentElement;
    return scrollY + clientHeight >= clientHeight + ((scrollHeight - clientHeight) * scrollPercent) / 100;
  }

  function isLeaving(happened?: Event): boolean {
    return happened instanceof MouseEvent && happened.relatedTarget === null && happened.clientY <= 0;
  }
}
