import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import type { Client, ConfigFile, ConfigPlan } from '../index.ts'
import { ConfigFileError, readConfigFile, renderConfigFile } from './config-file.ts'
import { countChanges, renderPlan } from './config-plan.ts'
import { CommandExit, type CommandIo } from './io.ts'
import { describeTerminal } from './print.ts'
import type { Call } from './resource.ts'
import { runWithClient } from './run.ts'

interface FileOptions {
  file: string
  prune?: boolean
  exitCode?: boolean
  yes?: boolean
}

/** A large file takes a while, and must not be cut off half-way through its answer. */
const SITUATION = { resource: 'monitor', flagOf: () => undefined, timeout_ms: 300_000 }

function readFile({ command, io }: Call, { file }: FileOptions): ConfigFile {
  try {
    const { document, unset } = readConfigFile(file, io)
    if (unset.length > 0)
      io.stderr.write(`Not set, so the stored secrets are kept: ${unset.map((name) => `$${name}`).join(', ')}\n`)
    // The API is what checks it, not the compiler.
    return document as unknown as ConfigFile
  } catch (error) {
    if (!(error instanceof ConfigFileError)) throw error
    return command.error(`error: ${error.message}`)
  }
}

function print({ stdout, env }: CommandIo, plan: ConfigPlan, json: boolean): void {
  const { color } = describeTerminal(stdout, env)
  stdout.write(`${json ? JSON.stringify(plan) : renderPlan(plan, color)}\n`)
}

const send = (client: Client, config: ConfigFile, query: { dry_run?: boolean; prune?: boolean; plan_id?: string }) =>
  client.config.apply(config, query)

async function confirm({ stdin, stderr }: CommandIo): Promise<boolean> {
  const asking = createInterface({ input: stdin, output: stderr })
  const answer = await asking.question('Apply these changes? [y/N] ')
  asking.close()
  return /^y(es)?$/i.test(answer.trim())
}

const planFile = (call: Call, options: FileOptions): Promise<void> =>
  runWithClient(call, SITUATION, async ({ client, json }) => {
    const plan = await send(client, readFile(call, options), { dry_run: true, prune: options.prune === true })
    print(call.io, plan, json)
    if (options.exitCode === true && countChanges(plan) > 0) throw new CommandExit(2)
  })

/** What a person has seen is what is applied: if the team has changed in between, the server refuses. */
const applyFile = (call: Call, options: FileOptions): Promise<void> =>
  runWithClient(call, SITUATION, async ({ client, json }) => {
    const { command, io } = call
    const { yes = false, prune = false } = options
    if (!yes && (json || !io.stdin.isTTY || options.file === '-'))
      return command.error('error: pass --yes to apply without a question. "swctl plan" shows what would change')
    const config = readFile(call, options)
    if (yes) return print(io, await send(client, config, { prune }), json)
    const plan = await send(client, config, { dry_run: true, prune })
    print(io, plan, json)
    if (countChanges(plan) === 0) return
    if (!(await confirm(io))) {
      io.stderr.write('Nothing was changed.\n')
      throw new CommandExit(1)
    }
    const applied = await send(client, config, { prune, plan_id: plan.plan_id })
    io.stdout.write(`${renderPlan(applied, false).split('\n').at(-1)}\n`)
  })

const HELP = `
The file is YAML, as "swctl export" writes it. \${NAME} is replaced by the environment variable NAME and \${file:PATH} by the content
of a file; write $\${ for a literal \${. A secret whose variable is not set keeps its stored value.`

const addFileOptions = (command: Command): Command =>
  command
    .requiredOption('-f, --file <path>', 'configuration file; - reads standard input')
    .option('--prune', 'delete what is missing in the sections that the file has')
    .addHelpText('after', HELP)

/** The team as a file. */
export function addConfigCommands(program: Command, io: CommandIo): void {
  const exporting = program
    .command('export')
    .description('Print the configuration of the team as YAML, with references in place of secrets')
  exporting.action(() =>
    runWithClient({ command: exporting, io }, SITUATION, async ({ client, base_url, json }) => {
      const config = await client.config.export()
      io.stdout.write(json ? `${JSON.stringify(config)}\n` : renderConfigFile(config, base_url))
    }),
  )
  const planning = addFileOptions(
    program.command('plan').description('Show what applying a configuration file would change. Changes nothing'),
  )
    .option('--exit-code', 'exit with 2 if there are changes, 0 if there are none, 1 on failure')
    // 2 means that there are changes.
    .exitOverride((error) => {
      throw new CommandExit(error.exitCode === 0 ? 0 : 1)
    })
  planning.action(() => planFile({ command: planning, io }, planning.opts<FileOptions>()))
  const applying = addFileOptions(
    program.command('apply').description('Make the team as a configuration file describes it: everything or nothing'),
  ).option('--yes', 'apply without a question')
  applying.action(() => applyFile({ command: applying, io }, applying.opts<FileOptions>()))
}
