// Made from dashboard/src/ui/{tokens,base,components}.css by "npm run generate". Do not edit.
export const LIGHT = {
  "paper": "#faf8f3",
  "paper-raised": "#f3f0e8",
  "ink": "#16191c",
  "soft": "#5b6066",
  "line": "#d9d5ca",
  "line-strong": "#8a877d",
  "accent": "#1f4fd8",
  "on-accent": "#faf8f3",
  "up": "#0b7a5b",
  "degraded": "#8a5a00",
  "down": "#c2301c"
} as const

export const DARK = {
  "paper": "#0f1412",
  "paper-raised": "#161d1a",
  "ink": "#eceae3",
  "soft": "#a3a89f",
  "line": "#2b332f",
  "line-strong": "#6a746e",
  "accent": "#8fb0ff",
  "on-accent": "#0f1412",
  "up": "#4cc9a0",
  "degraded": "#e0a93b",
  "down": "#ff7a66"
} as const

export const FONT_FACES = [
  {
    "family": "Instrument Sans",
    "weight": "400 700",
    "file": "instrument-sans-latin-wght-normal",
    "range": "U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD"
  },
  {
    "family": "Instrument Sans",
    "weight": "400 700",
    "file": "instrument-sans-latin-ext-wght-normal",
    "range": "U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF"
  },
  {
    "family": "Commit Mono",
    "weight": "400",
    "file": "commit-mono-latin-400-normal",
    "range": ""
  }
] as const

export const LOOK_STYLE = `
@font-face{font-family: 'Instrument Sans fallback';font-weight: 400 599;size-adjust: 103%;src: local('Arial'),local('Liberation Sans')}
@font-face{font-family: 'Instrument Sans fallback';font-weight: 600 700;size-adjust: 99%;src: local('Arial Bold'),local('Liberation Sans Bold')}
:root{color-scheme:light dark;--paper:#faf8f3;--paper-raised:#f3f0e8;--ink:#16191c;--soft:#5b6066;--line:#d9d5ca;--line-strong:#8a877d;--accent:#1f4fd8;--on-accent:#faf8f3;--up:#0b7a5b;--degraded:#8a5a00;--down:#c2301c;--size-sm:13px;--leading-sm:20px;--size-base:15px;--leading-base:24px;--size-lg:20px;--leading-lg:28px;--size-xl:32px;--leading-xl:40px;--radius:4px;--font-words:'Instrument Sans', 'Instrument Sans fallback', system-ui, sans-serif;--font-figures:'Commit Mono', ui-monospace, monospace}
@media(prefers-color-scheme:dark){:root{--paper:#0f1412;--paper-raised:#161d1a;--ink:#eceae3;--soft:#a3a89f;--line:#2b332f;--line-strong:#6a746e;--accent:#8fb0ff;--on-accent:#0f1412;--up:#4cc9a0;--degraded:#e0a93b;--down:#ff7a66}}
html{background: var(--paper);color: var(--ink);font: var(--size-base) / var(--leading-base) var(--font-words);-webkit-text-size-adjust: 100%}*{border-color: var(--line)}h1,h2,h3{font-weight: 600;text-wrap: balance}code,kbd,samp,pre,progress{font-family: var(--font-figures);font-size: var(--size-sm)}button:not(:disabled,[aria-disabled='true']),summary,select,label:has(input[type='checkbox'],input[type='radio']){cursor: pointer}:focus-visible{outline: 2px solid var(--accent);outline-offset: 2px}input:is([type^='date'],[type='time']):focus-within{outline: 2px solid var(--accent);outline-offset: 2px}[data-resting]:focus-visible{outline: none}::selection{background: var(--accent);color: var(--on-accent)}dialog::backdrop{background: rgb(15 20 18 / 0.5)}[popover]{inset: auto}@media (prefers-reduced-motion: reduce){*,*::before,*::after{animation-duration: 0.01ms !important;animation-iteration-count: 1 !important;transition-duration: 0.01ms !important;scroll-behavior: auto !important}}
.link{color: var(--accent);text-decoration: underline;text-decoration-thickness: 1px;text-underline-offset: 3px}.figures{font-family: var(--font-figures);font-variant-numeric: tabular-nums;font-feature-settings: 'tnum' 1}.button{display: inline-flex;align-items: center;justify-content: center;gap: 8px;min-height: 40px;padding: 7px 16px;border-radius: var(--radius);font-size: var(--size-base);line-height: var(--leading-base);white-space: nowrap}.button-primary{background: var(--accent);color: var(--on-accent);border: 1px solid var(--accent);font-weight: 500}.button-primary:hover{opacity: 0.9}.control{min-height: 40px;width: 100%;padding: 7px 12px;background: var(--paper);color: var(--ink);border: 1px solid var(--line-strong);border-radius: var(--radius)}select.control{padding-inline-start: 8px}.control:disabled{color: var(--soft);background: var(--paper-raised)}.control[aria-invalid='true']{border-color: var(--ink);box-shadow: inset 3px 0 0 var(--ink)}
`
