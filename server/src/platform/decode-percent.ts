/** A percent sign that encodes nothing stands for itself, as in other programs. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
