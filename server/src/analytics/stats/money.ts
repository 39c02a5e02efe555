import type { Revenue } from '@sitewatch/contract'

const DECIMALS = 4
const UNIT = 10n ** BigInt(DECIMALS)

/** In ten-thousandths, as the database stores them: floating point would not add up. */
export function readAmount(text: string): bigint {
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  const units = BigInt(whole) * UNIT + BigInt(part.padEnd(DECIMALS, '0').slice(0, DECIMALS))
  return sign === '-' ? -units : units
}

/** Without zeros at the end. */
function writeAmount(units: bigint): string {
  const size = units < 0n ? -units : units
  const part = String(size % UNIT)
    .padStart(DECIMALS, '0')
    .replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${size / UNIT}${part === '' ? '' : `.${part}`}`
}

/** Half a unit is rounded away from zero. */
function divideRounded(units: bigint, by: bigint): bigint {
  const size = units < 0n ? -units : units
  const rounded = (2n * size + by) / (2n * by)
  return units < 0n ? -rounded : rounded
}

export function toRevenue({ currency, amount, orders }: { currency: string; amount: bigint; orders: number }): Revenue {
  return {
    currency,
    amount: writeAmount(amount),
    orders,
    average_order: orders === 0 ? null : writeAmount(divideRounded(amount, BigInt(orders))),
  }
}
