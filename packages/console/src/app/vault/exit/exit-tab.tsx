import { useQuery } from '@tanstack/react-query'
import { exitVerdict } from '@vaultwright/check'
import type {
  WithdrawAssetData,
  WithdrawQueueData,
  WithdrawQueuesData,
  WithdrawRequestData,
} from '@vaultwright/wire'
import { useState } from 'react'
import { AnswerBand } from '../../part/band/answer-band.tsx'
import { ReasonSection } from '../../part/band/reason-list.tsx'
import { Button } from '../../part/button.tsx'
import { Hash } from '../../part/hash.tsx'
import { InOrder, Section } from '../../part/page.tsx'
import { Empty, Loaded } from '../../part/state.tsx'
import { numberCell, shortCell, Table } from '../../part/table.tsx'
import { countText } from '../../part/text/count-text.ts'
import { momentText } from '../../part/text/moment-text.ts'
import { Badge } from '../../part/verdict.tsx'
import { sessionClient } from '../../session/session-client.ts'
import { orNull } from '../data/vault-data.ts'
import type { VaultHomeProps } from '../data/vault-tab.ts'

const conditions = {
  yes: 'every matured request is paid',
  conditional: 'each amber line is so',
  no: 'a request is not paid, or cash is lacking',
  open: 'not everything is known',
} as const

/** The withdraw queues of a vault: whether it can pay, what is asked for by when, and each request. */
export function ExitTab({ chain, address }: VaultHomeProps) {
  const vault = { chain, vault_address: address }
  const queues = useQuery({
    queryKey: ['withdraw-queues', chain, address.toLowerCase()],
    queryFn: async () =>
      (await orNull(sessionClient().getWithdrawQueues(vault), 'queue_not_found'))?.data ?? null,
  })
  return (
    <InOrder>
      <Loaded query={queues} what="the queues" title="The queues cannot be read" lines={12}>
        {(reading) =>
          reading === null ? (
            <Empty>
              No withdraw queue of this vault was read. Name it in the definition of the vault,
              under <code>queues</code>.
            </Empty>
          ) : (
            <ExitReport reading={reading} vault={vault} />
          )
        }
      </Loaded>
    </InOrder>
  )
}

type VaultPath = { readonly chain: string; readonly vault_address: string }

function ExitReport(props: { readonly reading: WithdrawQueuesData; readonly vault: VaultPath }) {
  const { reading, vault } = props
  const { queues } = reading
  const verdict = exitVerdict(reading, Math.floor(Date.now() / 1_000))
  const assets = queues.flatMap((queue) => queue.assets)
  const agrees = queues.every(({ check }) => check.state === 'agrees')
  const proven = queues.every(({ check }) => check.proven)
  const isExecuted = assets.length > 0 && !assets.some(isUnknown)
  // Without a sound check no request is listed, which does not say that there is none.
  const none = agrees ? 'No request is in the queue.' : 'What is asked for is not known.'
  const countOf = (status: 'matured' | 'open') =>
    agrees ? countText(totalOf(assets, status), 'request') : 'not known'
  return (
    <>
      <AnswerBand
        question="Can this vault pay who asks?"
        verdict={verdict}
        condition={conditions[verdict.answer]}
        lines={assets.length === 0 ? [none] : assets.map(lineOf)}
        facts={[
          { name: 'Matured', values: [countOf('matured')] },
          { name: 'Open', values: [countOf('open')] },
          { name: 'Read at', values: [momentText(reading.as_of)] },
        ]}
        seals={[
          { text: "the contract's own requests are those of its logs", isOpen: !agrees },
          { text: 'what is paid was executed', isOpen: !isExecuted },
          { text: 'the requests follow from the hash of the block', isOpen: !proven },
        ]}
      />
      <ReasonSection reasons={verdict.reasons} />
      {queues.map((queue) => (
        <QueueSection key={queue.address} queue={queue} />
      ))}
      <RequestSection vault={vault} canList={agrees} />
    </>
  )
}

function lineOf(row: WithdrawAssetData): string {
  const name = row.symbol ?? row.asset
  const paid = row.instant === null ? 'not known' : `${row.instant} ${name}`
  return `Paid at once: ${paid}. Asked for: ${row.matured.assets} ${name} now, ${row.open.assets} ${name} later.`
}

function isUnknown({ instant }: WithdrawAssetData): boolean {
  return instant === null
}

function totalOf(assets: readonly WithdrawAssetData[], status: 'matured' | 'open'): number {
  return assets.reduce((sum, row) => sum + row[status].count, 0)
}

const solverWords = {
  true: ['may solve', 'good'],
  false: ['may not', 'bad'],
  null: ['not read', 'look'],
} as const

const checkWords = {
  agrees: ['agrees', 'good'],
  differs: ['differs', 'bad'],
  not_checked: ['not checked', 'look'],
} as const

