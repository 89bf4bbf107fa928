import { lazy, Suspense } from 'react'
import { Loading } from '../../part/state.tsx'
import type { VaultHomeProps } from '../data/vault-tab.ts'
import { OverviewTab } from './overview-tab.tsx'
import { PerformanceTab } from './performance-tab.tsx'
import { PermissionTab } from './permission-tab.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { StrategistTab } from './strategist-tab.tsx'

/** It rebuilds trees and names spenders by the record: loaded when it is opened. */
const RiskTab = lazy(async () => ({ default: (await import('./risk-tab.tsx')).RiskTab }))

/** It counts amounts by the record: loaded when it is opened. */
const ActivityTab = lazy(async () => ({
  default: (await import('./activity-tab.tsx')).ActivityTab,
}))

/** It replays a witness: loaded when it is opened. */
const ControlTab = lazy(async () => ({
  default: (await import('../control/control-tab.tsx')).ControlTab,
}))

/** Its queues are judged: loaded when it is opened. */
const ExitTab = lazy(async () => ({ default: (await import('../exit/exit-tab.tsx')).ExitTab }))

const tabs = {
  overview: OverviewTab,
  performance: PerformanceTab,
  strategists: StrategistTab,
  permissions: PermissionTab,
  risk: RiskTab,
  control: ControlTab,
  exit: ExitTab,
  activity: ActivityTab,
  settings: SettingsTab,
} as const

/** A tab of a vault on a chain of the EVM. */
export function EvmHome(props: VaultHomeProps) {
  const Tab = tabs[props.tab]
  return (
    <Suspense fallback={<Loading what="this part of the vault" lines={12} />}>
      <Tab key={`${props.chain} ${props.address}`} {...props} />
    </Suspense>
  )
}
