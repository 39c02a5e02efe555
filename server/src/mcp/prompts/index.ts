import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { type PromptPlan, renderPlan } from './plan.ts'
import { planSetUp } from './set-up-monitoring.ts'
import { planWhatChanged } from './what-changed.ts'
import { planWhyDown } from './why-was-it-down.ts'

type PromptArgs = Readonly<Record<string, string>>

interface Prompt {
  name: string
  title: string
  description: string
  arguments: { name: string; description: string; required: boolean }[]
  plan: (given: PromptArgs, now: Date) => PromptPlan
}

function refuse(message: string): never {
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}

const textOf = (given: PromptArgs, name: string): string | undefined => given[name]?.trim().slice(0, 2048) || undefined
const requireText = (given: PromptArgs, name: string): string => textOf(given, name) ?? refuse(`${name} is required.`)

function readTime(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? refuse('when must be a time such as 2026-11-16T14:30:00Z.') : time
}

function readUrl(text: string): URL {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  return url ?? refuse('url must be a URL such as https://example.com/.')
}

const PROMPTS: readonly Prompt[] = [
  {
    name: 'why_was_it_down',
    title: 'Why was it down?',
    description: 'Finds the incident of a website or monitor and explains its cause',
    arguments: [
      { name: 'site', description: 'Name of the monitor, domain or URL', required: true },
      { name: 'when', description: 'Roughly when, as 2026-11-16T14:30:00Z. Omitted: the last time', required: false },
    ],
    plan: (given) => planWhyDown({ site: requireText(given, 'site'), when: readTime(textOf(given, 'when')) }),
  },
  {
    name: 'what_changed_this_week',
    title: 'What changed this week?',
    description: 'Outages, changes of visitors and changes of settings in the last seven days',
    arguments: [{ name: 'tag', description: 'Only websites and monitors with this tag', required: false }],
    plan: (given, now) => planWhatChanged({ tag: textOf(given, 'tag'), now }),
  },
  {
    name: 'set_up_monitoring',
    title: 'Set up monitoring for this site',
    description: 'Adds a website and a monitor, unless they exist, and shows the first check',
    arguments: [
      { name: 'url', description: 'What to monitor, such as https://example.com/', required: true },
      { name: 'name', description: 'Name of the monitor. Omitted: the domain', required: false },
    ],
    plan: (given) => planSetUp({ url: readUrl(requireText(given, 'url')), name: textOf(given, 'name') }),
  },
]

export const listPrompts = (): Omit<Prompt, 'plan'>[] => PROMPTS.map(({ plan: _plan, ...listed }) => listed)

/** What a prompt needs of the request: the tools that the key may call, and the time. */
interface PromptContext {
  names: ReadonlySet<string>
  now: Date
}

export function findPrompt(name: string) {
  const prompt = PROMPTS.find((each) => each.name === name)
  if (!prompt) return undefined
  return (given: PromptArgs, { names, now }: PromptContext) => ({
    description: prompt.description,
    messages: [
      {
        role: 'user' as const,
        content: { type: 'text' as const, text: renderPlan(prompt.plan(given, now), names) },
      },
    ],
  })
}
