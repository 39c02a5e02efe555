export interface Snippet {
  id: 'html' | 'next' | 'wordpress' | 'tag-manager'
  label: string
  where: string
  code: string
}

/** The one line that counts visits, as each kind of website wants it. */
export function makeSnippets(base_url: string, tracking_id: string): Snippet[] {
  const url = `${base_url}/t/${tracking_id}.js`
  const tag = `<script defer src="${url}"></script>`
  return [
    { id: 'html', label: 'HTML', where: 'Into the <head> of every page, or of the template they share.', code: tag },
    {
      id: 'next',
      label: 'Next.js',
      where: 'Into app/layout.tsx. With the pages router: the same line inside <Head> of pages/_document.tsx.',
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
      where: 'Into functions.php of a child theme. Empty the page cache afterwards.',
      code: `add_action('wp_head', function () {
    if (current_user_can('edit_posts')) {
        return; // do not count those who write
    }
    echo '${tag}';
});`,
    },
    {
      id: 'tag-manager',
      label: 'Tag manager',
      where:
        'A custom HTML tag on all pages. Block lists know tag managers: the line in your template is seen by more.',
      code: `<script>
  var s = document.createElement('script')
  s.src = '${url}'
  document.head.appendChild(s)
</script>`,
    },
  ]
}
