import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { contractLabels, dashboardTexts, serverTexts } from './scripts/message-extractors.ts'

const COLLATOR = new Intl.Collator('en')

/**
 * Two catalogues: one for the browser, one for the pages and mails of the server. They have neither line numbers nor origins, so
 * that they do not change when code moves.
 */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'de'],
  fallbackLocales: { default: 'en' },
  format: formatter({ origins: false, lineNumbers: false, printPlaceholdersInComments: false }),
  orderBy: (one, other) => COLLATOR.compare(one.entry.message ?? one.messageId, other.entry.message ?? other.messageId),
  catalogs: [
    {
      path: '<rootDir>/dashboard/locales/{locale}/messages',
      include: [
        '<rootDir>/dashboard/src',
        '<rootDir>/contract/src/analytics/website-settings.ts',
        '<rootDir>/contract/src/monitoring/monitor-settings.ts',
        '<rootDir>/contract/src/monitoring/monitor-types',
        '<rootDir>/contract/src/alerting/provider-types',
      ],
      exclude: ['**/*.test.ts', '**/*.gen.ts'],
    },
    {
      path: '<rootDir>/server/locales/{locale}/messages',
      include: ['<rootDir>/server/src'],
      exclude: ['**/*.test.ts'],
    },
  ],
  extractors: [contractLabels, serverTexts, dashboardTexts],
})
