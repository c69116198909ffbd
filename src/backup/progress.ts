export type Progress = { show(fraction: number, label: string): void; end(): void };

/** The part of standard error that is used. */
export type ProgressTarget = { isTTY: boolean; write(text: string): unknown };

const ttyIntervalMs = 100;
const lineIntervalMs = 2000;

/** One line that is rewritten on a terminal; elsewhere a plain line at intervals. */
export function createProgress(target: ProgressTarget, verb: string, now = () => performance.now()): Progress {
  const isTty = target.isTTY;
  let shownAt = now();
  let width = 0;
  return {
    show(fraction, label) {
      if (now() - shownAt < (isTty ? ttyIntervalMs : lineIntervalMs)) return;
      shownAt = now();
      const percent = Math.floor(Math.min(Math.max(fraction, 0), 1) * 100);
      const line = `${verb} ${String(percent).padStart(3)} %  ${label}`;
      target.write(isTty ? `\r${line.padEnd(width)}` : `${line}\n`);
      width = line.length;
    },
    end() {
      if (isTty && width > 0) target.write(`\r${" ".repeat(width)}\r`);
      width = 0;
    },
  };
}
