import { accessSync, constants, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const WORKFLOWS = globSync('.github/workflows/*.yml', { cwd: ROOT })

const listCommands = (workflow: string): string[] =>
  Array.from(
    readFileSync(path.join(ROOT, workflow), 'utf8').matchAll(/^\s+(?:- )?run: *(.*)$/gm),
    ([, text = '']) => text,
  )

function isExecutable(file: string): boolean {
  try {
    accessSync(path.join(ROOT, file), constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Whether a developer can run the command locally: a script of package.json or a file of the repository. */
function isLocalCommand(command: string): boolean {
  const [program = '', verb = '', script = ''] = command.split(' ')
  if (program !== 'npm') return isExecutable(program)
  return command === 'npm ci' || (verb === 'run' && script in scripts)
}

describe('.github/workflows', () => {
  it('has workflows for tests, full tests, release and image', () => {
    expect(WORKFLOWS.map((file) => path.basename(file)).sort()).toEqual([
      'full.yml',
      'image.yml',
      'release.yml',
      'test.yml',
    ])
  })

  it.each(WORKFLOWS)('%s only runs scripts of the repository', (workflow) => {
    const commands = listCommands(workflow)
    expect(commands).not.toEqual([])
    expect(commands.filter((command) => !isLocalCommand(command))).toEqual([])
  })
})
