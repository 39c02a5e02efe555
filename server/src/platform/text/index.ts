export { languageOf } from './language-of.ts'
export { currentLanguage, inLanguage, msg, t } from './translate.ts'
