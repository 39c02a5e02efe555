const POLL_MS = 500

/**
 * npx runs a command in a shell and forwards SIGTERM to that shell, which exits without forwarding it: the command would keep
 * running, with its port open. The command can only see that its parent process changed. The returned signal aborts then.
 *
 * Only under npx: another parent may exit and leave the program running on purpose, as a script with "&" does.
 */
export function watchShellOfNpx(): AbortSignal {
  const gone = new AbortController()
  if (process.env['npm_command'] !== 'exec') return gone.signal
  const shell = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(timer)
    // Still starting, without a signal handler: end the process as SIGTERM would have done.
    if (process.listenerCount('SIGTERM') === 0) process.kill(process.pid, 'SIGTERM')
    gone.abort()
  }, POLL_MS).unref()
  return gone.signal
}
