import { useQuery } from '@tanstack/react-query'
import type { IndexStatusData } from '@vaultwright/wire'
import { useState } from 'react'
import { Button } from '../part/button.tsx'
import { gather } from '../part/gather.ts'
import { Page } from '../part/page.tsx'
import { Empty, Failure, Loaded, Loading, NotKnown } from '../part/state.tsx'
import { Table } from '../part/table.tsx'
import { Badge } from '../part/verdict.tsx'
import { useSession } from '../session/session.ts'
import { sessionClient } from '../session/session-client.ts'
import { behindText, unseenText } from './status-text.ts'
import { VaultDays } from './vault-days.tsx'

/** The health of the index: a row a vault and chain, and the days of the chosen one. */
export function IndexScreen() {
  const client = sessionClient()
  const session = useSession()
  const [chosen, setChosen] = useState<string | null>(null)
  const status = useQuery({
    queryKey: ['index-status'],
    queryFn: () => gather(client.indexStatus({ page_size: 100 })),
  })
  const rows = status.data ?? []
  const current = rows.find((row) => keyOf(row) === chosen) ?? rows[0]
  const role = session?.user.role
  if (role === 'viewer' || role === 'strategist')
    return (
      <Page title="Index">
        <Empty>
          <p>The index is for curators and admins. Ask an admin for the role.</p>
        </Empty>
      </Page>
    )
  return (
    <Page
      title="Index"
      lead="How far each vault is indexed, in the words of the command index status. Stated by the server, not verified here."
      actions={<Button onClick={() => void status.refetch()}>Read again</Button>}
    >
      <Loaded query={status} what="the index" title="The index cannot be read">
        {() =>
          current === undefined ? (
            <Empty>
              <p>
                No vault was added. An admin adds one with <code>vaultwright vault add</code>.
              </p>
            </Empty>
          ) : (
            <>
              <Table name="Vaults" head={head}>
                {rows.map((row) => (
                  <StatusRow
                    key={keyOf(row)}
                    row={row}
                    isChosen={row === current}
                    choose={() => setChosen(keyOf(row))}
                  />
                ))}
              </Table>
              <ChosenVault
                key={keyOf(current)}
                row={current}
                mayRepair={role === 'admin'}
                changed={() => void status.refetch()}
              />
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

/** The list counts days and names the first of them: of the chosen vault all are read. */
function ChosenVault(props: {
  readonly row: IndexStatusData
  readonly mayRepair: boolean
  readonly changed: () => void
}) {
  const { row, mayRepair, changed } = props
  const { chain, vault_address } = row
  const whole = useQuery({
    queryKey: ['index-status', chain, vault_address],
    queryFn: () => sessionClient().getIndexStatus({ chain, vault_address }),
  })
  const [status] = whole.data?.data ?? []
  const readAgain = () => {
    changed()
    void whole.refetch()
  }
  if (whole.isError)
    return <Failure title="The days cannot be read" error={whole.error} retry={readAgain} />
  if (status === undefined) return <Loading what="the days" />
  return <VaultDays status={status} mayRepair={mayRepair} changed={readAgain} />
}

const head = [
  'Vault',
  'Chain',
  'State',
  'Last day',
  'Behind',
  'Missing',
  'Stale',
  'Retrying',
  'Parked',
  'Roots without tree',
]

function StatusRow(props: {
  readonly row: IndexStatusData
  readonly isChosen: boolean
  readonly choose: () => void
}) {
  const { row, isChosen, choose } = props
  const { parked_count: parked } = row
  const behind = behindText(row)
  const unseen = unseenText(row)
  const days = (count: number) => (unseen === null ? count : <NotKnown reason={unseen} />)
  return (
    <tr>
      <th scope="row">
        <Button aria-pressed={isChosen} onClick={choose}>
          {row.name}
        </Button>
      </th>
      <td>{row.chain}</td>
      <td>
        <Badge tone={row.is_current ? 'good' : parked > 0 ? 'bad' : 'look'}>
          {row.is_current ? 'current' : parked > 0 ? 'parked work' : 'work left'}
        </Badge>
      </td>
      <td>{row.last_day ?? <NotKnown reason="no day was read yet" />}</td>
      <td>{behind ?? <NotKnown reason={unseen ?? 'no day was read yet'} />}</td>
      <td>{days(row.missing.days)}</td>
      <td>{days(row.stale.days)}</td>
      <td>{row.failure_count - parked}</td>
      <td>{parked}</td>
      <td>
        {row.roots_without_tree === 0
          ? 'none'
          : `${row.roots_without_tree}, ${row.active_roots_without_tree} active`}
      </td>
    </tr>
  )
}

function keyOf({ chain, vault_address }: IndexStatusData): string {
  return `${chain} ${vault_address}`
}
