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

/** Part of a code says nothing to anybody: what has a name is picked. */
const operatorsOf = (dimension: Dimension): readonly Operator[] => (isNamed(dimension) ? EXACT : OPERATORS)

/** What was ticked; or else what was typed, in words or as a value. */
function readValues(values: FormValues, dimension: Dimension): string[] {
  const ticked = values.all('values').map(readChoice)
  if (ticked.length > 0) return ticked
  const typed = values.optionalText('value')
  const code = typed === undefined ? undefined : codeOf(dimension, typed)
  return code === undefined ? [] : [code]
}

interface FilterDialogProps {
  title: string
  /** What is changed; nothing when one is added. */
  initial?: Term
  /** The filters beside it: values are counted within them. */
  others: readonly Term[]
  onApply: (term: Term) => void
  onClose: () => void
}

const BLANK: Term = { operator: 'is', dimension: 'page', values: [] }

/** A condition with its values to choose from, searched as you type, each with its visitors. */
export function FilterDialog({ title, initial = BLANK, others, onApply, onClose }: FilterDialogProps) {
  const { id, statsQuery } = useView()
  const [dimension, setDimension] = useState(FILTER_DIMENSIONS.find((each) => each === initial.dimension) ?? 'page')
  const [wanted, setOperator] = useState<Operator>(initial.operator)
  const [isEmpty, setEmpty] = useState(false)
  const operators = operatorsOf(dimension)
  const operator = operators.find((each) => each === wanted) ?? 'is'
  const chosenBefore = dimension === initial.dimension ? initial.values : []
  const beside = writeTerms(others.filter((term) => term.dimension !== dimension))
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
          onChange={({ currentTarget }) => setOperator(currentTarget.value as Operator)}
        />
        {isExact(operator) ? (
          <Picker
            key={dimension}
            name="values"
            legend={t`Values, with visitors in this period`}
            noun={t`values`}
            source={valueChoices(id, { ...statsQuery, filters: beside, dimension })}
            initial={chosenBefore.map(writeChoice)}
            typedAs="value"
            empty={t`None in this period.`}
          />
        ) : (
          <Field
            name="value"
            label={t`Value`}
            hint={operator === 'matches' ? t`* matches any characters.` : undefined}
            defaultValue={chosenBefore[0]}
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
