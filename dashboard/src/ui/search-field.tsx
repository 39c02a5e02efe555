import { useEffect, useRef, useState } from 'react'
import { Field } from './field.tsx'

const WAIT_MS = 250

interface SearchFieldProps {
  label: string
  /** What is searched for now, as the address says. */
  value: string
  /** Called when the typing pauses. */
  onSearch: (text: string) => void
}

/** Searches while you type. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const [sent, setSent] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (value !== known) {
    setKnown(value)
    // What was sent from here comes back while the person types on; only a link or the Back button changes the text.
    if (value !== sent) {
      setSent(value)
      setTyped(value)
    }
  }
  function type(text: string): void {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setSent(text.trim())
      onSearch(text.trim())
    }, WAIT_MS)
  }
  return (
    <Field
      name="search"
      label={label}
      type="search"
      value={typed}
      autoComplete="off"
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
