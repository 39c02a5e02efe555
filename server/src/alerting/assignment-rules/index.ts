// Owns: rules that say which providers alert about which monitors.
// Called by: roles (routes).
// Begins: `routes.ts`; SQL applies a rule (`apply_assignment_rules`).

export { serveAssignmentRules } from './routes.ts'
