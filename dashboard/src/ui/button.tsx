import type { ComponentProps } from 'react'

type Kind = 'primary' | 'plain' | 'quiet' | 'danger'

const KINDS: Record<Kind, string> = {
  primary: 'button-primary',
  plain: 'border border-line-strong hover:bg-raised',
  quiet: 'border border-transparent text-soft hover:text-ink hover:bg-raised',
  // Not red, which means down: what cannot be undone is the heaviest thing on the screen.
  danger: 'bg-ink text-paper border border-ink font-medium hover:opacity-90',
}

/** The look of a button for a link that stands where one would be: `<Link className={buttonClass('primary')}>`. */
export const buttonClass = (kind: Kind = 'plain'): string => `button aria-disabled:opacity-60 ${KINDS[kind]}`

interface ButtonProps extends ComponentProps<'button'> {
  kind?: Kind
  /** Under way: says so, and cannot be pressed again. */
  busy?: boolean | undefined
}

/**
 * One that cannot be pressed says so and does nothing, but is not `disabled`: that would take the focus from whoever has
 * just pressed it by key, and not give it back.
 */
export function Button({
  kind = 'plain',
  busy = false,
  className = '',
  children,
  disabled = false,
  onClick,
  ...rest
}: ButtonProps) {
  const isOff = disabled || busy
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isOff || undefined}
      aria-busy={busy || undefined}
      onClick={isOff ? (event) => event.preventDefault() : onClick}
      className={`${buttonClass(kind)} ${className}`}
    >
      {busy && (
        <span aria-hidden className="size-3 animate-spin rounded-full border-2 border-current border-t-transparent" />
      )}
      {children}
    </button>
  )
}
