import type { VaultDetail } from '@vaultwright/wire'

/** The tabs of a vault's home: a link leads another person to the same. */
export const vaultTabs = {
  overview: 'Overview',
  performance: 'Performance',
  strategists: 'Strategists',
  queue: 'Queue',
  permissions: 'Permissions',
  risk: 'Risk',
  control: 'Control',
  exit: 'Exit',
  activity: 'Activity',
  settings: 'Settings',
} as const

/** A tab of a vault's home. */
export type VaultTab = keyof typeof vaultTabs

/** A tab of the home itself: what waits for signers is of their room. */
export type HomeTab = Exclude<VaultTab, 'queue'>

/** A number beside a tab; what is bad or deserves a look says so. */
export type TabCount = { readonly count: number; readonly tone?: 'bad' | 'look' }

/** Numbers by tab: those that are known without asking for more. */
export type TabCounts = { readonly [Tab in VaultTab]?: TabCount }

/** The input of each tab. */
export type VaultHomeProps = {
  readonly chain: string
  readonly address: string
  readonly tab: HomeTab
  readonly detail: VaultDetail
}

/** Reads the tab of an address; what is none of a vault's tabs is the overview. */
export function vaultTabOf(text: string | undefined, tabs: readonly VaultTab[]): VaultTab {
  return tabs.find((tab) => tab === text) ?? 'overview'
}
