import type { Choice, ChoiceSource } from './choices.ts'

/** Choices from a list that is loaded completely and searched in the browser, by label. */
export const listChoices = (key: readonly unknown[], load: (signal: AbortSignal) => Promise<readonly Choice[]>) =>
  ({
    key,
    async find(search, signal) {
      const all = await load(signal)
      const needle = search.toLowerCase()
      const choices = all.filter(({ label }) => label.toLowerCase().includes(needle))
      return { choices, total: choices.length }
    },
    async name(values, signal) {
      return (await load(signal)).filter(({ value }) => values.includes(value))
    },
  }) satisfies ChoiceSource
