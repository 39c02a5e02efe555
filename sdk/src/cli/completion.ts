import type { Command, Option } from 'commander'

/** Called by the scripts below at every press of Tab; not shown in the help. */
export const COMPLETE = '__complete'

const SCRIPTS = {
  bash: `_swctl() {
  local IFS=$'\\n'
  COMPREPLY=($(swctl ${COMPLETE} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
}
complete -o default -F _swctl swctl
`,
  zsh: `#compdef swctl
_swctl() {
  local line
  local -a items
  for line in "\${(@f)$(swctl ${COMPLETE} "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $line ]] && items+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  _describe swctl items
}
compdef _swctl swctl
`,
  fish: `function __swctl_complete
  set -l words (commandline -opc) (commandline -ct | string collect --allow-empty)
  swctl ${COMPLETE} $words[2..-1] 2>/dev/null
end
complete -c swctl -f -a '(__swctl_complete)'
`,
} as const

export const SHELLS = Object.keys(SCRIPTS) as (keyof typeof SCRIPTS)[]
export const isShell = (name: string): name is keyof typeof SCRIPTS => name in SCRIPTS
export const renderCompletion = (shell: keyof typeof SCRIPTS): string => SCRIPTS[shell]

interface Candidate {
  value: string
  help: string
}

/** `--status <up|down>` takes one of these. */
const readChoices = (flags: string): Candidate[] =>
  (/<([^>]*\|[^>]*)>/.exec(flags)?.[1]?.split('|') ?? []).map((value) => ({ value, help: '' }))

const findOption = (command: Command, word: string | undefined): Option | undefined =>
  [...command.options, ...(command.parent?.options ?? []), ...(command.parent?.parent?.options ?? [])].find(
    ({ long }) => long !== undefined && long === word,
  )

function listOptions(command: Command | null): Candidate[] {
  if (!command) return []
  const own = command.options.map(({ long, description }) => ({ value: long ?? '', help: description }))
  return [...own, ...listOptions(command.parent)]
}

/** What can follow, from the table of commands: the last word is what was typed so far. One a line, with its help after a tab. */
export function completeWords(program: Command, words: readonly string[]): string {
  const before = words.slice(0, -1)
  const typed = words.at(-1) ?? ''
  let command = program
  for (const word of before) command = command.commands.find((each) => each.name() === word) ?? command
  const option = findOption(command, before.at(-1))
  const candidates =
    option && option.flags.includes('<')
      ? readChoices(option.flags)
      : typed.startsWith('-')
        ? listOptions(command)
        : command.commands.map((each) => ({ value: each.name(), help: each.description() }))
  return candidates
    .filter(({ value }) => value.startsWith(typed) && value !== COMPLETE)
    .map(({ value, help }) => `${value}\t${help}\n`)
    .join('')
}
