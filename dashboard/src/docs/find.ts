import MiniSearch from 'minisearch'

/** The text under one heading of a page. */
export interface Section {
  /** The path after /docs/. */
  id: string
  title: string
  heading: string
  text: string
}

export interface Hit extends Section {
  terms: string[]
}

/** Words that occur in nearly every query and do not help to find a page. */
const COMMON = new Set(
  'a an and are at can do does for from how i in is it me my of on or set that the this to up use what when where which why with you your'.split(
    ' ',
  ),
)

/** Makes "alerts" and "alert", or "e-mail" and "email", the same term. */
const normalize = (word: string): string | null => {
  const plain = word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  if (plain === '' || COMMON.has(plain)) return null
  return plain.length > 3 ? plain.replace(/(?<!s)s$/, '') : plain
}

/** Splits at spaces and punctuation, but not at a hyphen: "e-mail". */
const tokenize = (text: string): string[] => text.split(/[\s/.,:;()[\]{}"'`=<>|]+/)

const MAX_HITS = 8

export function createFinder(sections: readonly Section[]): (question: string) => Hit[] {
  const index = new MiniSearch<Section>({
    fields: ['title', 'heading', 'text'],
    storeFields: ['title', 'heading', 'text'],
    tokenize,
    processTerm: normalize,
    searchOptions: {
      boost: { title: 3, heading: 4 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  })
  index.addAll(sections)
  return (question) => {
    const strict = index.search(question, { combineWith: 'AND' })
    const hits = strict.length > 0 ? strict : index.search(question)
    return hits.slice(0, MAX_HITS) as unknown as Hit[]
  }
}
