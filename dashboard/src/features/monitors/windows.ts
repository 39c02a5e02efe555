export const WINDOWS = ['24h', '30d', '6mo', '1y'] as const
export type Window = (typeof WINDOWS)[number]

export const WINDOW_NAMES: Record<Window, string> = {
  '24h': '24 hours',
  '30d': '30 days',
  '6mo': '6 months',
  '1y': '1 year',
}
