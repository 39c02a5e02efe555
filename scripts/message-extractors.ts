import { babelExtractor } from '@lingui/cli/api/extractors/babel'
import type { ExtractorType } from '@lingui/conf'
import ts from 'typescript'

function visit(file: string, code: string, onNode: (node: ts.Node) => void): void {
  const walk = (node: ts.Node): void => {
    onNode(node)
    ts.forEachChild(node, walk)
  }
  walk(ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true))
}

/** Properties of the contract's definitions that a form shows. */
const SHOWN = new Set(['label', 'help', 'unit', 'description', 'placeholder', 'title', 'legend', 'hint'])

/** What `.meta({ description })` of a schema says is for the API, which is English. */
const isOfMeta = ({ parent }: ts.PropertyAssignment): boolean =>
  ts.isCallExpression(parent.parent) && parent.parent.expression.getText().endsWith('.meta')

/**
 * The labels of check types, provider types and settings. They are translated by their English text, `i18n._(field.label)`,
 * so a new type needs no line anywhere else.
 */
export const contractLabels: ExtractorType = {
  match: (file) =>
    /contract\/src\/(?:analytics\/website-settings|monitoring\/monitor-settings|(?:monitoring\/monitor|alerting\/provider)-types\/[^/]+)\.ts$/.test(
      file,
    ),
  extract(file, code, onMessageExtracted) {
    const add = (node: ts.StringLiteralLike): void => onMessageExtracted({ id: node.text, origin: [file, 1] })
    visit(file, code, (node) => {
      if (!ts.isPropertyAssignment(node) || isOfMeta(node)) return
      const name = node.name.getText().replaceAll(/['"]/g, '')
      if (SHOWN.has(name) && ts.isStringLiteralLike(node.initializer)) add(node.initializer)
      if (name !== 'choices' || !ts.isObjectLiteralExpression(node.initializer)) return
      for (const choice of node.initializer.properties) {
        if (ts.isPropertyAssignment(choice) && ts.isStringLiteralLike(choice.initializer)) add(choice.initializer)
      }
    })
  },
}

const TRANSLATES = new Set(['t', 't.html', 'msg'])

/** At least every call of those; a file without one is not parsed. */
const MAY_TRANSLATE = /\b(?:t|t\.html|msg)\s*[(<?/]/

/** `t('…')`, `t.html('…')` and `msg('…')` of platform/text: there is no build step on the server, hence no macro. */
export const serverTexts: ExtractorType = {
  match: (file) => /server\/src\/.*\.ts$/.test(file),
  extract(file, code, onMessageExtracted) {
    if (!MAY_TRANSLATE.test(code)) return
    visit(file, code, (node) => {
      if (!ts.isCallExpression(node) || !TRANSLATES.has(node.expression.getText())) return
      const [message] = node.arguments
      if (message && ts.isStringLiteralLike(message)) onMessageExtracted({ id: message.text, origin: [file, 1] })
    })
  },
}

/** Lingui's own, for the files that can have a text: a macro is imported from Lingui, and without one the call is of `i18n`. */
export const dashboardTexts: ExtractorType = {
  match: babelExtractor.match,
  extract(file, code, onMessageExtracted, context) {
    if (!/lingui|i18n/.test(code)) return
    return babelExtractor.extract(file, code, onMessageExtracted, context)
  },
}
