import { pipeline, type Readable, type Transform } from 'node:stream'

/**
 * The source as the transform makes it. An error of either is the error of what is returned. Not `source.compose(transform)`: in Node 24 it
 * ends some long streams with an AbortError that nobody can catch.
 */
export function pipeThrough(source: Readable, transform: Transform): Readable {
  pipeline(source, transform, () => undefined)
  return transform
}
