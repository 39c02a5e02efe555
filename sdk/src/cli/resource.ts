import { Argument, type Command, Option } from 'commander'
import type { Client, List } from '../index.ts'
import { type Field, helpOf, type OperationFields, placeholderOf, readFlag, toKebab } from './fields.ts'
import type { CommandIo } from './io.ts'
import { OPERATIONS } from './operations.gen.ts'
import type { Columns } from './table.ts'

type OperationId = keyof typeof OPERATIONS

export interface CommandSpec {
  operation: OperationId
  summary?: string
  /**
   * Positional arguments, in order: path parameters and fields, `monitor_id=id` when it is shown under another name.
   * Default: the path parameters.
   */
  arguments?: readonly string[]
  /** A fixed request body, for a command that takes no flags. */
  fixed?: Readonly<Record<string, unknown>>
  /** Fields that are flags without a value, also beside `fixed`. */
  switches?: readonly string[]
  /** Arguments that name a file: what is sent of it. Throws FileError. */
  files?: Readonly<Record<string, (path: string, io: CommandIo) => Promise<string>>>
  /** How people see the answer. Default: a table or a record. */
  render?: (answer: object) => string
  /** Without any flag there is nothing to do. */
  needsFlag?: true
  /** Columns of a list of something other than the resource. */
  columns?: Columns
  /** Columns of the lists in a record, by the name of the field. */
  tables?: Readonly<Record<string, Columns>>
  /** Fields of a record that people do not read; --json has them. */
  omits?: readonly string[]
  /** Printed after the record, not with --json. */
  note?: string
}

/** A file that cannot be sent; its message is for the person who named it. */
export class FileError extends Error {}

/** A noun of the API: `swctl <name> <command>`. */
export interface Resource {
  name: string
  summary: string
  /** The most important first: a narrow terminal shows only the first ones. */
  columns: Columns
  commands: Readonly<Record<string, CommandSpec>>
}

/** How a list is shown to people. */
interface View {
  columns?: readonly string[] | undefined
  wide: boolean
}

/** A command that was called: everything needed to run it and to report on it. */
export interface Invocation {
  resource: Resource
  spec: CommandSpec
  params: number[]
  input: Record<string, unknown>
  all: boolean
  view: View
  flagOf: (field: string) => string | undefined
}

/** A command that runs, and where. */
export interface Call {
  command: Command
  io: CommandIo
}

export type Run = (invocation: Invocation, call: Call) => Promise<void>

interface Slot {
  /** Path parameter or field of the request. */
  target: string
  shown: string
  field: Field
}

const GLOBAL_FLAGS = new Set(['url', 'key', 'profile', 'json', 'help', 'all', 'wide', 'columns'])
const ID: Field = { type: 'integer', required: true }

function readSlots(spec: CommandSpec, info: OperationFields): Slot[] {
  return (spec.arguments ?? info.params).map((name) => {
    const [shown = name, target = shown] = name.split('=')
    const field = info.params.includes(target) ? ID : info.fields[target]
    if (!field) throw new Error(`${spec.operation} has no ${target}`)
    return { target, shown, field }
  })
}

/** `--url` is where Sitewatch is: a monitor's own URL is `--monitor-url`, so that one is never taken for the other. */
const flagName = (resource: Resource, field: string): string =>
  GLOBAL_FLAGS.has(toKebab(field)) ? `${resource.name}-${toKebab(field)}` : toKebab(field)

const attributeOf = (flag: string): string => flag.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

function addFlag({ command, io }: Call, { name: flag, field, isSwitch }: Shape['flags'][number]): void {
  if (isSwitch) {
    command.option(`--${flag}`, helpOf(field))
    return
  }
  const option = new Option(`--${flag} <${placeholderOf(field)}>`, helpOf(field))
  option.argParser((text, before) => readFlag(field, text, io, before))
  if (field.required) option.makeOptionMandatory()
  command.addOption(option)
}

function addArgument({ command, io }: Call, { shown, target, field }: Slot, { files }: CommandSpec): void {
  const argument = new Argument(`<${shown}>`, helpOf(field))
  command.addArgument(files?.[target] ? argument : argument.argParser((text) => readFlag(field, text, io)))
}

export interface Shape {
  info: OperationFields
  slots: Slot[]
  flags: { target: string; name: string; field: Field; isSwitch: boolean }[]
}

