import { globSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import {
  INSERTED_SETTINGS,
  WEBSITE_RECORD,
  websiteAssignments,
  websiteValues,
} from '../../src/analytics/websites/columns.ts'
import type { PreparedWebsite } from '../../src/analytics/websites/settings.ts'
import { SETTING_COLUMNS } from '../../src/monitoring/monitors/columns.ts'
import type { Sql } from '../../src/platform/postgres/index.ts'

/** Functions of platform/postgres/list-page.ts, which put a statement together from its parts. */
const LISTS = ['listPage', 'listNewestFirst']

const ROOT = path.resolve(import.meta.dirname, '../../..')

/** A statement in the source whose rows are cast to a type: sql<Row>`…`. */
export interface SqlSite {
  /** identity/keys/store.ts:42 */
  place: string
  /** The statements that Postgres describes, one for each outcome of the conditional parts. */
  statements: string[]
  /** Why the text cannot be known without running the program. */
  unknown: string | undefined
  /** The declared type of the row. */
  row: ts.Type
}

export interface Sources {
  checker: ts.TypeChecker
  sites: SqlSite[]
  /** The lines of the type errors of a file, one for each error. Only this file is checked, not what it imports. */
  findErrorLines(file: string): number[]
}

/** What the program makes of the contract's declarations when it starts, by the names in the source. */
const MADE_AT_START: Readonly<Record<string, Sql>> = {
  SETTING_COLUMNS,
  WEBSITE_RECORD,
  INSERTED_SETTINGS,
  websiteValues: websiteValues({} as PreparedWebsite),
  websiteAssignments: websiteAssignments({}),
}

class UnknownText extends Error {}

export function readSources(files = globSync('server/src/**/*.ts', { cwd: ROOT })): Sources {
  const { config } = ts.readConfigFile(path.join(ROOT, 'tsconfig.json'), (name) => ts.sys.readFile(name))
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, ROOT)
  const names = files.map((file) => path.resolve(ROOT, file)).filter((file) => !file.endsWith('.test.ts'))
  const program = ts.createProgram(names, options)
  const checker = program.getTypeChecker()
  const sites: SqlSite[] = []
  for (const name of names) {
    const source = program.getSourceFile(name)
    if (!source) throw new Error(`${name} is not part of the program`)
    const visit = (node: ts.Node): void => {
      const site = readSite(node, checker)
      if (site) sites.push(site)
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  const findErrorLines = (name: string): number[] => {
    const source = program.getSourceFile(name)
    if (!source) throw new Error(`${name} is not part of the program`)
    const errors = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
    return errors.map(({ start = 0 }) => source.getLineAndCharacterOfPosition(start).line + 1)
  }
  return { checker, sites, findErrorLines }
}

function readSite(node: ts.Node, checker: ts.TypeChecker): SqlSite | undefined {
  if (!ts.isTaggedTemplateExpression(node) || node.tag.getText() !== 'sql') return undefined
  const declared = node.typeArguments?.[0]
  if (!declared) return undefined
  const source = node.getSourceFile()
  const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
  const place = `${path.relative(path.join(ROOT, 'server/src'), source.fileName)}:${line}`
  const row = checker.getTypeFromTypeNode(declared)
  try {
    const texts = [0, 1].map((choice) => new Composer(checker, choice).statement(node))
    return { place, row, statements: [...new Set(texts)], unknown: undefined }
  } catch (error) {
    if (!(error instanceof UnknownText)) throw error
    return { place, row, statements: [], unknown: error.message }
  }
}

/** Composes the text that `sql` makes at run time. At a branch, `choice` selects the branch. */
class Composer {
  private readonly checker: ts.TypeChecker
  private readonly choice: number
  private parameters = 0
  /** The arguments of the calls that are being followed. */
  private readonly given = new Map<ts.Symbol, ts.Expression>()

  constructor(checker: ts.TypeChecker, choice: number) {
    this.checker = checker
    this.choice = choice
  }

  statement(site: ts.TaggedTemplateExpression): string {
    const list = ts.isPropertyAssignment(site.parent) ? site.parent.parent : undefined
    const call = list?.parent
    if (!list || !call || !ts.isCallExpression(call) || !LISTS.includes(call.expression.getText()))
      return this.template(site)
    const [from, order_by] = ['from', 'order_by'].map((name) => this.property(list, name))
    if (!from || !order_by) throw new UnknownText('listPage is not given its parts in place')
    return `${this.template(site)} ${this.fragment(from)} order by ${this.fragment(order_by)}`
  }

  private template({ template }: ts.TaggedTemplateExpression): string {
    if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text
    return template.templateSpans.reduce(
      (text, span) => text + this.part(span.expression) + span.literal.text,
      template.head.text,
    )
  }

  private part(expression: ts.Expression): string {
    return this.isSql(expression) ? this.fragment(expression) : `$${++this.parameters}`
  }

  /** Every member of a union must be a statement: a value that may be either is unknown. */
  private isSql(expression: ts.Expression): boolean {
    return this.checker.getTypeAtLocation(expression).getProperty('_row') !== undefined
  }

  private choose<T>(options: readonly T[]): T {
    const option = options[Math.min(this.choice, options.length - 1)]
    if (option === undefined) throw new UnknownText('nothing to choose from')
    return option
  }

  private fragment(expression: ts.Expression): string {
    if (ts.isTaggedTemplateExpression(expression)) return this.template(expression)
    if (ts.isParenthesizedExpression(expression)) return this.fragment(expression.expression)
    if (ts.isConditionalExpression(expression)) {
      return this.fragment(this.choose([expression.whenTrue, expression.whenFalse]))
    }
    if (ts.isIdentifier(expression) && expression.text === 'emptySql') return ''
    const made = MADE_AT_START[(ts.isCallExpression(expression) ? expression.expression : expression).getText()]
    if (made) return made.text.replaceAll(/\$\d+/g, () => `$${++this.parameters}`)
    if (ts.isCallExpression(expression)) return this.call(expression)
    const value = this.resolve(expression)
    if (value) return this.fragment(value)
    throw new UnknownText(`${expression.getText()} is not known before the program runs`)
  }

  private call(expression: ts.CallExpression): string {
    if (expression.expression.getText() === 'joinSql') {
      const [list, separator] = expression.arguments
      if (!list || !separator || !ts.isStringLiteral(separator)) throw new UnknownText(expression.getText())
      return this.elements(list).join(separator.text)
    }
    const declaration = this.checker.getResolvedSignature(expression)?.declaration
    const body = declaration && 'body' in declaration ? declaration.body : undefined
    if (!declaration || !body) throw new UnknownText(`${expression.getText()} has no body`)
    for (const [place, parameter] of declaration.parameters.entries()) {
      const argument = expression.arguments[place]
      const symbol = this.checker.getSymbolAtLocation(parameter.name)
      if (argument && symbol) this.given.set(symbol, this.resolveFully(argument))
    }
    if (!ts.isBlock(body)) return this.fragment(body)
    const results: ts.Expression[] = []
    const visit = (node: ts.Node): void => {
      if (ts.isFunctionLike(node)) return
      if (ts.isReturnStatement(node) && node.expression) results.push(node.expression)
      else ts.forEachChild(node, visit)
    }
    ts.forEachChild(body, visit)
    return this.fragment(this.choose(results))
  }

  private elements(list: ts.Expression): string[] {
    if (ts.isArrayLiteralExpression(list)) return list.elements.flatMap((element) => this.element(element))
    if (ts.isConditionalExpression(list)) return this.elements(this.choose([list.whenTrue, list.whenFalse]))
    if (ts.isParenthesizedExpression(list)) return this.elements(list.expression)
    // However many there are, one is enough to describe each.
    if (ts.isCallExpression(list) && list.expression.getText().endsWith('.map')) {
      const [make] = list.arguments
      if (make && ts.isArrowFunction(make) && !ts.isBlock(make.body)) return [this.fragment(make.body)]
    }
    const value = this.resolve(list)
    if (value) return this.elements(value)
    throw new UnknownText(`${list.getText()} is not known before the program runs`)
  }

  private element(element: ts.Expression): string[] {
    return ts.isSpreadElement(element) ? this.elements(element.expression) : [this.fragment(element)]
  }

  /** The expression that a name refers to: a constant, or a member of one. Of a table of fragments, one. */
  private resolve(expression: ts.Expression): ts.Expression | undefined {
    if (ts.isParenthesizedExpression(expression)) return this.resolve(expression.expression)
    if (ts.isObjectLiteralExpression(expression)) return expression
    if (ts.isElementAccessExpression(expression)) {
      const table = this.resolve(expression.expression)
      if (!table || !ts.isObjectLiteralExpression(table)) return undefined
      const key = this.resolveFully(expression.argumentExpression)
      return ts.isStringLiteral(key) ? this.property(table, key.text) : this.choose(this.values(table))
    }
    let symbol = this.checker.getSymbolAtLocation(
      ts.isPropertyAccessExpression(expression) ? expression.name : expression,
    )
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = this.checker.getAliasedSymbol(symbol)
    const declaration = symbol?.valueDeclaration
    if (!symbol || !declaration) return undefined
    const given = this.given.get(symbol)
    if (given) return given
    if (ts.isVariableDeclaration(declaration) || ts.isPropertyAssignment(declaration)) return declaration.initializer
    if (ts.isBindingElement(declaration)) return this.member(declaration)
    if (ts.isParameter(declaration)) return this.argument(declaration)
    return undefined
  }

  /** The argument that the first caller in the same file passes for a parameter. */
  private argument(parameter: ts.ParameterDeclaration): ts.Expression | undefined {
    const place = parameter.parent.parameters.indexOf(parameter)
    const find = (node: ts.Node): ts.Expression | undefined => {
      const isCall =
        ts.isCallExpression(node) && this.checker.getResolvedSignature(node)?.declaration === parameter.parent
      return isCall ? node.arguments[place] : ts.forEachChild(node, find)
    }
    return find(parameter.getSourceFile())
  }

  private resolveFully(expression: ts.Expression): ts.Expression {
    const value = ts.isIdentifier(expression) ? this.resolve(expression) : undefined
    return value ?? expression
  }

  private property(table: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
    const found = table.properties.find((each) => each.name?.getText() === name)
    return found && ts.isPropertyAssignment(found) ? found.initializer : undefined
  }

  private values(table: ts.ObjectLiteralExpression): ts.Expression[] {
    return table.properties.flatMap((property) => (ts.isPropertyAssignment(property) ? [property.initializer] : []))
  }

  /** const { column } = TABLE[key] */
  private member(binding: ts.BindingElement): ts.Expression | undefined {
    const whole = binding.parent.parent
    if (!ts.isVariableDeclaration(whole) || !whole.initializer) return undefined
    const table = this.resolve(whole.initializer)
    if (!table || !ts.isObjectLiteralExpression(table)) return undefined
    return this.property(table, (binding.propertyName ?? binding.name).getText())
  }
}
