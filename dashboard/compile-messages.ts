import type { NodePath, PluginObj, types as Types } from '@babel/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'

/**
 * English messages stay in the code, so that English pages load no catalogue and every other language falls back to them. Messages with
 * placeholders are compiled here, because the page has no message parser (and no eval).
 */
function compileInlineMessages({ types }: { types: typeof Types }): PluginObj {
  const compile = (message: string): Types.Expression | undefined =>
    /[{}<]/.test(message) ? types.valueToNode(compileMessage(message)) : undefined

  return {
    visitor: {
      // {id: 'Xb3k9', message: '…'}
      ObjectProperty({ node, parent }: NodePath<Types.ObjectProperty>) {
        if (!types.isIdentifier(node.key, { name: 'message' }) || !types.isStringLiteral(node.value)) return
        const hasId = types.isObjectExpression(parent) && parent.properties.some((each) => isKey(each, 'id'))
        node.value = (hasId && compile(node.value.value)) || node.value
      },
      // <Trans id="Xb3k9" message="…" />
      JSXAttribute({ node, parent }: NodePath<Types.JSXAttribute>) {
        if (node.name.name !== 'message' || !types.isJSXOpeningElement(parent)) return
        if (!parent.attributes.some((each) => types.isJSXAttribute(each) && each.name.name === 'id')) return
        const given = types.isJSXExpressionContainer(node.value) ? node.value.expression : node.value
        const compiled = types.isStringLiteral(given) && compile(given.value)
        if (compiled) node.value = types.jsxExpressionContainer(compiled)
      },
    },
  }

  function isKey(property: Types.ObjectExpression['properties'][number], name: string): boolean {
    return types.isObjectProperty(property) && types.isIdentifier(property.key, { name })
  }
}

export function compiledMessagesPreset() {
  const { preset, rolldown } = linguiTransformerBabelPreset({ descriptorFields: 'message' })
  return { preset: () => ({ presets: [preset], plugins: [compileInlineMessages] }), rolldown }
}
