import { i18n } from '@lingui/core'

/** Tests of pure code read English, as it stands in the code. */
i18n.loadAndActivate({ locale: 'en', messages: {} })
