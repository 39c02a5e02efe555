import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { type Choice, type ChoiceSource, type FoundChoices, foundChoicesQuery, namedChoicesQuery } from './choices.ts'
import { ErrorBox } from './error-box.tsx'
import { FieldError } from './field.tsx'
import { useFieldError, useHeldForm } from './form-context.ts'
import { Skeleton } from './skeleton.tsx'

interface PickerProps {
  name: string
  legend: ReactNode
  hint?: ReactNode
  /** What is chosen from: "monitors". */
  noun: string
  source: ChoiceSource
  initial: readonly string[]
  /** Allows one choice instead of several. `none` is the label for choosing nothing, where that is allowed. */
  one?: { none?: string }
  /** Shown if there is nothing to choose from. */
  empty?: ReactNode
  /** Sends the typed text under this name. The search field is then always shown, and Enter submits the form. */
  typedAs?: string
  /** Called when a choice is selected or cleared, for a form with more fields about it. */
  onChoose?: (choice: Choice, isOn: boolean) => void
}

/** With fewer choices, all are visible at once and there is no search. */
const MIN_FOR_SEARCH = 9
const DEBOUNCE_MS = 200

/** The text after typing has paused. */
function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}

function useChoices(source: ChoiceSource, initial: readonly string[], search: string) {
  const first = useQuery(foundChoicesQuery(source))
  const found = useQuery({ ...foundChoicesQuery(source, search), placeholderData: keepPreviousData })
  const unlisted = initial.filter((value) => first.data?.choices.every((each) => each.value !== value))
  const named = useQuery({
    ...namedChoicesQuery(source, unlisted),
    enabled: first.data !== undefined && unlisted.length > 0,
  })
  const isLoaded = first.data !== undefined && (unlisted.length === 0 || named.data !== undefined)
  return { first, found, named, isLoaded }
}

/**
 * A list of choices that is searched on the server. Selected choices stay selected and visible, whatever is searched for. The form cannot
 * be submitted before the list is loaded.
 */
export function Picker({ name, legend, hint, noun, source, initial, one, empty, typedAs, onChoose }: PickerProps) {
  const id = useId()
  const error = useFieldError(name)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(initial)
  /** Choices that were selected at any time. They stay listed when they are cleared, so that a mistake can be undone. */
  const [touched, setTouched] = useState<readonly Choice[]>([])
  const { first, found, named, isLoaded } = useChoices(source, initial, useDebounced(typed.trim()))
  useHeldForm(!isLoaded)

  function choose(choice: Choice, isOn: boolean): void {
    onChoose?.(choice, isOn)
    setTouched((before) => [...before.filter(({ value }) => value !== choice.value), choice])
    const rest = one ? [] : chosen.filter((value) => value !== choice.value)
    setChosen(isOn && choice.value !== '' ? [...rest, choice.value] : rest)
  }

  const failed = [first, named, found].find((query) => query.isError)
  const shown = found.data ?? first.data
  const known = [...(named.data ?? []), ...touched, ...(first.data?.choices ?? [])]
  const isKept = ({ value }: Choice, index: number): boolean =>
    value !== '' &&
    (chosen.includes(value) || touched.some((each) => each.value === value)) &&
    !shown?.choices.some((each) => each.value === value) &&
    known.findIndex((each) => each.value === value) === index
  const none = one?.none === undefined ? [] : [{ value: '', label: one.none }]
  const listed = [...none, ...known.filter(isKept), ...(shown?.choices ?? [])]
  return (
    <fieldset
      data-invalid={error === undefined ? undefined : true}
      aria-describedby={error === undefined ? undefined : id}
      className="grid min-w-0 gap-2"
    >
      <legend className="mb-2 text-sm font-medium">{legend}</legend>
      {chosen.map((value) => (
        <input key={value} type="hidden" name={name} value={value} />
      ))}
      {failed && <ErrorBox error={failed.error} retry={() => void failed.refetch()} />}
      {!isLoaded && !failed && <Skeleton rows={2} label={t`Loading ${noun}`} />}
      {isLoaded && shown && (
        <>
          {(typedAs !== undefined || (first.data?.total ?? 0) >= MIN_FOR_SEARCH) && (
            <SearchField {...{ noun, typedAs }} value={typed} onChange={setTyped} />
          )}
          <Options {...{ listed, chosen, choose }} group={one && id} />
          <ListNote {...{ shown, noun, empty }} search={typed.trim()} />
        </>
      )}
      {hint !== undefined && <p className="text-sm text-soft">{hint}</p>}
      {error !== undefined && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  )
}

interface OptionsProps {
  listed: readonly Choice[]
  chosen: readonly string[]
  choose: (choice: Choice, isOn: boolean) => void
  group: string | undefined
}

function Options({ listed, chosen, choose, group }: OptionsProps) {
  return (
    <div className="grid max-h-60 gap-2 overflow-y-auto">
      {listed.map((choice) => (
        <Option
          key={choice.value}
          choice={choice}
          group={group}
          isOn={choice.value === '' ? chosen.length === 0 : chosen.includes(choice.value)}
          onChange={(isOn) => choose(choice, isOn)}
        />
      ))}
    </div>
  )
}

interface SearchFieldProps {
  noun: string
  typedAs: string | undefined
  value: string
  onChange: (text: string) => void
}

function SearchField({ noun, typedAs, value, onChange }: SearchFieldProps) {
  return (
    <input
      type="search"
      name={typedAs}
      className="control"
      aria-label={t`Search ${noun}`}
      placeholder={t`Search ${noun}`}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      // Enter would submit the whole form.
      onKeyDown={(event) => typedAs === undefined && event.key === 'Enter' && event.preventDefault()}
    />
  )
}

interface OptionProps {
  choice: Choice
  /** Common name of radio buttons. */
  group: string | undefined
  isOn: boolean
  onChange: (isOn: boolean) => void
}

function Option({ choice: { label, note }, group, isOn, onChange }: OptionProps) {
  return (
    <label className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 pe-2">
      <input
        {...(group === undefined ? { type: 'checkbox' } : { type: 'radio', name: group })}
        className="mt-1 size-4 accent-accent"
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className="wrap-anywhere">{label}</span>
      {note !== undefined && <span className="figures text-soft">{note}</span>}
    </label>
  )
}

interface ListNoteProps {
  shown: FoundChoices
  noun: string
  search: string
  empty: ReactNode
}

function ListNote({ shown: { choices, total }, noun, search, empty }: ListNoteProps) {
  if (choices.length === 0 && search !== '')
    return (
      <p className="text-sm text-soft">
        <Trans>No results for “{search}”.</Trans>
      </p>
    )
  if (choices.length === 0) return <p className="text-sm text-soft">{empty}</p>
  if (total <= choices.length) return null
  return (
    <p className="text-sm text-soft">
      <Trans>
        Showing {choices.length} of {total} {noun}. Search to find the others.
      </Trans>
    </p>
  )
}