function QueueSection({ queue }: { readonly queue: WithdrawQueueData }) {
  const { address, check, solvers, assets } = queue
  const [word, tone] = checkWords[check.state]
  return (
    <Section title="What is asked for, and what is paid">
      <p>
        Queue <Hash value={address} short /> <Badge tone={tone}>{word}</Badge>{' '}
        {check.ids === null ? null : countText(check.ids, 'request')}
        {check.reason === null ? null : check.reason}
      </p>
      {solvers.map((solver) => {
        const [right, look] = solverWords[`${solver.may}`]
        return (
          <p key={solver.address}>
            Solver <Hash value={solver.address} short /> <Badge tone={look}>{right}</Badge>{' '}
            {solver.reason ?? solver.missing.map(({ call }) => `${call} is refused`).join(', ')}
          </p>
        )
      })}
      {assets.length === 0 ? (
        <Empty>No request is in this queue.</Empty>
      ) : (
        <>
          <MaturityTable assets={assets} />
          <CashTable assets={assets} />
        </>
      )}
    </Section>
  )
}

const steps = ['Now', '24 hours', '3 days', '7 days', 'All'] as const

/** The cash that is paid at once beside what is asked for by then, a column a day. */
function MaturityTable({ assets }: { readonly assets: readonly WithdrawAssetData[] }) {
  const titles = ['Asset', 'Paid at once', ...steps]
  return (
    <Table name="By when" head={titles} numbers={titles.slice(1)} isStacked>
      {assets.map((row) => {
        const { day, three_days: threeDays, week } = row.matures_in
        const later = [day, threeDays, week, row.open]
        return (
          <tr key={row.asset}>
            <th scope="row">{row.symbol ?? <Hash value={row.asset} short />}</th>
            <td className={numberCell}>{row.instant ?? 'not known'}</td>
            <td className={numberCell}>{row.matured.assets}</td>
            {later.map((sum, index) => (
              <td key={steps[index + 1]} className={numberCell}>
                + {sum.assets}
              </td>
            ))}
          </tr>
        )
      })}
    </Table>
  )
}

function CashTable({ assets }: { readonly assets: readonly WithdrawAssetData[] }) {
  const titles = ['Asset', 'Solved now', 'Idle', 'To hold ready', 'Free to invest', 'Lacking']
  return (
    <Table name="Cash" head={titles} numbers={titles.slice(1)} isStacked>
      {assets.map((row) => (
        <tr key={row.asset}>
          <th scope="row">{row.symbol ?? <Hash value={row.asset} short />}</th>
          {[row.payable_now, row.idle, row.reserve, row.allocatable, row.shortfall].map(
            (amount, index) => (
              <td key={titles[index + 1]} className={numberCell}>
                {amount ?? 'not known'}
              </td>
            ),
          )}
        </tr>
      ))}
    </Table>
  )
}

function RequestSection(props: { readonly vault: VaultPath; readonly canList: boolean }) {
  const { vault, canList } = props
  const [cursors, setCursors] = useState<readonly string[]>([])
  const cursor = cursors.at(-1)
  const requests = useQuery({
    queryKey: ['withdraw-requests', vault.chain, vault.vault_address.toLowerCase(), cursor ?? ''],
    queryFn: () =>
      sessionClient().listWithdrawRequests(cursor === undefined ? vault : { ...vault, cursor }),
    enabled: canList,
  })
  return (
    <Section title="Requests">
      {canList ? (
        <Loaded query={requests} what="the requests" title="The requests cannot be read" lines={8}>
          {({ data, page }) => (
            <>
              <RequestTable requests={data} />
              {cursors.length === 0 ? null : (
                <Button onClick={() => setCursors(cursors.slice(0, -1))}>Newer</Button>
              )}
              {page.next_cursor === null ? null : (
                <Button onClick={() => setCursors([...cursors, page.next_cursor!])}>Older</Button>
              )}
            </>
          )}
        </Loaded>
      ) : (
        <Empty>Requests are not listed while they are not the contract's own.</Empty>
      )}
    </Section>
  )
}

function RequestTable({ requests }: { readonly requests: readonly WithdrawRequestData[] }) {
  if (requests.length === 0) return <Empty>Nothing was ever asked for.</Empty>
  return (
    <Table name="Requests" head={['State', 'User', 'Amount', 'From', 'Until']} isStacked>
      {requests.map((row) => (
        <tr key={row.request_id}>
          <th scope="row">{row.status}</th>
          <td>
            <Hash value={row.user} short />
          </td>
          <td className={numberCell}>
            {row.assets} {row.symbol ?? row.asset}
          </td>
          <td className={shortCell}>{momentText(row.matures_at)}</td>
          <td className={shortCell}>{momentText(row.expires_at)}</td>
        </tr>
      ))}
    </Table>
  )
}
