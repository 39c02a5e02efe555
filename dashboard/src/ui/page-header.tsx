import { type ReactNode, useEffect } from 'react'

interface PageHeaderProps {
  /** The heading, and the name of the tab. */
  title: string
  /** If the heading is more than text. */
  heading?: ReactNode
  /** One line of details below the heading. */
  children?: ReactNode
  /** Buttons at the end of the line. */
  actions?: ReactNode
}

export function PageHeader({ title, heading, children, actions }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${title} · Sitewatch`
  }, [title])
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-xl wrap-anywhere">{heading ?? title}</h1>
        {children !== undefined && <div className="wrap-anywhere text-soft">{children}</div>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  )
}

interface SectionProps {
  title: ReactNode
  children: ReactNode
  actions?: ReactNode
}

/** A part of a screen with its own heading, below a thin line. */
export function Section({ title, children, actions }: SectionProps) {
  return (
    <section className="mt-8 border-t border-line-strong pt-4 [:is(header,nav)+&]:mt-0 [:is(header,nav)+&]:border-0 [:is(header,nav)+&]:pt-0">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-3">
        <h2 className="text-lg">{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  )
}
