import { makeQrCode } from './qr-code.ts'

const QUIET_ZONE = 4

/** Dark on white in both themes, because many scanners do not read inverted codes. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const modules = makeQrCode(text)
  const size = modules.length + 2 * QUIET_ZONE
  const path = modules
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-56 max-w-full rounded"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
