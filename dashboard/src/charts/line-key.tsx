/** Legend entry of a line. */
export function LineKey({ className, text }: { className: string; text: string }) {
  return (
    <span className="chart-key">
      <svg width="16" height="12" aria-hidden="true">
        <line className={className} x1="0" x2="16" y1="6.5" y2="6.5" />
      </svg>
      {text}
    </span>
  )
}
