// Owns: the metrics of a team, in the format of Prometheus.
// Called by: roles (routes).
// Begins: `routes.ts`.

export { serveMetrics } from './routes.ts'
