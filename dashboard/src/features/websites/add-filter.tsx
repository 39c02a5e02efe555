import { useState } from 'react'
import { Dialog, Field, Form, type FormValues, Picker, Select, Submit } from '../../ui/index.ts'
import { codeOf, isNamed, nameDimension } from './dimension-names.ts'
import { type Dimension, DIMENSIONS } from './dimensions.ts'
import { OPERATOR_NAMES, OPERATORS, type Operator, writeTerms } from './filters.ts'
import { useView } from './use-view.ts'
import { readChoice, valueChoices } from './value-search.ts'

const CHOICES = DIMENSIONS.filter((dimension) => dimension !== 'property')
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

export function AddFilter({ onClose }: { onClose: () => void }) {
  const { id, statsQuery, terms, setTerms } = useView()
  const [dimension, setDimension] = useState<Dimension>('page')
  const [wanted, setOperator] = useState<Operator>('contains')
  const [isEmpty, setEmpty] = useState(false)
  const operators = operatorsOf(dimension)
  const operator = operators.find((each) => each === wanted) ?? 'is'
  const others = writeTerms(terms.filter((term) => term.dimension !== dimension))
  async function add(values: FormValues): Promise<void> {
    await Promise.resolve()
    const chosen = isExact(operator) ? readValues(values, dimension) : values.optionalText('value')
    if (chosen === undefined || chosen.length === 0) return setEmpty(true)
    setTerms([...terms, { operator, dimension, values: [chosen].flat() }])
    onClose()
  }
  return (
    <Dialog title="Add filter" onClose={onClose}>
      <Form submit={add} label="Add filter">
        <Select
          name="dimension"
          label="Filter by"
          choices={CHOICES.map((value) => ({ value, label: nameDimension(value) }))}
          value={dimension}
          onChange={({ currentTarget }) => setDimension(currentTarget.value as Dimension)}
        />
        <Select
          name="operator"
          label="Condition"
          choices={operators.map((value) => ({ value, label: OPERATOR_NAMES[value] }))}
          value={operator}
          onChange={({ currentTarget }) => setOperator(currentTarget.value as Operator)}
        />
        {isExact(operator) ? (
          <Picker
            key={dimension}
            name="values"
            legend="Values, with visitors in this period"
            noun="values"
            source={valueChoices(id, { ...statsQuery, filters: others, dimension })}
            initial={[]}
            typedAs="value"
            empty="None in this period."
          />
        ) : (
          <Field
            name="value"
            label="Value"
            hint={operator === 'matches' ? '* stands for any characters.' : undefined}
            figures
          />
        )}
        {isEmpty && <p role="alert">Choose or type at least one value.</p>}
        <div>
          <Submit>Add filter</Submit>
        </div>
      </Form>
    </Dialog>
  )
}
