/** The styles of this page, added to those of every page. */
export const STYLE = `
main{max-width:960px;padding-top:24px}
.top{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:4px 16px}
h1{margin:0;overflow-wrap:anywhere;min-width:0}h2{margin:0 0 4px;padding-top:16px}
@media(max-width:600px){h1{font-size:var(--size-lg);line-height:var(--leading-lg)}}.lists h2{display:flex;justify-content:space-between;align-items:baseline;border-bottom:1px solid var(--line);padding-bottom:4px}.lists h2 .soft{font-size:var(--size-sm);font-weight:400}
.status{margin:0}.status svg,.legend svg{vertical-align:-3px}
.periods{display:flex;flex-wrap:wrap;gap:4px 20px;margin:16px 0;border-top:1px solid var(--line);border-bottom:1px solid var(--line);padding:8px 0}
.periods a{text-decoration:none;padding:4px 0}.periods a:hover{text-decoration:underline}
.periods a[aria-current]{color:var(--ink);font-weight:600;box-shadow:0 2px 0 var(--ink)}
.summary{display:grid;grid-template-columns:repeat(auto-fit,minmax(132px,1fr));gap:16px 20px;margin:0 0 24px}
.summary dt{font-size:var(--size-sm);color:var(--soft)}.summary dd{margin:0;font:var(--size-lg)/var(--leading-lg) var(--font-figures);font-variant-numeric:tabular-nums}
.summary dd.before{font-size:var(--size-sm);color:var(--soft)}
.picture{margin:0;display:grid;grid-template-columns:auto minmax(0,1fr);column-gap:8px}
.scale{display:flex;flex-direction:column;justify-content:space-between;height:200px;text-align:right;line-height:1}
.scale,.axis,.plain td,.list td{font:var(--size-sm)/1 var(--font-figures);font-variant-numeric:tabular-nums}
.scale,.axis{color:var(--soft)}.scale span:first-child{transform:translateY(-2px)}.scale span:last-child{transform:translateY(2px)}
.plot{display:block;width:100%;overflow:visible}
.axis{grid-column:2;position:relative;height:24px;padding-top:8px}.axis span{position:absolute;white-space:nowrap}
.axis span.last{right:0;background:var(--paper);padding-left:8px}
.hair{fill:none;stroke:var(--line);stroke-width:1;vector-effect:non-scaling-stroke}
.area{fill:var(--accent);opacity:.14}.line{fill:none;stroke:var(--accent);stroke-width:1.5;vector-effect:non-scaling-stroke}
.outage{fill:var(--down);opacity:.22}.up{fill:var(--up)}.down{fill:var(--down)}
.legend{font-size:var(--size-sm);margin:8px 0}.legend svg{margin-left:12px}.legend svg:first-child{margin-left:0}
details{margin:8px 0 0}summary{cursor:pointer;color:var(--accent);width:fit-content}
.rows{max-height:360px;overflow:auto;margin-top:8px;border-top:1px solid var(--line)}
.plain th,.plain td{vertical-align:baseline}.plain caption{text-align:left;padding:12px 0 4px;font-weight:600}.plain td,.plain thead th+th{text-align:right;padding-right:0}.plain th{font-weight:400}.plain thead th{color:var(--soft);font-weight:400}
.lists{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,340px),1fr));gap:24px 40px;margin-top:32px}
.lists section,.lists table{min-width:0}table.list,table.plain{display:table}
.list{table-layout:fixed}.list th{font-weight:400;padding-right:12px}.count{width:88px}.list td{text-align:right;padding-right:0}
.list tbody th{position:relative;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.list td{line-height:1.5}.list i{display:block;height:2px;background:var(--accent);margin:2px 0 -1px;opacity:.6}
footer{margin-top:40px;border-top:1px solid var(--line);font-size:var(--size-sm)}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
`
