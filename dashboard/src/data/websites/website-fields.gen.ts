// Made from contract/src/analytics/website-settings.ts by "npm run generate". Do not edit.
import type { FormField } from '@sitewatch/contract/form-field'

export const WEBSITE_FIELDS = [
  {
    "name": "honor_dnt",
    "label": "Respect Do Not Track",
    "kind": "flag",
    "help": "Do not count visitors whose browser sends Do Not Track or Global Privacy Control.",
    "default": false
  }
] as const satisfies readonly FormField[]
