export function Logo() {
  return (
    <span className="inline-flex items-center gap-2 font-semibold">
      <svg aria-hidden viewBox="0 0 16 16" width="16" height="16" className="text-accent">
        <path fill="currentColor" d="M1 9h3v6H1zm5-4h3v10H6zm5-4h4v5l-2 2 2 2v5h-4z" />
      </svg>
      Sitewatch
    </span>
  )
}
