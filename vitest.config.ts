import path from 'node:path'
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Tests that take a minute or more. Without times of an earlier run, as in CI, vitest runs the largest file first. These files are
 * among the smallest, so one worker ran the last of them while the other was idle (86 of 1,225 s).
 */
const LONGEST = [
  'analytics/reports/year',
  'alerting/notifications/torture',
  'journeys/website',
  'alerting/notifications/two-workers',
  'monitoring/checks/torture',
  'platform/jobs/killed-worker',
  'analytics/stats/oracle',
  'monitoring/checks/failover',
  'journeys/monitors',
  'foundation/tenancy',
  'foundation/adding-check-type',
]

/** Tests that compare times. They run after all others, one at a time, so that nothing else uses the machine. */
const ALONE = [
  'server/test/analytics/collect/flood.test.ts',
  'server/test/platform/egress/throughput.test.ts',
  'server/test/journeys/budgets.test.ts',
  'server/test/journeys/website-busy.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((name) => moduleId.endsWith(`/server/test/${name}.test.ts`))
      return found === -1 ? LONGEST.length : found
    }
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}

const STORES = {
  // Node runs these files like the service: nothing is bundled or replaced. Importing took 14 % of the time.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  // One process for many files, as for the pure ones: starting and importing took a third of the time of the smaller files.
  isolate: false,
  globalSetup: ['server/test/support/global-setup.ts'],
  setupFiles: ['server/test/support/setup.ts', 'server/test/support/fixed-seed.ts'],
  // For the scripts that tests start: compiling the program takes most of the time of a start.
  env: { NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '.local/compile-cache') },
  // Real processes, real time, two cores: in CI a test gets a second try, and the report says that it needed one.
  retry: process.env['CI'] ? 1 : 0,
  // For tests that hang, not for slow ones: a shared machine was eight times slower for minutes. Tests with time limits measure them.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
}

// forks, not threads: the embedded ClickHouse crashes when a worker thread that used it exits.
export default defineConfig({
  test: {
    pool: 'forks',
    // Two on any machine: a third one saves little, since browsers keep two cores busy, and tests that kill processes become slow.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        // The dashboard's texts are Lingui macros.
        plugins: [babel({ presets: [linguiTransformerBabelPreset()] })],
        test: {
          name: 'pure',
          setupFiles: ['dashboard/test-language.ts', 'server/test/support/fixed-seed.ts'],
          include: ['{contract,server,sdk,tracker,dashboard,scripts}/**/*.test.ts'],
          exclude: ['server/test/**', '**/node_modules/**'],
          testTimeout: 60_000,
          // Some open sockets and measure time: a busy machine may need a second try, as below.
          retry: process.env['CI'] ? 1 : 0,
          expect: { poll: { timeout: 30_000 } },
          // Pure code leaves nothing behind: one process for all files, instead of one each, halves the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...STORES, name: 'stores', include: ['server/test/**/*.test.ts'], exclude: ALONE },
      },
      {
        extends: true,
        test: { ...STORES, name: 'alone', include: ALONE, sequence: { groupOrder: 1 }, fileParallelism: false },
      },
    ],
  },
})
