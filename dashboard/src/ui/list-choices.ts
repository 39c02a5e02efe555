import type { Choice, ChoiceSource } from './choices.ts'

/** Choices of a list that is loaded as a whole: searched here, by their label. */
export const listChoices = (key: readonly unknown[], load: (signal: AbortSignal) => Promise<readonly Choice[]>) =>
  ({
    key,
    async find(search, signal) {
      const all = await load(signal)
      const wanted = search.toLowerCase()
      const choices = all.filter(({ label }) => label.toLowerCase().includes(wanted))
      return { choices, total: choices.length }
    },
    async name(values, signal) {
      return (await load(signal)).filter(({ value }) => values.includes(value))
    },
  }) satisfies ChoiceSource
