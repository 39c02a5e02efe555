import { createProgram as createOperatorProgram } from '../server/src/cli/main.ts'
import { createProgram as createUserProgram } from '../sdk/src/cli/main.ts'

type Command = ReturnType<typeof createUserProgram>

const cell = (text: string): string =>
  text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll(/\s+/g, ' ').trim()

/** Lists the commands that can be run, without the groups that contain them. */
function listLeaves(command: Command, path: string): { path: string; command: Command }[] {
  if (command.commands.length === 0) return [{ path, command }]
  return command.commands.flatMap((each) => listLeaves(each, `${path} ${each.name()}`))
}

function renderCommand(path: string, command: Command): string {
  const args = command.registeredArguments.map((each) => {
    const name = `${each.name()}${each.variadic ? '…' : ''}`
    return each.required ? `<${name}>` : `[${name}]`
  })
  const options = command.options.map(({ flags, description }) => `\`${flags}\` ${cell(description)}`)
  const usage = [path, ...args].join(' ')
  return `| \`${usage}\` | ${cell(command.description())} | ${options.join('<br>') || ''} |`
}

const renderTable = (program: Command): string[] => [
  '| Command | What it does | Options |',
  '|---|---|---|',
  ...listLeaves(program, program.name()).map(({ path, command }) => renderCommand(path, command)),
]

/** Renders docs/cli.md: every command of both programs, from their definitions. */
export async function renderCommandLine(): Promise<string> {
  return [
    '# Command line',
    '',
    'Both programs have `--help` for every command. Exit codes: 0 success, 1 failure, 2 wrong usage. In a checkout, put `npx --no --` in front.',
    '',
    'This page is generated from the commands by `npm run generate`.',
    '',
    '## sitewatch',
    '',
    'For administrators, on the server. It needs the same `DATABASE_URL` and `SITEWATCH_SECRET` as the service. With Docker: `docker compose exec sitewatch node server/launch/sitewatch.cjs …`.',
    '',
    ...renderTable(await createOperatorProgram(process)),
    '',
    '## swctl',
    '',
    'For everybody with an API key, from anywhere. Set `SITEWATCH_URL` and `SITEWATCH_KEY`. `--json` prints one line of JSON, also on failure; the value `-` is read from',
    'standard input. See [SDK and swctl](../sdk/README.md).',
    '',
    ...renderTable(createUserProgram()),
    '',
  ].join('\n')
}
