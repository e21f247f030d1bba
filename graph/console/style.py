"""How the pages look: one sheet, light and dark, from the phone's width up. Fonts are the system's own."""

CSS = """
:root { --ink:#1f2937; --soft:#4b5563; --line:#d5d9e2; --back:#f6f7fb; --paper:#ffffff; --tint:#eef2ff; --accent:#4338ca;
  --on-accent:#ffffff; --good:#166534; --good-tint:#dcfce7; --bad:#b91c1c; --bad-tint:#fee2e2; --warm:#92400e; --warm-tint:#fef3c7; }
body.body--dark { --ink:#e5e7eb; --soft:#a6b0c0; --line:#334155; --back:#0f172a; --paper:#172033; --tint:#232c4d;
  --accent:#a5b4fc; --on-accent:#111827; --good:#86efac; --good-tint:#14321f; --bad:#fca5a5; --bad-tint:#3f1d1d; --warm:#fcd34d; --warm-tint:#3b2f0b; }
body, body.body--dark { background:var(--back); color:var(--ink); font:15px/1.55 system-ui,"Segoe UI","PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif; }
.nicegui-content { padding:0; gap:0; align-items:stretch; width:100%; }
h1,h2,h3,p,ul,ol,pre,table { margin:0; } ul { list-style:none; padding:0; }
h1 { font-size:1.25rem; font-weight:700; line-height:1.3; } h2 { font-size:1rem; font-weight:650; line-height:1.4; } h3 { font-size:.92rem; font-weight:650; line-height:1.4; }
a { color:var(--accent); } :focus-visible { outline:3px solid var(--accent) !important; outline-offset:2px; }
.bar { display:flex; flex-wrap:wrap; align-items:center; gap:.35rem 1.1rem; padding:.55rem 1.1rem; background:var(--paper); border-bottom:1px solid var(--line); position:sticky; top:0; z-index:20; }
.bar nav { display:flex; flex-wrap:wrap; gap:.15rem; flex:1; }
.bar nav a { padding:.3rem .7rem; border-radius:8px; color:var(--ink); text-decoration:none; font-weight:550; }
.bar nav a[aria-current=page] { background:var(--tint); color:var(--accent); } .bar nav a:hover { background:var(--tint); }
.brand { font-weight:800; letter-spacing:.01em; color:var(--accent); font-size:1.1rem; }
.who { color:var(--soft); font-size:.86rem; }
.badge { border-radius:99px; padding:.05rem .6rem; font-size:.78rem; background:var(--tint); color:var(--accent); white-space:nowrap; }
.badge.good { background:var(--good-tint); color:var(--good); } .badge.bad { background:var(--bad-tint); color:var(--bad); } .badge.note { background:var(--warm-tint); color:var(--warm); }
.b { font:inherit; font-size:.9rem; min-height:32px; padding:.25rem .8rem; border-radius:8px; border:1px solid var(--line); background:var(--paper); color:var(--ink); cursor:pointer; }
.b:hover { border-color:var(--accent); color:var(--accent); } .b[disabled] { opacity:.55; cursor:default; }
.b.main { background:var(--accent); border-color:var(--accent); color:var(--on-accent); font-weight:600; } .b.main:hover { filter:brightness(1.08); color:var(--on-accent); }
.b.danger { color:var(--bad); border-color:var(--bad); } .b.plain { border-color:transparent; background:none; color:var(--soft); padding:.1rem .45rem; min-height:26px; font-size:.84rem; }
.b.plain:hover { color:var(--accent); background:var(--tint); } .b.link { border:0; background:none; color:var(--ink); padding:.15rem 0; text-align:left; min-height:26px; overflow-wrap:anywhere; } .b.link:hover { color:var(--accent); text-decoration:underline; }
.row { display:flex; flex-wrap:wrap; align-items:center; gap:.5rem; flex-direction:row; } .stack { display:flex; flex-direction:column; gap:.6rem; align-items:stretch; } .push { margin-left:auto; }
.card { background:var(--paper); border:1px solid var(--line); border-radius:12px; padding:.9rem 1rem; min-width:0; }
.soft { color:var(--soft); font-size:.87rem; overflow-wrap:anywhere; } .mono { font-family:ui-monospace,Menlo,Consolas,"Noto Sans Mono CJK SC",monospace; font-size:.83rem; }
.pre { white-space:pre-wrap; overflow-wrap:anywhere; min-width:0; } .num { font-variant-numeric:tabular-nums; text-align:right; white-space:nowrap; }
main { padding:1rem 1.1rem 2rem; max-width:1680px; margin:0 auto; width:100%; box-sizing:border-box; display:block; }
.chat { display:grid; grid-template-columns:minmax(170px,220px) minmax(0,1fr) minmax(300px,430px); gap:1rem; align-items:start; }
.two { display:grid; grid-template-columns:minmax(0,1fr) minmax(0,1fr); gap:1rem; align-items:start; } .step { display:grid; grid-template-columns:minmax(240px,330px) minmax(0,1fr); gap:1rem; align-items:start; }
.threads { position:sticky; top:4.2rem; } .threads ul { display:flex; flex-direction:column; gap:.15rem; max-height:calc(100vh - 11rem); overflow:auto; }
.threads a { display:block; padding:.4rem .6rem; border-radius:8px; text-decoration:none; color:var(--ink); overflow:hidden; text-overflow:ellipsis; white-space:nowrap; font-size:.9rem; }
.threads a[aria-current=true] { background:var(--tint); color:var(--accent); font-weight:600; } .threads a:hover { background:var(--tint); }
.talk { display:flex; flex-direction:column; min-height:calc(100vh - 7rem); gap:.8rem; } .log { flex:1; display:flex; flex-direction:column; gap:.75rem; }
.said { max-width:min(46rem,92%); border-radius:14px; padding:.55rem .9rem; border:1px solid var(--line); background:var(--paper); overflow-wrap:anywhere; }
.said.user { align-self:flex-end; background:var(--tint); border-color:transparent; } .said.assistant { align-self:flex-start; }
.said .acts { display:flex; flex-wrap:wrap; gap:.1rem; margin:.25rem -.4rem -.25rem; } .said pre { overflow:auto; background:var(--back); padding:.6rem; border-radius:8px; } .said table { border-collapse:collapse; } .said td, .said th { border:1px solid var(--line); padding:.2rem .5rem; } .said p+p, .said ul { margin-top:.5rem; } .said ul { list-style:disc; padding-left:1.3rem; } .said ol { padding-left:1.5rem; }
.compose { position:sticky; bottom:0; background:var(--back); padding:.5rem 0 .7rem; } .compose .box { display:flex; gap:.5rem; align-items:flex-end; background:var(--paper); border:1px solid var(--line); border-radius:14px; padding:.45rem .6rem; }
textarea.t, input.t, select.t { font:inherit; color:var(--ink); background:var(--paper); border:1px solid var(--line); border-radius:8px; padding:.35rem .6rem; min-height:34px; box-sizing:border-box; max-width:100%; }
textarea.t { width:100%; resize:vertical; } .compose textarea.t { border:0; resize:none; min-height:2.6rem; max-height:14rem; field-sizing:content; outline-offset:0; }
label.field { display:flex; flex-direction:column; gap:.15rem; font-size:.84rem; color:var(--soft); min-width:0; } label.tick { display:inline-flex; gap:.4rem; align-items:center; min-height:26px; } input[type=checkbox] { width:18px; height:18px; accent-color:var(--accent); }
details { border:1px solid var(--line); border-radius:10px; background:var(--paper); min-width:0; } details>summary { cursor:pointer; padding:.4rem .75rem; font-weight:600; font-size:.92rem; overflow-wrap:anywhere; } details>summary .soft { font-weight:400; } details[open]>summary { border-bottom:1px solid var(--line); } details>.inside { padding:.6rem .75rem; display:flex; flex-direction:column; gap:.5rem; }
.side { display:flex; flex-direction:column; gap:.7rem; min-width:0; }
svg.drawing { width:100%; max-width:250px; display:block; margin:0 auto; } .drawing .edge { stroke:var(--soft); stroke-width:1.4; fill:none; } .drawing .edge.if { stroke-dasharray:4 3; } .drawing .tip { fill:var(--soft); }
.drawing rect { fill:var(--tint); stroke:var(--accent); stroke-width:1.2; } .drawing .ends rect { fill:var(--paper); stroke:var(--soft); } .drawing text { text-anchor:middle; font:12.5px system-ui,sans-serif; fill:var(--ink); } .drawing .done rect { fill:var(--good-tint); stroke:var(--good); } .drawing .lit rect { fill:var(--accent); } .drawing .lit text { fill:var(--on-accent); font-weight:700; }
@media (prefers-reduced-motion:no-preference) { .drawing .lit rect { animation:glow 1.2s ease-in-out infinite alternate; } @keyframes glow { to { fill-opacity:.72; } } }
table.list { width:100%; border-collapse:collapse; background:var(--paper); } table.list th { text-align:left; font-size:.84rem; color:var(--soft); font-weight:600; border-bottom:1px solid var(--line); padding:.35rem .6rem; white-space:nowrap; } table.list td { border-bottom:1px solid var(--line); padding:.3rem .6rem; vertical-align:middle; overflow-wrap:anywhere; } table.list tr:hover td { background:var(--tint); } .scroll { overflow-x:auto; border:1px solid var(--line); border-radius:12px; }
.gone td { color:var(--soft); } .meter { height:6px; border-radius:4px; background:var(--line); overflow:hidden; min-width:60px; } .meter>div { height:100%; background:var(--accent); }
.life { display:flex; flex-direction:column; gap:.5rem; } .life .track { height:10px; background:var(--back); border:1px solid var(--line); border-radius:6px; position:relative; } .life .track>div { position:absolute; top:0; bottom:0; border-radius:5px; background:var(--soft); } .life .now .track>div { background:var(--accent); }
.diff { font-family:ui-monospace,Menlo,Consolas,"Noto Sans Mono CJK SC",monospace; font-size:.82rem; } .diff>div { display:grid; grid-template-columns:1fr 1fr; } .diff .cell { padding:.05rem .5rem; white-space:pre-wrap; overflow-wrap:anywhere; min-width:0; border-left:1px solid var(--line); } .diff .left .cell:first-child { background:var(--bad-tint); color:var(--bad); } .diff .right .cell:last-child { background:var(--good-tint); color:var(--good); }
.q-dialog__inner>.card { width:min(760px,94vw); max-width:94vw !important; max-height:90vh; overflow:auto; box-shadow:none; } .legend { display:grid; grid-template-columns:auto 1fr auto; gap:.1rem .6rem; font-size:.86rem; align-items:center; } .dot { width:.75rem; height:.75rem; border-radius:3px; display:inline-block; }
.q-uploader { background:var(--paper); color:var(--ink); max-width:100%; } .skip { position:absolute; left:-999px; } .skip:focus { left:1rem; top:.5rem; z-index:50; background:var(--paper); padding:.4rem .8rem; border-radius:8px; }
.hidden-words { position:absolute; width:1px; height:1px; overflow:hidden; clip-path:inset(50%); white-space:nowrap; }
@media (max-width:1180px) { .chat { grid-template-columns:minmax(150px,190px) minmax(0,1fr); } .chat .side { grid-column:1/-1; } .talk { min-height:60vh; } }
@media (max-width:760px) { main { padding:.7rem .7rem 1.5rem; } .chat,.two,.step { grid-template-columns:minmax(0,1fr); } .threads { position:static; } .threads ul { flex-direction:row; max-height:none; } .threads li { flex:0 0 auto; max-width:11rem; } .wide { display:none; } .bar { padding:.45rem .7rem; position:static; } .said { max-width:100%; } .who { display:none; } }
"""
