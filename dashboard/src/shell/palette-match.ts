export interface PaletteEntry {
  id: string
  group: string
  label: string
  note: string
  run: () => void
}

/** Entries with every word of the search somewhere in their group and label; those that begin with it come first. */
export function matchEntries(entries: readonly PaletteEntry[], search: string): PaletteEntry[] {
  const wanted = search.toLowerCase()
  const words = wanted.split(/\s+/).filter(Boolean)
  return entries
    .filter(({ group, label }) => words.every((word) => `${group} ${label}`.toLowerCase().includes(word)))
    .sort((a, b) => Number(b.label.toLowerCase().startsWith(wanted)) - Number(a.label.toLowerCase().startsWith(wanted)))
}
