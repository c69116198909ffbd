/** The product's mark; the tile has the accent colour. */
export const Mark = ({ size = 24 }: { size?: number }) => (
  <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
    <rect width="32" height="32" rx="8" fill="#3550CC" />
    <path d="M9.25 8v17" stroke="#fff" strokeWidth="2.5" strokeLinecap="round" />
    <path d="M8 8.6 24.1 6.3a1.25 1.25 0 0 1 1.4 1.24v8.9c0 .62-.45 1.14-1.06 1.23L8 20z" fill="#fff" />
    <path
      d="m10.4 10.2 6.9 4.5 6.2-6.4"
      fill="none"
      stroke="#3550CC"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);
