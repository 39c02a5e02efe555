import type { Command } from 'commander'
import { watchShellOfNpx } from './npx.ts'

export function addStartCommand(program: Command): void {
  program
    .command('start')
    .description('Run the service: the named roles (api, collector, prober, worker), or all of them in one process')
    .argument('[roles...]', 'which roles to run')
    .addHelpText('after', '\nSettings come from the environment; docs/configuration.md lists them.')
    .action(async (roles: string[]) => {
      const launcherGone = watchShellOfNpx()
      // Imported only here: it loads every feature, and the other commands start faster without.
      const service = await import('../program.ts')
      await service.main(roles, launcherGone)
    })
}
