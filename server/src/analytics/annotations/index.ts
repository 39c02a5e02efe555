export { serveAnnotations } from './routes.ts'
export { insertAnnotation, listAnnotationsOf } from './store.ts'
