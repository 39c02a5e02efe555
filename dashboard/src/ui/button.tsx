import type { ComponentProps } from 'react'

type Kind = 'primary' | 'plain' | 'quiet' | 'danger'

const KINDS: Record<Kind, string> = {
  primary: 'button-primary',
  plain: 'border border-line-strong hover:bg-raised',
  quiet: 'border border-transparent text-soft hover:text-ink hover:bg-raised',
  // Not red, which means down. An action that cannot be undone has the strongest contrast on the screen instead.
  danger: 'bg-ink text-paper border border-ink font-medium hover:opacity-90',
}

/** The style of a button, for a link that looks like one: `<Link className={buttonClass('primary')}>`. */
export const buttonClass = (kind: Kind = 'plain'): string => `button aria-disabled:opacity-60 ${KINDS[kind]}`

interface ButtonProps extends ComponentProps<'button'> {
  kind?: Kind
  /** Shows a spinner and disables the button while its action runs. */
  busy?: boolean | undefined
}

/**
 * A disabled button has `aria-disabled` and ignores clicks, but is not `disabled`: that would remove the focus from a button that was just
 * pressed with the keyboard, and not restore it.
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
  const isDisabled = disabled || busy
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isDisabled || undefined}
      aria-busy={busy || undefined}
      onClick={isDisabled ? (event) => event.preventDefault() : onClick}
      className={`${buttonClass(kind)} ${className}`}
    >
      {busy && (
        <span aria-hidden className="size-3 animate-spin rounded-full border-2 border-current border-t-transparent" />
      )}
      {children}
    </button>
  )
}
