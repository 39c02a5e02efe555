/** [from, to) in epoch milliseconds. */
export interface Span {
  readonly from_ms: number
  readonly to_ms: number
}
