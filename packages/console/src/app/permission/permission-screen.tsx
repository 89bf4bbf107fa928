import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { gather } from '../part/gather.ts'
import { Hash } from '../part/hash.tsx'
import { InOrder, Page } from '../part/page.tsx'
import { Empty, Failure, Loading } from '../part/state.tsx'
import { SelectField, TextField } from '../part/text/field.tsx'
import { Badge, Verdict } from '../part/verdict.tsx'
import { sessionClient } from '../session/session-client.ts'
import styles from './permission.module.css'
import type { PermissionSearch } from './permission-search.ts'
import {
  endOfDayMs,
  type RootAtMoment,
  rootAt,
  rootPeriodsOf,
  strategistsOf,
} from './root-history.ts'
import { RootPeriodHead } from './root-period-head.tsx'
import { RootSlider } from './root-slider.tsx'

const RootThen = lazy(() =>
  import('./root-then.tsx').then((module) => ({ default: module.RootThen })),
)

const route = '/session/permissions/$chain/$address'

/** The permissions of a strategist on a day. */
export function PermissionScreen() {
  const { chain, address } = useParams({ from: route })
  const search: PermissionSearch = useSearch({ from: route })
  const navigate = useNavigate({ from: '/permissions/$chain/$address' })
  const client = sessionClient()
  const where = { chain, vault_address: address }
  const vault = useQuery({
    queryKey: ['vault', chain, address],
    queryFn: () => client.getVault(where),
  })
  const changes = useQuery({
    queryKey: ['root-changes', chain, address],
    queryFn: () => gather(client.rootChanges({ ...where, page_size: 100 })),
  })
  const names = new Map(
    (vault.data?.data.deployments ?? [])
      .filter((deployment) => deployment.chain === chain)
      .flatMap(({ strategists }) => strategists)
      .map((strategist) => [strategist.address.toLowerCase(), strategist.name]),
  )
  const change = (next: PermissionSearch) =>
    void navigate({ search: next, replace: true, resetScroll: false })
  const strategists = strategistsOf(changes.data ?? [])
  const strategist = search.strategist ?? strategists[0]
  const periods = rootPeriodsOf(changes.data ?? [], strategist ?? '')
  const atMoment = momentOf(periods, search)
  const index = atMoment.kind === 'root' ? atMoment.index : null
  const failure = changes.error ?? vault.error
  return (
    <Page
      title={vault.data === undefined ? 'Permissions' : `Permissions of ${vault.data.data.name}`}
      lead={
        <span className={styles.lead}>
          <Badge>{chain}</Badge> <Hash value={address} />
        </span>
      }
    >
      {failure !== null ? (
        <Failure
          title="The history of roots cannot be read"
          error={failure}
          retry={() => void Promise.all([changes.refetch(), vault.refetch()])}
        />
      ) : changes.isPending ? (
        <Loading what="the history of roots" />
      ) : strategist === undefined ? (
        <Empty>
          <p>
            No root was set on this vault's Manager yet, as far as the index has read. Roots appear
            here when <code>vaultwright index run</code> has read their events.
          </p>
        </Empty>
      ) : (
        <>
          <div className={styles.controls}>
            <SelectField
              label="Strategist"
              value={strategist.toLowerCase()}
              change={(account) =>
                change({
                  strategist: account,
                  ...(search.day === undefined ? {} : { day: search.day }),
                })
              }
              options={strategists.map((account) => {
                const name = names.get(account.toLowerCase()) ?? 'not described'
                return [account.toLowerCase(), `${name}: ${account}`]
              })}
            />
            <TextField
              label="At the end of the day (UTC)"
              type="date"
              value={search.day ?? ''}
              change={(day) => change({ strategist, ...(day === '' ? {} : { day }) })}
            />
          </div>
          <RootSlider
            periods={periods}
            index={index}
            choose={(next) => {
              const day = periods[next]?.from?.slice(0, 10)
              change({ strategist, change: next, ...(day === undefined ? {} : { day }) })
            }}
          />
          <Moment atMoment={atMoment} />
          {atMoment.kind === 'root' ? (
            <InOrder>
              <RootPeriodHead period={atMoment.period} where={{ chain, address, strategist }} />
              {atMoment.period.isWithdrawn || atMoment.period.leafCount === null ? null : (
                <Suspense fallback={<Loading what="the tree" />}>
                  <RootThen
                    index={atMoment.index}
                    period={atMoment.period}
                    before={periods[atMoment.index - 1] ?? null}
                  />
                </Suspense>
              )}
            </InOrder>
          ) : null}
        </>
      )}
    </Page>
  )
}

/** The chosen change; else what was in force at the end of the chosen day; else what is in force now. */
function momentOf(
  periods: ReturnType<typeof rootPeriodsOf>,
  { day, change }: PermissionSearch,
): RootAtMoment {
  const chosen = change === undefined ? undefined : periods[change]
  if (change !== undefined && chosen !== undefined)
    return { kind: 'root', index: change, period: chosen }
  if (day !== undefined) {
    const moment = endOfDayMs(day)
    return moment === null
      ? { kind: 'unknown', reason: `${day} is not a day of the calendar` }
      : rootAt(periods, moment)
  }
  const index = periods.length - 1
  const period = periods[index]
  return period === undefined ? { kind: 'none' } : { kind: 'root', index, period }
}

function Moment({ atMoment }: { readonly atMoment: RootAtMoment }) {
  if (atMoment.kind === 'unknown')
    return (
      <Verdict tone="look" title="Not known">
        <p>What was in force cannot be told: {atMoment.reason}.</p>
      </Verdict>
    )
  if (atMoment.kind === 'none')
    return (
      <Verdict tone="look" title="No root was set by then">
        <p>The server knows no root of this strategist that was set at or before that time.</p>
      </Verdict>
    )
  return null
}
