export const accountStyle = `:root { color-scheme: light dark; --text: #1d2430; --muted: #566071; --paper: #fff; --back: #f3f5f8; --line: #8b95a5;
  --accent: #1f5fbf; --wrong: #a1181c; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e8ebf0; --muted: #aab3c0; --paper: #1b2029; --back: #12161d; --line: #7d8797; --accent: #6ea3f5; --wrong: #ff9a9c; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 1.5rem 1rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--back); }
main { max-width: 28rem; margin: 6vh auto 0; padding: 2rem; border-radius: 0.75rem; background: var(--paper); }
h1 { margin: 0 0 0.75rem; font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; }
label { display: block; margin-top: 1rem; font-weight: 600; }
input { width: 100%; margin-top: 0.25rem; padding: 0.625rem 0.75rem; border: 1px solid var(--line); border-radius: 0.375rem;
  font: inherit; color: inherit; background: transparent; }
input[readonly] { border-style: dashed; }
.hint { margin: 0.25rem 0 0; font-size: 0.875rem; color: var(--muted); }
.problem { padding-left: 0.75rem; border-left: 4px solid var(--wrong); color: var(--wrong); }
button, .button { display: inline-block; margin-top: 1.5rem; padding: 0.625rem 1.25rem; border: 0; border-radius: 0.375rem;
  font: inherit; font-weight: 600; text-decoration: none; color: var(--paper); background: var(--accent); cursor: pointer; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;
