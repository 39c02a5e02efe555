import { createContext, useContext } from 'react'

/** Whether the picture and its figures are there, or have failed. True where there is no picture to wait for. */
export const PictureDrawn = createContext(true)

/**
 * The lists below wait for the picture: they are ten questions to the same engine, which on a small machine has two cores
 * for all of them, and the browser sends only six at a time.
 */
export const useIsPictureDrawn = (): boolean => useContext(PictureDrawn)
