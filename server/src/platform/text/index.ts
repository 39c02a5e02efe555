export { languageOf, msg, type Translate, translateTo } from './translate.ts'
