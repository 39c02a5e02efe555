export interface Finding {
  check: string
  ok: boolean
  /** What it means and what to do. */
  says: string
}
