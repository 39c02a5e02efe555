import type { Command } from 'commander'

export function addStartCommand(program: Command): void {
  program
    .command('start')
    .description('Run the service: the named roles (api, collector, prober, worker), or all of them in one process')
    .argument('[roles...]', 'which roles to run')
    .action(async (roles: string[]) => {
      // Imported only here: it loads every feature, and the other commands start faster without.
      const service = await import('../program.ts')
      await service.main(roles)
    })
}
