import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { annotationResource } from './annotation.ts'
import { assignmentResource, assignmentRuleResource } from './assignment.ts'
import { auditLogResource } from './audit-log.ts'
import { deliveryResource } from './delivery.ts'
import { deployResource } from './deploy.ts'
import { escalationPolicyResource } from './escalation-policy.ts'
import { eventResource } from './event.ts'
import { goalResource } from './goal.ts'
import { importResource } from './import.ts'
import { addStatisticsImports } from './import-statistics.ts'
import { incidentResource } from './incident.ts'
import { keyResource } from './key.ts'
import { maintenanceResource } from './maintenance.ts'
import { monitorResource } from './monitor.ts'
import { onCallScheduleResource } from './on-call-schedule.ts'
import { overviewResource } from './overview.ts'
import { providerResource } from './provider.ts'
import { reportResource } from './report.ts'
import { addConfigCommands } from './config.ts'
import { COMPLETE, completeWords, isShell, renderCompletion, SHELLS } from './completion.ts'
import { CommandExit, type CommandIo, PROCESS_IO } from './io.ts'
import { addProfileCommands } from './profile.ts'
import { addResource, type Resource } from './resource.ts'
import { runInvocation } from './run.ts'
import { statsResource } from './stats.ts'
import { statusPageResource } from './status-page.ts'
import { tagResource } from './tag.ts'
import { statusPageIncidentResource } from './status-page-incident.ts'
import { statusPageTemplateResource } from './status-page-template.ts'
import { teamResource } from './team.ts'
import { objectiveResource } from './objective.ts'
import { uptimeReportResource } from './uptime-report.ts'
import { websiteResource } from './website.ts'

/** A resource is one file and one line here. */
export const RESOURCES: readonly Resource[] = [
  tagResource,
  overviewResource,
  websiteResource,
  statsResource,
  goalResource,
  annotationResource,
  reportResource,
  eventResource,
  monitorResource,
  importResource,
  incidentResource,
  deployResource,
  maintenanceResource,
  statusPageResource,
  statusPageIncidentResource,
  statusPageTemplateResource,
  uptimeReportResource,
  objectiveResource,
  providerResource,
  assignmentResource,
  assignmentRuleResource,
  deliveryResource,
  escalationPolicyResource,
  onCallScheduleResource,
  keyResource,
  teamResource,
  auditLogResource,
]

const EPILOGUE = `
Environment:
  SITEWATCH_URL       URL of your Sitewatch server, for example https://watch.example.com
  SITEWATCH_KEY       API key; safer than --key, which other users of this machine can see
  SITEWATCH_PROFILE   Name of a saved profile; see swctl profile --help
Use - to read a value from standard input: --password - < file
Exit codes: 0 success, 1 failure, 2 wrong usage (of plan --exit-code: there are changes).`

function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

function addCompletion(program: Command, { stdout }: CommandIo): void {
  const command = program
    .command('completion <shell>')
    .description(`Print a completion script: ${SHELLS.join(', ')}`)
    .addHelpText('after', '\nFor bash: swctl completion bash > ~/.local/share/bash-completion/completions/swctl')
  command.action((shell: string) => {
    if (isShell(shell)) stdout.write(renderCompletion(shell))
    else command.error(`error: the shell must be one of ${SHELLS.join(', ')}`)
  })
}

/** `swctl`, the users' commands, over the API. `hasVersion`: `--version` is about swctl itself. */
export function createProgram({ hasVersion = true, io = PROCESS_IO } = {}): Command {
  const program = new Command('swctl')
    .description('Manage Sitewatch from the command line: websites, monitors, alerts and statistics.')
    .option('--url <url>', 'URL of your Sitewatch server (SITEWATCH_URL)')
    .option('--key <key>', 'API key (SITEWATCH_KEY)')
    .option('--profile <name>', 'saved profile to use (SITEWATCH_PROFILE)')
    .option('--json', 'print one line of JSON')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', EPILOGUE)
    .configureOutput({ writeOut: (text) => io.stdout.write(text), writeErr: (text) => io.stderr.write(text) })
    .exitOverride((error) => {
      throw new CommandExit(error.exitCode === 0 ? 0 : 2)
    })
    .showHelpAfterError('Run with --help for usage.')
  if (hasVersion) program.version(readVersion())
  for (const resource of RESOURCES) {
    const command = addResource({ command: program, io }, resource, runInvocation)
    if (resource === importResource) addStatisticsImports(command, io)
  }
  addConfigCommands(program, io)
  addProfileCommands(program, io)
  addCompletion(program, io)
  return program
}

/** Runs one command and returns its exit code. */
export async function main(argv: readonly string[], io: CommandIo = PROCESS_IO): Promise<number> {
  // After a command, --version is a flag of the command: the version that was deployed.
  const program = createProgram({ hasVersion: !RESOURCES.some(({ name }) => argv.includes(name)), io })
  try {
    // Not a command: commander would take the words to complete for its own options.
    if (argv[0] === COMPLETE) io.stdout.write(completeWords(program, argv.slice(1)))
    else await program.parseAsync([...argv], { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommandExit) return error.code
    throw error
  }
}

/** For the launchers. */
export async function runProcess(): Promise<void> {
  // A reader that closes the pipe (`swctl … | head`) is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  process.exitCode = await main(process.argv.slice(2))
}
