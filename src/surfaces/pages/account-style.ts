export const accountStyle = `:root { color-scheme: light dark; --text: #1c1e26; --muted: #50525b; --paper: #fff; --back: #f5f4ef; --border: #e4e1d8;
  --line: #8f8a7e; --accent: #3550cc; --link: #2d46b9; --selected: #eef1fd; --wrong: #a1271d; --warn: #7d4b00; --warn-soft: #fbf0d9; }
@media (prefers-color-scheme: dark) {
  :root { --text: #eceae4; --muted: #b9b8b3; --paper: #1a1c21; --back: #121317; --border: #2b2e36; --line: #717682;
    --accent: #4c66e4; --link: #aab8ff; --selected: #1f2540; --wrong: #f4a196; --warn: #ebc072; --warn-soft: #33270f; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 1.5rem 1rem; font: 1rem/1.5 Inter, system-ui, sans-serif; color: var(--text); background: var(--back); }
main { max-width: 28rem; margin: 6vh auto 0; padding: 2rem; border: 1px solid var(--border); border-radius: 0.75rem;
  background: var(--paper); }
.brand { display: flex; align-items: center; gap: 0.5rem; margin: 0 0 1.5rem; font-weight: 600; letter-spacing: -0.02em; }
h1 { margin: 0 0 0.75rem; font-size: 1.5rem; line-height: 1.25; letter-spacing: -0.02em; overflow-wrap: anywhere; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; }
label { display: block; margin-top: 1rem; font-weight: 600; }
input { width: 100%; min-height: 2.625rem; margin-top: 0.25rem; padding: 0.5rem 0.75rem; border: 1px solid var(--line);
  border-radius: 0.375rem; font: inherit; color: inherit; background: transparent; }
input[readonly] { border-style: dashed; }
fieldset { min-width: 0; margin: 1.5rem 0 0; padding: 0; border: 0; }
legend { margin: 0 0 0.5rem; padding: 0; font-weight: 600; }
.choice { display: flex; gap: 0.75rem; margin: 0 0 0.5rem; padding: 0.625rem 0.875rem; border: 1px solid var(--line);
  border-radius: 0.5rem; font-weight: 400; overflow-wrap: anywhere; cursor: pointer; }
.choice:has(input:checked) { border-color: var(--accent); background: var(--selected); }
.choice:has(input:disabled) { border-style: dashed; color: var(--muted); cursor: default; }
.choice input { flex: none; width: 1.125rem; height: 1.125rem; min-height: 0; margin: 0.1875rem 0 0; accent-color: var(--accent); }
.choice span { min-width: 0; }
.choice small { display: block; font-size: 0.875rem; color: var(--muted); }
.hint { margin: 0.25rem 0 0; font-size: 0.875rem; color: var(--muted); }
.note { margin: 1.5rem 0 0; font-size: 0.875rem; color: var(--muted); }
.problem { padding-left: 0.75rem; border-left: 4px solid var(--wrong); color: var(--wrong); }
.warning { padding: 0.625rem 0.875rem; border-radius: 0.625rem; color: var(--warn); background: var(--warn-soft); }
button, .button { display: inline-block; min-height: 2.625rem; margin-top: 1.5rem; padding: 0.5rem 1.25rem; border: 0;
  border-radius: 0.375rem; font: inherit; font-weight: 600; text-decoration: none; color: #fff; background: var(--accent); cursor: pointer; }
button.quiet { color: var(--text); background: transparent; box-shadow: inset 0 0 0 1px var(--line); }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem; margin: 0; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
@media (max-width: 30rem) {
  body { padding: 0; background: var(--paper); }
  main { margin: 0; padding: 1.5rem 1.125rem 3rem; border: 0; border-radius: 0; }
  .actions button { flex: 1 1 100%; margin-top: 0; }
  .actions { margin-top: 1.5rem; }
}
`;
