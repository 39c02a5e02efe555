import './value-icon.css'
import { useQuery } from '@tanstack/react-query'
import { flagOf } from './flags.ts'

/** Drawn here, in a square of 24, because the logo may not be shipped or does not exist. */
const OWN_ICONS: Readonly<Record<string, string>> = {
  Windows: 'M3 3h8.5v8.5H3zM12.5 3H21v8.5h-8.5zM3 12.5h8.5V21H3zM12.5 12.5H21V21h-8.5z',
  desktop: 'M2 4h20v13h-9v2h4v2H7v-2h4v-2H2zM4 6v9h16V6z',
  mobile: 'M7 2h10v20H7zM9 4v14h6V4zM11 19h2v2h-2z',
  tablet: 'M4 2h16v20H4zM6 4v14h12V4zM11 19h2v2h-2z',
  tv: 'M2 5h20v12H2zM4 7v8h16V7zM7 19h10v2H7z',
}

const ICON_DIMENSIONS: readonly string[] = ['source', 'browser', 'system', 'device']

/** Whether the values of a dimension have icons beside their names. */
export const hasIcons = (dimension: string): boolean => dimension === 'country' || ICON_DIMENSIONS.includes(dimension)

/** A separate chunk, fetched once the first list has loaded. */
function useBrandIcons(): Readonly<Record<string, string>> {
  const icons = useQuery({
    queryKey: ['brand-icons'],
    queryFn: async () => (await import('./brand-icons.ts')).BRAND_ICONS,
    staleTime: Infinity,
  })
  return icons.data ?? {}
}

/** The icon of a value in the text colour, or its first letter if there is no icon. The name is beside it. */
export function ValueIcon({ dimension, value }: { dimension: string; value: string }) {
  const brands = useBrandIcons()
  if (dimension === 'country') return <span aria-hidden className="value-icon flag" data-sign={flagOf(value)} />
  const path = OWN_ICONS[value] ?? brands[value]
  if (path === undefined)
    return (
      <span aria-hidden className="value-icon letter" data-sign={value === '' ? '–' : value.charAt(0).toUpperCase()} />
    )
  return (
    <svg
      aria-hidden
      className="value-icon"
      viewBox="0 0 24 24"
      width="16"
      height="16"
      fill="currentColor"
      fillRule="evenodd"
    >
      <path d={path} />
    </svg>
  )
}
