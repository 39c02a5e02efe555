import { isActive, type OracleGoal, type OracleVisit, reachesGoal, type StoredEvent, visitValue } from './oracle.ts'

type Belongs = (time_ms: number) => boolean

/** Written digit by digit, without floating-point division. */
function moneyText(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(5, '0')
  const text = `${digits.slice(0, -4)}.${digits.slice(-4)}`.replace(/0+$/, '').replace(/\.$/, '')
  return `${units < 0n ? '-' : ''}${text}`
}

/** Long division with the remainder, rounded half away from zero. */
function average(units: bigint, by: number): bigint {
  const size = units < 0n ? -units : units
  const quotient = size / BigInt(by)
  const remainder = size - quotient * BigInt(by)
  const rounded = remainder * 2n >= BigInt(by) ? quotient + 1n : quotient
  return units < 0n ? -rounded : rounded
}

/** The revenue of events, by currency in the order of the codes. */
export function sumRevenue(events: readonly StoredEvent[]) {
  const paid = events.filter(({ currency }) => currency !== '')
  return [...new Set(paid.map(({ currency }) => currency))].sort().map((currency) => {
    const own = paid.filter((event) => event.currency === currency)
    const units = own.reduce((sum, { revenue_units }) => sum + BigInt(revenue_units), 0n)
    const orders = own.filter(({ revenue_units }) => revenue_units >= 0).length
    return {
      currency,
      amount: moneyText(units),
      orders,
      average_order: orders === 0 ? null : moneyText(average(units, orders)),
    }
  })
}

const inside = (visits: readonly OracleVisit[], belongs: Belongs): StoredEvent[] =>
  visits.flatMap(({ events }) => events).filter(({ time_ms }) => belongs(time_ms))

export const revenueOf = (visits: readonly OracleVisit[], belongs: Belongs) => sumRevenue(inside(visits, belongs))

export interface RevenueRow {
  dimension: string
  property?: string | undefined
  value: string
}

/** The revenue of one row of a breakdown. */
export function revenueOfRow(
  visits: readonly OracleVisit[],
  { dimension, property, value }: RevenueRow,
  { belongs, goals }: { belongs: Belongs; goals: readonly OracleGoal[] },
) {
  const events = inside(visits, belongs).filter(isActive)
  switch (dimension) {
    case 'page':
      return sumRevenue(events.filter(({ path }) => path === value))
    case 'event':
      return sumRevenue(events.filter(({ name }) => name === value))
    case 'property':
      return sumRevenue(
        events.filter(({ props }) =>
          property === undefined ? Object.hasOwn(props, value) : props[property] === value,
        ),
      )
    case 'goal': {
      const goal = goals.find(({ id }) => String(id) === value)
      return sumRevenue(events.filter((event) => goal !== undefined && reachesGoal(event, goal)))
    }
    default:
      return revenueOf(
        visits.filter((visit) => visitValue(visit, dimension as Parameters<typeof visitValue>[1]) === value),
        belongs,
      )
  }
}
