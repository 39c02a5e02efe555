import path from 'node:path'
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { readBudget, ROOT } from './scripts/suite/costs.ts'

/** Only in the full tier: everything larger, or that compares times. */
const FULL = ['server/test/**/*.full.test.ts']

/** Of them, those that compare times. They run after all others, one at a time, so that nothing else uses the machine. */
const QUIET = ['server/test/**/*.quiet.full.test.ts']

const { files: COSTS } = readBudget()

/** So that no worker starts the dearest file when the other one has finished. Files without a measured cost are cheap. */
class DearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const costOf = ({ moduleId }: TestSpecification): number => COSTS[path.relative(ROOT, moduleId)] ?? 0
    return (await super.sort(files)).toSorted((one, other) => costOf(other) - costOf(one))
  }
}

const PURE = {
  setupFiles: ['scripts/suite/measure-file.ts', 'server/test/support/fixed-seed.ts'],
  // For tests that hang, as below: a test that runs the compiler took more than a minute beside other work.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
  // Pure code leaves nothing behind: one process for all files, instead of one each, halves the time.
  isolate: false,
}

const STORES = {
  // Node runs these files like the service: nothing is bundled or replaced. Importing took 14 % of the time.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  // One process for many files, as for the pure ones: starting and importing took a third of the time of the smaller files.
  isolate: false,
  globalSetup: ['server/test/support/global-setup.ts'],
  setupFiles: ['scripts/suite/measure-file.ts', 'server/test/support/setup.ts', 'server/test/support/fixed-seed.ts'],
  // For the scripts that tests start: compiling the program takes most of the time of a start.
  env: { NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '.local/compile-cache') },
  // For tests that hang, not for slow ones: a shared machine was eight times slower for minutes. Tests with time limits measure them.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
}

const FULL_STORES = { ...STORES, env: { ...STORES.env, TEST_SIZE: 'full' }, testTimeout: 1_800_000 }

// forks, not threads: the embedded ClickHouse crashes when a worker thread that used it exits.
export default defineConfig({
  test: {
    pool: 'forks',
    // Three, also on two cores: two left a third of the cores idle, while tests waited for Postgres, processes and browsers. Four took longer.
    maxWorkers: 3,
    // A test that fails once and passes then hides a fault, so there is no second try.
    retry: 0,
    sequence: { sequencer: DearestFirst },
    projects: [
      {
        extends: true,
        test: {
          ...PURE,
          name: 'pure',
          // Node runs these files like the service. With the dashboard's plugins, every file went through Babel too.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          include: ['{contract,server,sdk,tracker,scripts}/**/*.test.ts'],
          exclude: ['server/test/**', '**/node_modules/**'],
        },
      },
      {
        extends: true,
        // Pure too, but only Vite can load it: JSX, and texts that are Lingui macros.
        plugins: [babel({ presets: [linguiTransformerBabelPreset()] })],
        test: {
          ...PURE,
          name: 'dashboard',
          setupFiles: [...PURE.setupFiles, 'dashboard/test-language.ts'],
          include: ['dashboard/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...STORES,
          name: 'stores',
          include: ['server/test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...FULL],
        },
      },
      {
        extends: true,
        test: {
          ...FULL_STORES,
          name: 'full',
          include: ['server/test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...QUIET],
        },
      },
      {
        extends: true,
        test: {
          ...FULL_STORES,
          name: 'quiet',
          include: QUIET,
          sequence: { groupOrder: 1 },
          fileParallelism: false,
        },
      },
    ],
  },
})
