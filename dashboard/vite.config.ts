import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { lingui } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compiledMessagesPreset } from './compile-messages.ts'
import { dropUnusedOperations } from './used-operations.ts'

/** The fonts of the first paint are requested together with the script, not after the style sheet was parsed. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => /(instrument-sans-latin-wght|commit-mono-latin-400)-normal.*\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `./${file}` },
            injectTo: 'head',
          })),
    },
  }
}

// 9 of 11: 2 % larger, and a tenth of the time.
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** Compresses once at build time instead of at every start or for every request. Fonts are already compressed. */
function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    async writeBundle({ dir = 'dist' }, bundle) {
      for (const name of Object.keys(bundle).filter((each) => /^assets\/.*\.(js|css|json|svg)$/.test(each))) {
        const file = path.join(dir, name)
        const body = await readFile(file)
        await writeFile(`${file}.br`, brotliCompressSync(body, QUALITY))
        await writeFile(`${file}.gz`, gzipSync(body, { level: 9 }))
      }
    },
  }
}

const SHARED = [
  { name: 'provider-types', priority: 3, test: /sdk\/src\/provider-types?\.(gen\.)?ts$/ },
  {
    name: 'vendor',
    priority: 2,
    // Parallel queries are only used by the chart, which is loaded after the screen.
    test: /node_modules\/(react|react-dom|scheduler|@tanstack|@lingui|use-sync-external-store)\/(?!.*\/(useQueries|queriesObserver)\.js)/,
  },
  {
    name: 'ui',
    priority: 1,
    test: /dashboard\/src\/(ui\/(button|empty|error|field|form-context|loaded|menu|notice|page-header|skeleton|status|time|toast)|platform\/(format|api|shortcuts|language|stored|current-team|page-facts|query-client|search-params|keep-focus|held-refreshes|lazy)|data\/(teams\/roles|monitors\/queries)|parts\/(teams\/for-editors|audit-log\/history-link)|charts\/figures)/,
  },
  { name: 'forms', test: /dashboard\/src\/ui\/(form|form-values|form-text|dialog|table|pagination)\.tsx?$/ },
]

const IN_EVERY_PAGE = /\/(vendor|ui|rolldown-runtime|index)-/
const OPENED_DAILY =
  /\/(shell|(overview|websites?|monitors?|incidents?|sign-in)-screen|picture|website-lists|monitor-history)-/

// Files are resolved relative to the script that loads them, so the service can be served under any path. The server makes the URLs
// in the page itself absolute, and fills in the nonce.
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  html: { cspNonce: 'SITEWATCH_NONCE' },
  plugins: [
    dropUnusedOperations(path.join(import.meta.dirname, 'src')),
    react(),
    lingui({ failOnCompileError: true }),
    babel({ presets: [compiledMessagesPreset()] }),
    tailwindcss(),
    preloadFonts(),
    compressAssets(),
  ],
  build: {
    outDir: 'dist',
    // A tab that was opened before an upgrade can still load the remaining old files. The build script removes them later.
    emptyOutDir: false,
    target: 'es2023',
    modulePreload: {
      polyfill: false,
      // Files that every page loads first are left out, which makes the dependency list of a screen shorter. The lists are part of the initial
      // load, so only frequently used screens have one. The others load their files a moment later.
      resolveDependencies: (file, needed) =>
        needed.filter((each) => each.endsWith('.css') || (OPENED_DAILY.test(file) && !IN_EVERY_PAGE.test(each))),
    },
    // A font or image inside the style sheet would need data: in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // The dashboard, the script of the documentation pages (which the server renders), and the service worker.
      input: {
        index: path.join(import.meta.dirname, 'index.html'),
        docs: path.join(import.meta.dirname, 'src/docs/main.ts'),
        'service-worker': path.join(import.meta.dirname, 'src/service-worker.ts'),
      },
      checks: { pluginTimings: false },
      // One file for code of every screen, and one for code of most screens. In twenty small files, compressed separately, it is 4 kB more.
      output: { codeSplitting: { groups: SHARED } },
    },
  },
})
