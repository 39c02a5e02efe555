// Owns: the notes that people write on charts.
// Called by: roles (routes), reports, silent-outages (one for a spike), demo.
// Begins: `routes.ts`.

export { serveAnnotations } from './routes.ts'
export { insertAnnotation, listAnnotationsOf } from './store.ts'
