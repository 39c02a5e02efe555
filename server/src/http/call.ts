import type { Caller } from './serve.ts'

/** A request as the pipeline sees it, independent of the web framework. */
export interface Call {
  method: string
  path: string
  search: string
  params: Record<string, string>
  headers: Record<string, string | string[] | undefined>
  body: Buffer | undefined
  caller: Caller
  setHeaders: (headers: Record<string, string>) => void
}

/** The first value of a header that must not be sent more than once. */
export const textOf = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : header?.[0]

export const mediaTypeOf = (call: Call): string | undefined =>
  textOf(call.headers['content-type'])?.split(';')[0]?.trim().toLowerCase()

export const hasBody = (call: Call): boolean => call.body !== undefined && call.body.length > 0
