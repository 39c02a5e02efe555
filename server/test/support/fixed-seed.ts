import fc from 'fast-check'
import { sized } from './size.ts'

/** Properties get the same examples in each run, which is about the change and not about luck; at full size, new ones each time. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), ...sized({ seed: 20_261_119 }, {}) })
