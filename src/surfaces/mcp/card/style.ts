/** Colours and fonts are those of the client, where it names them. */
export const cardStyle = `
:root{color-scheme:light dark;
--bg:var(--color-background-primary,light-dark(#ffffff,#1c1d20));
--soft:var(--color-background-secondary,light-dark(#f4f5f7,#2a2c30));
--text:var(--color-text-primary,light-dark(#1b1d21,#f2f3f5));
--muted:var(--color-text-secondary,light-dark(#5b616b,#b4bac4));
--line:var(--color-border-primary,light-dark(#d9dce1,#43474e));
--warn-bg:light-dark(#fff4d6,#46370b);--warn-text:light-dark(#5a4300,#ffe7a8);
--bad:light-dark(#b3261e,#ffb4ab);--good:light-dark(#1e6b3a,#8fe0ac);
--action:light-dark(#1f5fd1,#9cc0ff);--action-text:light-dark(#ffffff,#0c2247)}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:14px/1.5 var(--font-sans,system-ui,sans-serif)}
main{padding:16px;max-width:760px;margin:0 auto;overflow-wrap:anywhere}
h1{font-size:18px;line-height:1.3;margin:0 0 12px}
h2{font-size:14px;margin:20px 0 6px}
p{margin:0 0 8px}
dl{display:grid;grid-template-columns:minmax(110px,max-content) 1fr;gap:2px 16px;margin:0}
dt{color:var(--muted)}
dd{margin:0}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;font-weight:400;padding:3px 0;border-top:1px solid var(--line)}
td{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap;padding-left:12px}
tr.total th,tr.total td{font-weight:600}
ul.warnings{margin:12px 0 0;padding:8px 12px 8px 28px;background:var(--warn-bg);color:var(--warn-text);border-radius:6px}
details{border:1px solid var(--line);border-radius:6px;margin-top:8px;overflow:hidden}
summary{padding:8px 12px;background:var(--soft);cursor:pointer}
.teaser{padding:8px 12px 0;color:var(--muted)}
iframe{display:block;width:100%;height:420px;border:0;border-top:1px solid var(--line);background:#fff;color-scheme:light}
.note{padding:8px 12px;color:var(--muted)}
.state{font-weight:600;margin-top:16px}
.state.bad{color:var(--bad)}
.state.good{color:var(--good)}
button{margin-top:16px;width:100%;padding:10px 16px;border:0;border-radius:6px;background:var(--action);color:var(--action-text);font:inherit;font-weight:600;cursor:pointer}
button:disabled{opacity:.6;cursor:default}
:focus-visible{outline:2px solid var(--action);outline-offset:2px}
`;
