import { chainOf, isOnRecord, tokenOf } from '@vaultwright/registry'
import type { MetricsSnapshot } from '@vaultwright/wire'
import { Hash } from '../../part/hash.tsx'
import { Section } from '../../part/page.tsx'
import { NotKnown } from '../../part/state.tsx'
import { numberCell, Table } from '../../part/table.tsx'
import { shortNumber } from '../../part/text/number-text.ts'
import { Badge } from '../../part/verdict.tsx'

/** The allowances of others on the vault and its drones, as the snapshot states them. */
export function AllowanceSection({ snapshot }: { readonly snapshot: MetricsSnapshot }) {
  const { allowances = null, allowances_note: note = null } = snapshot
  const chainId = chainOf(snapshot.chain)?.id ?? 0
  return (
    <Section title="Standing allowances">
      <p className="note">
        At the end of {snapshot.as_of.slice(0, 10)}. <Badge>stated by the server</Badge> {note}
      </p>
      {allowances === null ? (
        <NotKnown reason={note ?? 'this service does not read them'} />
      ) : allowances.length === 0 ? (
        <p>None of those that were looked at is above zero.</p>
      ) : (
        <Table
          name="Standing allowances"
          head={['Spender', 'Token', 'Of', 'Base units']}
          numbers={['Base units']}
        >
          {allowances.map((entry) => (
            <tr key={`${entry.owner}${entry.token}${entry.spender}`}>
              <th scope="row">
                <Hash value={entry.spender} short />{' '}
                {isOnRecord(entry.spender) ? null : <Badge tone="look">not on record</Badge>}
              </th>
              <td>{tokenOf(chainId, entry.token)?.symbol ?? <Hash value={entry.token} short />}</td>
              <td>
                <Hash value={entry.owner} short />
              </td>
              <td className={numberCell} title={entry.raw_amount ?? ''}>
                {entry.raw_amount === null ? (
                  <NotKnown reason="the token did not say" />
                ) : entry.is_unlimited ? (
                  <Badge tone={isOnRecord(entry.spender) ? 'look' : 'bad'}>unlimited</Badge>
                ) : (
                  shortNumber(entry.raw_amount, 0)
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Section>
  )
}
