import { createContext, useContext } from 'react'

/** Whether the chart and its figures have loaded or failed. True where there is no chart to wait for. */
export const ChartLoaded = createContext(true)

/**
 * The lists below wait for the chart: they are ten queries to the same database, which on a small machine has two cores for all of them,
 * and the browser sends only six at a time.
 */
export const useIsChartLoaded = (): boolean => useContext(ChartLoaded)
