/** Slow tests have two sizes: a small one in the suite, and the full one with `npm run test:full`. */
export const sized = <T>(small: T, full: T): T => (process.env['TEST_SIZE'] === 'full' ? full : small)
