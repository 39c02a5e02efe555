/** Adds a copy button to every code block, if the browser has a clipboard API. */
const SHOWN_MS = 1500

function addButton(block: HTMLPreElement): void {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(block.textContent).then(() => {
      button.textContent = 'Copied'
      setTimeout(() => (button.textContent = 'Copy'), SHOWN_MS)
    })
  })
  block.parentElement?.append(button)
}

if ('clipboard' in navigator)
  for (const block of document.querySelectorAll<HTMLPreElement>('.code pre')) addButton(block)
