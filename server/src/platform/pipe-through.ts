import { pipeline, type Readable, type Transform } from 'node:stream'

/**
 * Pipes the source through the transform. An error of either is an error of the returned stream. Not `source.compose(transform)`: in
 * Node 24 it ends some long streams with an AbortError that cannot be caught.
 */
export function pipeThrough(source: Readable, transform: Transform): Readable {
  pipeline(source, transform, () => undefined)
  return transform
}
