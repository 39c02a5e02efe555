import type { Command } from 'commander'
import type { CommandIo } from './io.ts'
import { watchShellOfNpx } from './npx.ts'

export function addStartCommand(program: Command, { env }: CommandIo): void {
  program
    .command('start')
    .description(
      'Start the service with the given roles (api, collector, prober, worker), or with all roles in one process',
    )
    .argument('[roles...]', 'roles to start')
    .addHelpText('after', '\nConfigure it with environment variables; see docs/configuration.md.')
    .action(async (roles: string[]) => {
      const launcherGone = watchShellOfNpx()
      // Imported only here: it loads every feature, and the other commands start faster without.
      const service = await import('../program.ts')
      await service.main(roles, { env, launcherGone })
    })
}
