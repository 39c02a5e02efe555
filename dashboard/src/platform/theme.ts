import { createStoredSetting } from './stored-setting.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const setting = createStoredSetting('theme', THEMES, 'system')

export const useTheme = setting.use

/** Changes the theme. On load, index.html applies the stored theme before the first paint. */
export function setTheme(theme: Theme): void {
  setting.set(theme)
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}
