import { type FocusEvent, type KeyboardEvent, type PointerEvent, useState } from 'react'

interface Options {
  count: number
  /** The bucket at a distance from the left edge; null outside the plot. */
  indexAt(x: number): number | null
  /** Where the keys start. */
  start?: number | undefined
  onOpen?: ((index: number) => void) | undefined
}

const PAGE_STEP = 7

function moveBy(key: string, count: number): ((index: number) => number) | undefined {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return (index) => index - 1
    case 'ArrowRight':
    case 'ArrowUp':
      return (index) => index + 1
    case 'PageDown':
      return (index) => index - PAGE_STEP
    case 'PageUp':
      return (index) => index + PAGE_STEP
    case 'Home':
      return () => 0
    case 'End':
      return () => count - 1
    default:
      return undefined
  }
}

/** Pointer and keys move a crosshair over the buckets. The keys are those of a slider, which is its role for screen readers. */
export function useCrosshair({ count, indexAt, start = count - 1, onOpen }: Options) {
  const [chosen, setChosen] = useState<number | null>(null)
  const [isFocused, setFocused] = useState(false)
  const index = chosen === null || count === 0 ? null : Math.min(chosen, count - 1)

  const follow = (event: PointerEvent<HTMLElement>): void => {
    setChosen(indexAt(event.clientX - event.currentTarget.getBoundingClientRect().left))
  }
  const slider = {
    className: 'chart-stage',
    role: 'slider',
    tabIndex: 0,
    'aria-valuemin': 0,
    'aria-valuemax': Math.max(0, count - 1),
    'aria-valuenow': index ?? Math.max(0, start),
    onPointerMove: follow,
    onPointerDown: follow,
    onPointerLeave: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType !== 'touch') setChosen(null)
    },
    onFocus: (event: FocusEvent<HTMLElement>) => {
      setFocused(true)
      if (chosen === null && event.currentTarget.matches(':focus-visible')) setChosen(start)
    },
    onBlur: () => {
      setFocused(false)
      setChosen(null)
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.metaKey || event.ctrlKey || event.altKey || count === 0) return
      const move = moveBy(event.key, count)
      if (move) setChosen(Math.min(count - 1, Math.max(0, index === null ? start : move(index))))
      else if (event.key === 'Escape' && index !== null) setChosen(null)
      else if (event.key === 'Enter' && index !== null && onOpen) onOpen(index)
      else return
      event.preventDefault()
      event.stopPropagation()
    },
  }
  return { index, isFocused, slider }
}
