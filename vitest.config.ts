import { defineConfig } from 'vitest/config'

// forks, not threads: the embedded ClickHouse crashes when a worker thread that used it exits.
export default defineConfig({
  test: {
    pool: 'forks',
    // Two on any machine: most of what the store tests do is wait, for a lease, a retry, a browser.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['{contract,server,sdk,tracker,dashboard,scripts}/**/*.test.ts'],
          exclude: ['server/test/**', '**/node_modules/**'],
          testTimeout: 60_000,
          // Pure code leaves nothing behind: one process for all files, instead of one each, halves the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'stores',
          include: ['server/test/**/*.test.ts'],
          globalSetup: ['server/test/support/global-setup.ts'],
          // Real processes, real time, two cores: in CI a test gets a second try, and the report says that it needed one.
          retry: process.env['CI'] ? 1 : 0,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
