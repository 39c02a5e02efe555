import { encode } from 'uqr'

/** Rows of modules, dark ones true. Error correction level L: a screen is not smudged, and larger modules scan better. */
export const makeQrCode = (text: string): readonly (readonly boolean[])[] => encode(text, { ecc: 'L', border: 0 }).data
