'use strict'
// Plain CommonJS in spite of its name: server/src/main.ts is a link to this file, so that any Node can begin here.
require('./node24.cjs')('program.ts')
