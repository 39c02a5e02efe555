import { useEffect, useRef, useState } from 'react'
import { Field } from './field.tsx'

const DEBOUNCE_MS = 250

interface SearchFieldProps {
  label: string
  /** The current search text from the URL. */
  value: string
  /** Called when typing pauses. */
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
    // The URL may update while the user keeps typing. Only a link or the Back button replaces the text.
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
    }, DEBOUNCE_MS)
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