/** The arguments and flags of a command. */
export function readShape(resource: Resource, spec: CommandSpec): Shape {
  const info: OperationFields = OPERATIONS[spec.operation]
  const slots = readSlots(spec, info)
  const isSwitch = (field: string): boolean => spec.switches?.includes(field) ?? false
  const isFlag = (field: string): boolean =>
    isSwitch(field) || (!spec.fixed && !slots.some(({ target }) => target === field))
  const flags = Object.entries(info.fields)
    .filter(([target]) => isFlag(target))
    .map(([target, field]) => ({ target, name: flagName(resource, target), field, isSwitch: isSwitch(target) }))
  return { info, slots, flags }
}

function readGiven({ info, slots, flags }: Shape, options: Record<string, unknown>, given: readonly unknown[]) {
  const fromFlags = flags.map(({ target, name }) => [target, options[attributeOf(name)]] as const)
  const fromSlots = slots.map(({ target }, index) => [target, given[index]] as const)
  const inPath = new Map(fromSlots)
  return {
    params: info.params.map((param) => inPath.get(param) as number),
    input: Object.fromEntries([
      ...fromFlags.filter(([, value]) => value !== undefined),
      ...fromSlots.filter(([target]) => !info.params.includes(target)),
    ]),
  }
}

/** `errors[].field` may point inside: `scopes.0`. */
function findFlag({ slots, flags }: Shape, path: string): string | undefined {
  const field = path.split(/[.[]/)[0]
  const slot = slots.find(({ target }) => target === field)
  const flag = flags.find(({ target }) => target === field)
  return slot?.shown ?? (flag && `--${flag.name}`)
}

/** Puts what is sent of a file in the place of its name. */
async function readFiles(
  { files = {} }: CommandSpec,
  input: Record<string, unknown>,
  { command, io }: Call,
): Promise<void> {
  try {
    for (const [field, read] of Object.entries(files)) input[field] = await read(String(input[field]), io)
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    command.error(`error: ${error.message}`)
  }
}

function readView({ columns, wide }: Record<string, unknown>): View {
  const names = typeof columns === 'string' ? columns.toLowerCase().split(',') : undefined
  return { columns: names?.map((name) => name.trim()).filter((name) => name !== ''), wide: wide === true }
}

interface Addition {
  resource: Resource
  spec: CommandSpec
  run: Run
  io: CommandIo
}

function addCommand(parent: Command, name: string, { resource, spec, run, io }: Addition): void {
  const shape = readShape(resource, spec)
  const command = parent.command(name).description(spec.summary ?? shape.info.summary)
  const call = { command, io }
  for (const slot of shape.slots) addArgument(call, slot, spec)
  for (const flag of shape.flags) addFlag(call, flag)
  if (shape.info.list) {
    command.option('--all', 'fetch all pages')
    command.option('--wide', 'show all columns in full, however wide the terminal is')
    command.option('--columns <list>', 'show these columns: fields of the records, such as id,cause.message')
  }
  command.action(async (...given: unknown[]) => {
    const options = command.opts<Record<string, unknown>>()
    const { params, input } = readGiven(shape, options, given)
    if (spec.needsFlag && Object.keys(input).length === 0) {
      command.error(`error: nothing to change. Pass at least one option: swctl ${resource.name} ${name} --help`)
    }
    await readFiles(spec, input, call)
    const all = options['all'] === true
    const view = readView(options)
    const flagOf = (path: string): string | undefined => findFlag(shape, path)
    await run({ resource, spec, params, input: { ...spec.fixed, ...input }, all, view, flagOf }, call)
  })
}

export function addResource({ command: program, io }: Call, resource: Resource, run: Run): Command {
  const parent = program.command(resource.name).description(resource.summary)
  for (const [name, spec] of Object.entries(resource.commands)) addCommand(parent, name, { resource, spec, run, io })
  return parent
}

type AnyMethod = (...args: unknown[]) => Promise<unknown>

/** The client's method of an operation. Its input comes from flags, so the API is what checks it, not the compiler. */
export function bindInvocation(client: Client, { spec, params, input }: Invocation) {
  const info: OperationFields = OPERATIONS[spec.operation]
  const [group = '', name = ''] = spec.operation.split('.')
  const method = (client as unknown as Record<string, Record<string, AnyMethod>>)[group]?.[name]
  if (!method) throw new Error(`the client has no ${spec.operation}`)
  const takesInput = Object.keys(info.fields).length > 0
  return (more: object = {}): Promise<unknown> =>
    takesInput ? method(...params, { ...input, ...more }) : method(...params)
}

export const takesField = ({ spec }: Invocation, field: string): boolean => field in OPERATIONS[spec.operation].fields

export const isList = (answer: unknown): answer is List<object> =>
  typeof answer === 'object' && answer !== null && Array.isArray((answer as { data?: unknown }).data)
