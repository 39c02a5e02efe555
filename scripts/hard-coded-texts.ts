import ts from 'typescript'

/** Names of attributes and properties whose values are shown to users. */
const SHOWN = new Set(
  `label title placeholder alt legend hint noun caption action empty none heading unit note summary description text head
   aria-label aria-description aria-valuetext`.split(/\s+/),
)
/** Not translated: proper names and literals. */
const NAMES = new Set(['Sitewatch', 'HTML', 'Next.js', 'WordPress', 'p50', 'p75', 'p95', 'i'])
const SKIPPED_TAGS = new Set(['code', 'pre', 'kbd', 'Trans', 'Plural', 'Select', 'SelectOrdinal'])
const MACROS = new Set(['t', 'msg', 'plural', 'select', 'selectOrdinal', 'defineMessage'])

export interface HardCodedText {
  line: number
  text: string
}

type Literal = ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.TemplateExpression

const isLiteral = (node: ts.Node): node is Literal => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)

const textOf = (node: Literal): string =>
  ts.isTemplateExpression(node)
    ? [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('…')
    : node.text

const hasWords = (text: string): boolean =>
  /\p{L}/u.test(text.replaceAll(/&\w+;/g, '')) && !NAMES.has(text.trim()) && !/^\S+\.\S+[^.…]$|^\w+:\/\//.test(text)

/** The literals that an expression can evaluate to: both branches of a condition, both operands of `||`, `&&` and `??`. */
function listResults(node: ts.Expression): Literal[] {
  if (isLiteral(node)) return [node]
  if (ts.isParenthesizedExpression(node)) return listResults(node.expression)
  if (ts.isConditionalExpression(node)) return [...listResults(node.whenTrue), ...listResults(node.whenFalse)]
  if (ts.isBinaryExpression(node) && /^(\|\||&&|\?\?)$/.test(node.operatorToken.getText())) {
    return [...listResults(node.left), ...listResults(node.right)]
  }
  return []
}

const tagOf = (node: ts.JsxElement): string => node.openingElement.tagName.getText()
const isShownName = (name: ts.Node): boolean => SHOWN.has(name.getText().replaceAll(/['"]/g, ''))

/** The nodes whose text this node shows itself, without its children. */
function listShown(node: ts.Node): ts.Node[] {
  if (ts.isJsxText(node)) return [node]
  if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent))
    return node.expression ? listResults(node.expression) : []
  if (ts.isJsxAttribute(node) && isShownName(node.name)) {
    const { initializer } = node
    if (initializer && ts.isStringLiteral(initializer)) return [initializer]
    if (initializer && ts.isJsxExpression(initializer) && initializer.expression)
      return listResults(initializer.expression)
  }
  if (ts.isPropertyAssignment(node) && isShownName(node.name)) return listResults(node.initializer)
  if (ts.isCallExpression(node) && node.expression.getText() === 'toast') return node.arguments.flatMap(listResults)
  return []
}

/** A `t` outside of any function is translated when the file is loaded, before the language is known. */
const isTooEarly = (node: ts.Node): boolean => {
  if (!ts.isTaggedTemplateExpression(node) || node.tag.getText() !== 't') return false
  return ts.findAncestor(node, ts.isFunctionLike) === undefined
}

/** Finds texts in a file of the dashboard that are shown but not in the message catalogue. */
export function findHardCodedTexts(file: string, code: string): HardCodedText[] {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true)
  const found: HardCodedText[] = []
  const add = (node: ts.Node, text: string): void => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart())
    found.push({ line: line + 1, text: text.trim().replaceAll(/\s+/g, ' ') })
  }
  const walk = (node: ts.Node): void => {
    if (isTooEarly(node)) add(node, `${node.getText()} outside of a function: use msg`)
    if (ts.isTaggedTemplateExpression(node) && MACROS.has(node.tag.getText())) return
    if (ts.isCallExpression(node) && MACROS.has(node.expression.getText())) return
    if (ts.isJsxElement(node) && SKIPPED_TAGS.has(tagOf(node))) return ts.forEachChild(node.openingElement, walk)
    for (const shown of listShown(node)) {
      const text = ts.isJsxText(shown) ? shown.text : textOf(shown as Literal)
      if (hasWords(text)) add(shown, text)
    }
    return ts.forEachChild(node, walk)
  }
  walk(source)
  return found
}
