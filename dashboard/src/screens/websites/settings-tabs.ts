export const SETTINGS_TABS = ['general', 'tracking', 'sharing', 'monitoring', 'reports', 'import', 'danger'] as const
export type SettingsTab = (typeof SETTINGS_TABS)[number]
