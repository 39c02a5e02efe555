import MiniSearch from 'minisearch'

/** What stands under one heading of a page. */
export interface Section {
  /** The address after /docs/. */
  id: string
  title: string
  heading: string
  text: string
}

export interface Hit extends Section {
  terms: string[]
}

/** Words that stand in nearly every question, so that they say nothing about the answer. */
const COMMON = new Set(
  'a an and are at can do does for from how i in is it me my of on or set that the this to up use what when where which why with you your'.split(
    ' ',
  ),
)

/** "alerts" and "alert", "e-mail" and "email" are one word to somebody who searches. */
const normalize = (word: string): string | null => {
  const plain = word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  if (plain === '' || COMMON.has(plain)) return null
  return plain.length > 3 ? plain.replace(/(?<!s)s$/, '') : plain
}

/** Split at blanks and at what joins words in code, but not at a hyphen: "e-mail". */
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
    const isNear = index.search(question, { combineWith: 'AND' })
    const hits = isNear.length > 0 ? isNear : index.search(question)
    return hits.slice(0, MAX_HITS) as unknown as Hit[]
  }
}
