import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { Button, Dialog, Field, Form, type FormValues, Picker, Select, Submit } from '../../ui/index.ts'
import { codeOf, isNamed, nameDimension } from './dimension-names.ts'
import { type Dimension, FILTER_DIMENSIONS } from './dimensions.ts'
import { OPERATORS, type Operator, type Term, writeTerms } from './filters.ts'
import { OPERATOR_NAMES } from './operator-names.ts'
import { useView } from './use-view.ts'
import { readChoice, valueChoices, writeChoice } from './value-search.ts'

const EXACT = ['is', 'is_not'] as const satisfies Operator[]
const isExact = (operator: Operator): boolean => EXACT.some((each) => each === operator)

/** Values with display names are picked, because part of a code means nothing to a user. */
const operatorsOf = (dimension: Dimension): readonly Operator[] => (isNamed(dimension) ? EXACT : OPERATORS)

/** The ticked values, or else the typed name or value. */
function readValues(values: FormValues, dimension: Dimension): string[] {
  const ticked = values.all('values').map(readChoice)
  if (ticked.length > 0) return ticked
  const typed = values.optionalText('value')
  const code = typed === undefined ? undefined : codeOf(dimension, typed)
  return code === undefined ? [] : [code]
}

interface FilterDialogProps {
  title: string
  /** The filter to edit. Omitted for a new one. */
  initial?: Term
  /** The other filters. They apply when the visitors of the values are counted. */
  otherTerms: readonly Term[]
  onApply: (term: Term) => void
  onClose: () => void
}

const EMPTY_TERM: Term = { operator: 'is', dimension: 'page', values: [] }

/** Edits one condition. Its values are searched as you type, and shown with their visitors. */
export function FilterDialog({ title, initial = EMPTY_TERM, otherTerms, onApply, onClose }: FilterDialogProps) {
  const { id, statsQuery } = useView()
  const [dimension, setDimension] = useState(FILTER_DIMENSIONS.find((each) => each === initial.dimension) ?? 'page')
  const [chosenOperator, setChosenOperator] = useState<Operator>(initial.operator)
  const [isEmpty, setEmpty] = useState(false)
  const operators = operatorsOf(dimension)
  const operator = operators.find((each) => each === chosenOperator) ?? 'is'
  const initialValues = dimension === initial.dimension ? initial.values : []
  const otherFilters = writeTerms(otherTerms.filter((term) => term.dimension !== dimension))
  async function apply(values: FormValues): Promise<void> {
    await Promise.resolve()
    const chosen = isExact(operator) ? readValues(values, dimension) : values.optionalText('value')
    if (chosen === undefined || chosen.length === 0) return setEmpty(true)
    onApply({ operator, dimension, values: [chosen].flat() })
    onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <Form submit={apply} label={title}>
        <Select
          name="dimension"
          label={t`Filter by`}
          choices={FILTER_DIMENSIONS.map((value) => ({ value, label: nameDimension(value) }))}
          value={dimension}
          onChange={({ currentTarget }) => setDimension(currentTarget.value as typeof dimension)}
        />
        <Select
          name="operator"
          label={t`Condition`}
          choices={operators.map((value) => ({ value, label: t(OPERATOR_NAMES[value]) }))}
          value={operator}
          onChange={({ currentTarget }) => setChosenOperator(currentTarget.value as Operator)}
        />
        {isExact(operator) ? (
          <Picker
            key={dimension}
            name="values"
            legend={t`Values, with visitors in this period`}
            noun={t`values`}
            source={valueChoices(id, { ...statsQuery, filters: otherFilters, dimension })}
            initial={initialValues.map(writeChoice)}
            typedAs="value"
            empty={t`None in this period.`}
          />
        ) : (
          <Field
            name="value"
            label={t`Value`}
            hint={operator === 'matches' ? t`* matches any characters.` : undefined}
            defaultValue={initialValues[0]}
            figures
          />
        )}
        {isEmpty && <p role="alert">{t`Choose or type at least one value.`}</p>}
        <Buttons title={title} onClose={onClose} />
      </Form>
    </Dialog>
  )
}

function Buttons({ title, onClose }: Pick<FilterDialogProps, 'title' | 'onClose'>) {
  return (
    <div className="flex flex-wrap gap-3">
      <Submit>{title}</Submit>
      <Button onClick={onClose}>{t`Cancel`}</Button>
    </div>
  )
}
