const POLL_MS = 500

/**
 * npx runs a command in a shell and passes SIGTERM on to that shell, which dies of it and tells nobody: the command would run
 * on alone, with its port open. What the command can see is that it has another parent. The signal returned says so.
 *
 * Only under npx: whoever else starts us may leave us behind on purpose, as a script with "&" does.
 */
export function watchShellOfNpx(): AbortSignal {
  const gone = new AbortController()
  if (process.env['npm_command'] !== 'exec') return gone.signal
  const shell = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(timer)
    // Still starting: end as the signal itself would have ended us.
    if (process.listenerCount('SIGTERM') === 0) process.kill(process.pid, 'SIGTERM')
    gone.abort()
  }, POLL_MS).unref()
  return gone.signal
}
