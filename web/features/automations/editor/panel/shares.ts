/** A branch of a split. Whole percents from 1 to 99, together always 100. */
export type Share = { readonly output: string; readonly percent: number };

const whole = 100;

const sumOf = (shares: readonly Share[]): number => shares.reduce((sum, { percent }) => sum + percent, 0);

/** Percents of at least 1 with this sum, in the proportion of those given. */
function scaled(shares: readonly Share[], sum: number): Share[] {
  const before = sumOf(shares);
  let left = sum;
  return shares.map((share, index) => {
    const others = shares.length - index - 1;
    const wanted = before === 0 ? sum / shares.length : (share.percent / before) * sum;
    const percent = others === 0 ? left : Math.min(left - others, Math.max(1, Math.round(wanted)));
    left -= percent;
    return { ...share, percent };
  });
}

/** What one branch gets, the others lose in proportion. */
export function changePercent(shares: readonly Share[], index: number, percent: number): Share[] {
  const others = shares.filter((_share, at) => at !== index);
  const share = shares[index];
  if (share === undefined || others.length === 0) return [...shares];
  const own = Math.min(whole - others.length, Math.max(1, Math.round(percent) || 1));
  return scaled(others, whole - own).toSpliced(index, 0, { ...share, percent: own });
}

/** The new branch takes from the largest one. */
export function addShare(shares: readonly Share[]): Share[] {
  const names = new Set(shares.map(({ output }) => output));
  const output = "abcdefghijklmnopqrstuvwxyz".split("").find((letter) => !names.has(letter)) ?? `v${shares.length + 1}`;
  return changePercent([...shares, { output, percent: 1 }], shares.length, Math.floor(whole / (shares.length + 1)));
}

export const removeShare = (shares: readonly Share[], index: number): Share[] =>
  scaled(shares.toSpliced(index, 1), whole);

/** The first branches get what does not divide. */
export function divideEvenly(shares: readonly Share[]): Share[] {
  const rest = whole % shares.length;
  return shares.map((share, index) => ({
    ...share,
    percent: Math.floor(whole / shares.length) + (index < rest ? 1 : 0),
  }));
}
