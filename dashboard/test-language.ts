import { i18n } from '@lingui/core'

/** Tests of pure code use the English texts in the code. */
i18n.loadAndActivate({ locale: 'en', messages: {} })
