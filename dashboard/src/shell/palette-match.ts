export interface PaletteEntry {
  id: string
  group: string
  label: string
  note: string
  run: () => void
}

/** Entries that contain every word of the search in their group or label. Those that start with the search come first. */
export function matchEntries(entries: readonly PaletteEntry[], search: string): PaletteEntry[] {
  const prefix = search.toLowerCase()
  const words = prefix.split(/\s+/).filter(Boolean)
  return entries
    .filter(({ group, label }) => words.every((word) => `${group} ${label}`.toLowerCase().includes(word)))
    .sort((a, b) => Number(b.label.toLowerCase().startsWith(prefix)) - Number(a.label.toLowerCase().startsWith(prefix)))
}
