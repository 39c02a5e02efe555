import { Copy } from './copy.tsx'

interface CodeBlockProps {
  code: string
  /** Name for screen readers: "Snippet". */
  label: string
}

export function CodeBlock({ code, label }: CodeBlockProps) {
  return (
    <div className="grid gap-3">
      <pre
        role="region"
        aria-label={label}
        tabIndex={0}
        className="overflow-x-auto rounded border border-line bg-raised p-3 leading-5 whitespace-pre-wrap wrap-anywhere"
      >
        <code>{code}</code>
      </pre>
      <div className="flex flex-wrap items-center gap-3">
        <Copy text={code} />
      </div>
    </div>
  )
}
