#!/usr/bin/env node
'use strict'
// The sources are TypeScript run as they are by Node 24, which `npm ci` installs beside them; people start this with
// whatever `node` is first on their path. So it is CommonJS, which every Node loads, and goes on in the right Node.
const path = require('node:path')
const { pathToFileURL } = require('node:url')

const NEEDED = 24

function findNode() {
  try {
    return path.join(path.dirname(require.resolve('node/package.json')), 'bin', 'node')
  } catch {
    process.stderr.write(`swctl needs Node ${NEEDED}. Run "npm ci" in its folder, which installs one beside it.\n`)
    return process.exit(1)
  }
}

if (Number(process.versions.node.split('.')[0]) >= NEEDED) {
  const file = path.join(__dirname, '..', 'src', 'cli', 'main.ts')
  void import(pathToFileURL(file).href).then((program) => program.runProcess())
} else {
  // Standard streams are shared and a signal from the terminal reaches both, so waiting for it is enough.
  const { spawnSync } = require('node:child_process')
  const { status, signal } = spawnSync(findNode(), process.argv.slice(1), { stdio: 'inherit' })
  if (signal) process.kill(process.pid, signal)
  process.exitCode = status ?? 1
}
