export { renderDocsPage } from './layout.ts'
export { openLibrary } from './library.ts'
export { anchorOf } from './markdown.ts'
export { listSections, mountDocs, SCRIPT } from './routes.ts'
