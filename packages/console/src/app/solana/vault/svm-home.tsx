import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy } from 'react'
import { Hash } from '../../part/hash.tsx'
import { Section } from '../../part/page.tsx'
import part from '../../part/part.module.css'
import { Loaded } from '../../part/state.tsx'
import { Table } from '../../part/table.tsx'
import type { VaultHomeProps } from '../../vault/data/vault-tab.ts'
import { AttentionCard } from '../../vault/home/attention-card.tsx'
import { DaySection } from './day-section.tsx'
import { StateSection } from './state-section.tsx'
import { svmAttentionOf } from './svm-attention.ts'
import { SvmFigures } from './svm-figures.tsx'
import { SvmHoldingSection } from './svm-holding-section.tsx'
import { useSvmVault } from './svm-vault-data.ts'

const ActivityTab = lazy(async () => ({
  default: (await import('../../vault/home/activity-tab.tsx')).ActivityTab,
}))
const PermissionPanel = lazy(async () => ({
  default: (await import('../permission/permission-panel.tsx')).PermissionPanel,
}))

const tabs = {
  overview: OverviewTab,
  performance: PerformanceTab,
  strategists: StrategistTab,
  permissions: PermissionTab,
  risk: PermissionTab,
  control: PermissionTab,
  exit: PermissionTab,
  activity: ActivityTab,
  settings: SettingsTab,
} as const

/** A tab of a vault on Solana. */
export function SvmHome(props: VaultHomeProps) {
  const Tab = tabs[props.tab]
  return <Tab key={props.address} {...props} />
}

function OverviewTab({ address, detail }: VaultHomeProps) {
  const { reading, days, week } = useSvmVault(address)
  const { data } = reading
  const place = data?.definition ?? null
  const permissions = useQuery({
    queryKey: ['svm-permission-count', address, reading.dataUpdatedAt],
    enabled: data !== undefined,
    queryFn: async () => {
      const { countPermissions, permissionRowsOf } = await import('../permission/permission-row.ts')
      return countPermissions(permissionRowsOf(data!))
    },
  })
  const checks = useQuery({
    queryKey: ['svm-day-checks', place?.vault, days.dataUpdatedAt],
    enabled: place !== null && days.data !== undefined,
    queryFn: async () => (await import('./check-day.ts')).checkSvmDays(days.data!, place!),
  })
  const failures = [
    ['vault’s account', reading.isError],
    ['list of days', days.isError],
    ['list of digests', permissions.isError],
    ['check of the days', checks.isError],
  ] as const
  return (
    <>
      <SvmFigures reading={reading} week={week} days={days} />
      <AttentionCard
        where={{ chain: 'solana', address }}
        looksAt="its account, its digests or its days"
        isReading={
          !reading.isError && (reading.isPending || permissions.isPending || checks.isPending)
        }
        items={svmAttentionOf({
          status: detail.status,
          isPaused: data?.facts.state.paused ?? null,
          permissions: permissions.data ?? null,
          checks: checks.data ?? null,
          failures: failures.filter(([, isOpen]) => isOpen).map(([what]) => what),
        })}
      />
      <SvmHoldingSection days={days} reading={reading} />
    </>
  )
}

function PerformanceTab({ address }: VaultHomeProps) {
  const { reading, days } = useSvmVault(address)
  return <DaySection days={days} reading={reading} />
}

function StrategistTab({ address }: VaultHomeProps) {
  const { reading } = useSvmVault(address)
  return (
    <Section title="Strategists">
      <Loaded query={reading} what="the strategist" title="The strategist cannot be read">
        {({ facts: { state } }) => (
          <Table name="Strategists" head={['Role', 'Account', 'Act']} fitsPhone>
            <tr>
              <th scope="row">Strategist, who may act</th>
              <td>
                <Hash value={state.strategist} short />
              </td>
              <td>
                <Link
                  className={`${part.button} ${part.buttonLink}`}
                  to="/vaults/$chain/$address/act/$strategist"
                  params={{ chain: 'solana', address, strategist: state.strategist }}
                >
                  Build<span className="hidden"> as the strategist</span>
                </Link>
              </td>
            </tr>
            <tr>
              <th scope="row">Authority, which gives permissions</th>
              <td>
                <Hash value={state.authority} short />
              </td>
              <td />
            </tr>
          </Table>
        )}
      </Loaded>
    </Section>
  )
}

function PermissionTab({ address }: VaultHomeProps) {
  const { reading } = useSvmVault(address)
  return (
    <Loaded
      query={reading}
      what="the permissions"
      title="The permissions cannot be read"
      lines={10}
    >
      {(data) => <PermissionPanel reading={data} />}
    </Loaded>
  )
}

function SettingsTab({ address }: VaultHomeProps) {
  const { reading } = useSvmVault(address)
  return <StateSection reading={reading} />
}
