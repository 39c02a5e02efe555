import { renderClient } from './generator/client.ts'
import { type Document, readOperations } from './generator/document.ts'
import { renderFields } from './generator/fields.ts'

/**
 * Written by hand: the answers share one envelope, so a few hundred lines here do what a general generator needs a
 * second TypeScript and a runtime of its own for.
 */
export function generateSdk(document: unknown): { client: string; operations: string } {
  const { components } = document as Document
  const all = readOperations(document as Document)
  return { client: renderClient(all, components?.schemas), operations: renderFields(all) }
}
