import { t } from '@lingui/core/macro'

export interface Snippet {
  id: 'html' | 'next' | 'wordpress' | 'tag-manager'
  label: string
  where: string
  code: string
}

/** The tracking script in the form that each platform needs. */
export function makeSnippets(base_url: string, tracking_id: string): Snippet[] {
  const url = `${base_url}/t/${tracking_id}.js`
  const tag = `<script defer src="${url}"></script>`
  return [
    {
      id: 'html',
      label: 'HTML',
      where: t`Add it to the <head> of every page, or to your shared template.`,
      code: tag,
    },
    {
      id: 'next',
      label: 'Next.js',
      where: t`Add it to app/layout.tsx. With the Pages Router, add the same line inside <Head> in pages/_document.tsx.`,
      code: `export default function RootLayout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <head>
        ${tag}
      </head>
      <body>{children}</body>
    </html>
  )
}`,
    },
    {
      id: 'wordpress',
      label: 'WordPress',
      where: t`Add it to functions.php of a child theme, then clear the page cache.`,
      code: `add_action('wp_head', function () {
    if (current_user_can('edit_posts')) {
        return; // do not count those who write
    }
    echo '${tag}';
});`,
    },
    {
      id: 'tag-manager',
      label: t`Tag manager`,
      where: t`Add a custom HTML tag on all pages. Ad blockers often block tag managers, so adding the script to your template counts more visits.`,
      code: `<script>
  var s = document.createElement('script')
  s.src = '${url}'
  document.head.appendChild(s)
</script>`,
    },
  ]
}
