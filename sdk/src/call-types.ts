export interface CallOptions {
  /** Fails with 412 if the record has changed since: an ETag, or a record that this client returned. */
  if_match?: string | object | undefined
  /** Instead of a generated one: the same key makes a repeated POST safe across processes. */
  idempotency_key?: string | undefined
  /** Another team than the client's, for this call. */
  team_id?: number | undefined
  /** Waits for so long if the server asks for it, before it tries again: 30,000 unless given. */
  max_wait_ms?: number | undefined
  signal?: AbortSignal | undefined
}

export type Deleted<Name extends string, More = {}> = { object: Name; id: number; deleted: true } & More

export interface CallRequest {
  method: string
  path: string
  query?: object | undefined
  body?: object | undefined
  /** Returns the whole answer, with `meta` and `links`. */
  list?: boolean
  /** Called without a credential, so the service stores no answer for its Idempotency-Key. */
  anonymous?: boolean
}

export type Call = <T>(request: CallRequest, options?: CallOptions) => Promise<T>
