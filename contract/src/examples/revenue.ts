/** Example values for revenue and for the cost of an incident; see EXAMPLES. */
export const REVENUE_EXAMPLES: Readonly<Record<string, unknown>> = {
  currency: 'EUR',
  'Revenue.amount': '4210.5',
  'Revenue.orders': 84,
  'Revenue.average_order': '50.125',
  goal_id: 12,
  'GoalLoss.name': 'Signed up',
  'GoalLoss.lost': 4,
  'GoalLoss.low': 1,
  'GoalLoss.high': 8,
  'RevenueLoss.lost': '208.60',
  'RevenueLoss.low': '61.20',
  'RevenueLoss.high': '433.90',
  'pages.value': '/pricing',
  'countries.value': 'DE',
  'sources.value': 'Google',
  visits_lost: 42,
}
