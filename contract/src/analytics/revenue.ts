import { z } from 'zod'

const Amount = z
  .string()
  .regex(/^-?\d+(\.\d{1,4})?$/)
  .meta({ description: 'A decimal number as text, exact to four decimals' })

/** In one currency: amounts in different currencies are never added up. */
export const Revenue = z
  .strictObject({
    currency: z.string().meta({ description: 'ISO 4217 code, such as EUR' }),
    amount: Amount.meta({ description: 'The sum, exact to four decimals; refunds (negative amounts) are subtracted' }),
    orders: z.int().min(0).meta({ description: 'Events with revenue, without refunds' }),
    average_order: Amount.nullable().meta({ description: 'The amount divided by the orders; null without orders' }),
  })
  .meta({ id: 'Revenue' })
export type Revenue = z.infer<typeof Revenue>

/** By currency, sorted by code; only currencies that the website has used. */
export const RevenueByCurrency = z.array(Revenue)
