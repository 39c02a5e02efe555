/** Components without a group first, then each group at the place of its first component. */
export function sortByGroup<T extends { group: string | null }>(components: readonly T[]): T[] {
  const groups = Map.groupBy(components, ({ group }) => group)
  return [...(groups.get(null) ?? []), ...[...groups].flatMap(([name, members]) => (name === null ? [] : members))]
}
