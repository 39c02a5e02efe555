import type { RecentChecks } from '@sitewatch/sdk'

export type RecentCheck = RecentChecks['checks'][number]

const SLOTS = 30
const STRIDE = 5
const BAR = 4
const HEIGHT = 20
const UP_HEIGHT = 13
const NOTCH = 2

export const BAR_SIZE = { width: SLOTS * STRIDE - (STRIDE - BAR), height: HEIGHT }

const drawBox = (x: number, y: number): string => `M${x} ${y}h${BAR}V${HEIGHT}h${-BAR}z`

/** As in every ribbon: down is a full bar with a notch. */
function drawNotched(x: number): string {
  const middle = HEIGHT / 2
  return `M${x} 0h${BAR}v${middle - NOTCH}l${-NOTCH} ${NOTCH}l${NOTCH} ${NOTCH}V${HEIGHT}h${-BAR}z`
}

/** One path for each kind, newest at the right: up is a low bar, down a full notched one, unknown an outline, no check a dot. */
export function drawChecks(checks: readonly RecentCheck[]): Record<RecentCheck['status'] | 'none', string> {
  const paths = { up: '', down: '', unknown: '', none: '' }
  for (let slot = 0; slot < SLOTS; slot++) {
    const x = slot * STRIDE
    const status = checks[SLOTS - 1 - slot]?.status
    if (status === 'up') paths.up += drawBox(x, HEIGHT - UP_HEIGHT)
    else if (status === 'down') paths.down += drawNotched(x)
    else if (status === 'unknown') paths.unknown += `M${x + 0.5} ${HEIGHT - 7.5}h${BAR - 1}v7h${1 - BAR}z`
    else paths.none += `M${x + 1} ${HEIGHT - 2}h2v2h-2z`
  }
  return paths
}
