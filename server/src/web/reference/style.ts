/** On top of the style of every page. */
export const STYLE = `main{max-width:1240px}.reference{display:grid;grid-template-columns:260px minmax(0,1fr);gap:0 48px;align-items:start}
.contents{position:sticky;top:0;max-height:100vh;overflow:auto;padding:24px 4px;margin-left:-4px;font-size:var(--size-sm);line-height:var(--leading-sm)}.contents summary{padding:4px 0;font-weight:600;cursor:pointer}
.contents ul{columns:1;list-style:none;margin:0 0 8px;padding-left:18px}.contents li{padding:4px 0;overflow-wrap:anywhere}.contents li a{color:var(--soft);text-decoration:none}.contents a:hover{text-decoration:underline}
.finder{margin-bottom:16px}@media(scripting:none){.finder{display:none}}.finder label{display:block;font-weight:600;margin-bottom:4px}.finder .control{width:100%}.finder p{margin:4px 0 0;min-height:1lh}
.operation{margin-top:32px;padding-bottom:16px;border-bottom:1px solid var(--line)}.operation h3{font-size:var(--size-base);line-height:var(--leading-base);margin:0 0 4px}.operation h3 a{color:inherit;text-decoration:none}.operation h3 a:hover{text-decoration:underline}
.operation h4{font-size:var(--size-sm);line-height:var(--leading-sm);margin:20px 0 4px;color:var(--soft)}.operation p{margin:4px 0;overflow-wrap:anywhere}.operation pre{margin:4px 0;max-height:420px}.operation td.m{overflow-wrap:anywhere}.operation td:first-child{width:24%}.operation td:nth-child(2){width:30%}
.scroll{overflow-x:auto}.tabs{display:none;gap:4px;margin:4px 0}[data-language] .tabs{display:flex}.tab{font:inherit;font-size:var(--size-sm);padding:4px 10px;border:1px solid var(--line);border-radius:var(--radius);background:none;color:inherit;cursor:pointer}.tab[aria-pressed=true]{border-color:var(--accent);color:var(--accent)}
[data-language=curl] pre[data-code]:not([data-code~=curl]),[data-language=ts] pre[data-code]:not([data-code=ts]),[data-language=swctl] pre[data-code]:not([data-code~=swctl]){display:none}
@media(max-width:800px){.reference{grid-template-columns:minmax(0,1fr)}.contents{position:static;max-height:none}}
`
