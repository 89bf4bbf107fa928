import { useQuery } from '@tanstack/react-query'
import type { IndexStatusData } from '@vaultwright/wire'
import { useMemo } from 'react'
import { gather } from '../part/gather.ts'
import { Section } from '../part/page.tsx'
import { Failure, Loading } from '../part/state.tsx'
import { sessionClient } from '../session/session-client.ts'
import { flagWord } from '../vault/series/flag-word.ts'
import { CalendarGrid } from './calendar-grid.tsx'
import { calendarDaysOf } from './day-calendar.ts'
import { FailedWorkTable } from './failed-work-table.tsx'
import { RevisedDays } from './revised-days.tsx'
import { unseenText } from './status-text.ts'

/** The days of one vault on one chain: calendar, failed work, revised values. */
export function VaultDays(props: {
  readonly status: IndexStatusData
  readonly mayRepair: boolean
  readonly changed: () => void
}) {
  const { status, mayRepair, changed } = props
  const { chain, vault_address, name } = status
  const client = sessionClient()
  const daily = useQuery({
    queryKey: ['flags', chain, vault_address],
    queryFn: () =>
      gather(client.dailyData({ chain, vault_address, explain: true, page_size: 100 })),
  })
  const days = useMemo(() => {
    const flags = new Map(
      (daily.data ?? []).map(({ as_of, receipt }) => [
        as_of.slice(0, 10),
        flagsOf(receipt as ReceiptFlags | null | undefined),
      ]),
    )
    return calendarDaysOf(status, flags)
  }, [status, daily.data])
  const unseen = unseenText(status)
  return (
    <>
      <Section title={`Days of ${name} on ${chain}`}>
        {daily.isError ? (
          <Failure
            title="The flags of days are not known"
            error={daily.error}
            retry={() => void daily.refetch()}
          />
        ) : null}
        {unseen !== null ? (
          <p>Not known: {unseen}</p>
        ) : daily.isPending ? (
          <Loading what="the days" />
        ) : days.length === 0 ? (
          <p>No day is over and final yet.</p>
        ) : (
          <CalendarGrid days={days} />
        )}
      </Section>
      <FailedWorkTable status={status} mayRepair={mayRepair} changed={changed} />
      <RevisedDays chain={chain} vault={vault_address} />
    </>
  )
}

/** The flags that a receipt says of its day, each word once. */
function flagsOf(receipt: ReceiptFlags | null | undefined): readonly string[] {
  return [...new Set((receipt?.result.flags ?? []).map(({ flag }) => flagWord(flag)))]
}

type ReceiptFlags = { readonly result: { readonly flags: readonly { readonly flag: string }[] } }
