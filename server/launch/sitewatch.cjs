#!/usr/bin/env node
'use strict'
// The program is TypeScript run as it is by Node 24, which `npm ci` installs. People start it with whatever `node` is
// first on their path, and Node 20 cannot even load a .ts module. So the entry point is CommonJS, which every Node loads,
// and runs the program in this process if its Node is new enough, otherwise in a child process.
const path = require('node:path')
const { pathToFileURL } = require('node:url')

const NEEDED = 24

function run() {
  if (process.channel) {
    // This is such a child process. People know and kill its parent: it must not outlive that.
    process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
    process.channel.unref()
  }
  // Compiling takes half of the processor time of a command. Beside the packages, so that "npm ci" clears it; where nobody may write, nothing is cached.
  require('node:module').enableCompileCache(path.join(__dirname, '..', '..', 'node_modules', '.cache', 'sitewatch'))
  const file = path.join(__dirname, '..', 'src', 'cli', 'main.ts')
  void import(pathToFileURL(file).href)
    .then((program) => program.main(process.argv.slice(2)))
    .then((code) => (process.exitCode = code))
}

function findNode() {
  try {
    return path.join(path.dirname(require.resolve('node/package.json')), 'bin', 'node')
  } catch {
    process.stderr.write(`Sitewatch needs Node ${NEEDED}. Run "npm ci" in its folder, which installs one beside it.\n`)
    return process.exit(1)
  }
}

function runInChild() {
  const { spawn } = require('node:child_process')
  const child = spawn(findNode(), process.argv.slice(1), { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR2']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => (signal ? process.kill(process.pid, 'SIGKILL') : process.exit(code ?? 1)))
}

// Each running query of the embedded ClickHouse holds one of libuv's threads. There are four by default: files, names and
// password hashes would wait behind four slow queries (2,013 ms for a file; 17 ms with twelve).
process.env.UV_THREADPOOL_SIZE ??= '12'
if (Number(process.versions.node.split('.')[0]) >= NEEDED) run()
else runInChild()
