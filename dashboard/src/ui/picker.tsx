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
  /** Several unless told; of `one`, what choosing nothing is called. */
  one?: { none: string }
  /** Said when there is nothing to choose from. */
  empty?: ReactNode
  /** What is typed counts too, and is sent by this name: then the field is always there, and Enter sends the form. */
  typedAs?: string
  /** Told what is ticked and unticked, for a form that asks more about what was chosen. */
  onChoose?: (choice: Choice, isOn: boolean) => void
}

/** With fewer, everything is seen at once. */
const SEARCHED_FROM = 9
const PAUSE_MS = 200

/** What was typed, once typing pauses. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

function useChoices(source: ChoiceSource, initial: readonly string[], search: string) {
  const first = useQuery(foundChoicesQuery(source))
  const found = useQuery({ ...foundChoicesQuery(source, search), placeholderData: keepPreviousData })
  const far = initial.filter((value) => first.data?.choices.every((each) => each.value !== value))
  const named = useQuery({
    ...namedChoicesQuery(source, far),
    enabled: first.data !== undefined && far.length > 0,
  })
  const isLoaded = first.data !== undefined && (far.length === 0 || named.data !== undefined)
  return { first, found, named, isLoaded }
}

/**
 * A list to choose from, searched on the server. What was chosen stays chosen and in sight, whatever is searched for and
 * however many there are. The form cannot be sent before the list is there.
 */
export function Picker({ name, legend, hint, noun, source, initial, one, empty, typedAs, onChoose }: PickerProps) {
  const id = useId()
  const error = useFieldError(name)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(initial)
  /** Whatever was ever chosen here: it stays on the list when it is unticked, or a slip could not be taken back. */
  const [touched, setTouched] = useState<readonly Choice[]>([])
  const { first, found, named, isLoaded } = useChoices(source, initial, useSettled(typed.trim()))
  useHeldForm(!isLoaded)

  function choose(choice: Choice, isOn: boolean): void {
    onChoose?.(choice, isOn)
    setTouched((before) => [...before.filter(({ value }) => value !== choice.value), choice])
    const others = one ? [] : chosen.filter((value) => value !== choice.value)
    setChosen(isOn && choice.value !== '' ? [...others, choice.value] : others)
  }

  const failed = [first, named, found].find((query) => query.isError)
  const shown = found.data ?? first.data
  const known = [...(named.data ?? []), ...touched, ...(first.data?.choices ?? [])]
  const isKept = ({ value }: Choice, index: number): boolean =>
    value !== '' &&
    (chosen.includes(value) || touched.some((each) => each.value === value)) &&
    !shown?.choices.some((each) => each.value === value) &&
    known.findIndex((each) => each.value === value) === index
  const listed = [...(one ? [{ value: '', label: one.none }] : []), ...known.filter(isKept), ...(shown?.choices ?? [])]
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
          {(typedAs !== undefined || (first.data?.total ?? 0) >= SEARCHED_FROM) && (
            <SearchField {...{ noun, typedAs }} value={typed} onChange={setTyped} />
          )}
          <Options {...{ listed, chosen, choose }} group={one && id} />
          <Footing {...{ shown, noun, empty }} search={typed.trim()} />
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
      // Enter would send the whole form.
      onKeyDown={(event) => typedAs === undefined && event.key === 'Enter' && event.preventDefault()}
    />
  )
}

interface OptionProps {
  choice: Choice
  /** Of radio buttons: their common name. */
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

interface FootingProps {
  shown: FoundChoices
  noun: string
  search: string
  empty: ReactNode
}

function Footing({ shown: { choices, total }, noun, search, empty }: FootingProps) {
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
