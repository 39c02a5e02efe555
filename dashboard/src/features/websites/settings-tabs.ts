export const SETTINGS_TABS = ['general', 'tracking', 'sharing', 'reports', 'danger'] as const
export type SettingsTab = (typeof SETTINGS_TABS)[number]
