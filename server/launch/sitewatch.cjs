#!/usr/bin/env node
'use strict'
require('./node24.cjs')('cli/main.ts')
