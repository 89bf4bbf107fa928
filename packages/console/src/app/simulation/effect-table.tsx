import type { SimulationPage, SimulationPageRun } from '@vaultwright/wire'
import { Hash } from '../part/hash.tsx'
import { Section } from '../part/page.tsx'
import { NotKnown } from '../part/state.tsx'
import { Table } from '../part/table.tsx'
import { Badge } from '../part/verdict.tsx'
import { amountTextOf, changeTextOf, roleIn } from './record-text.ts'
import styles from './simulation.module.css'

type EngineSide = { readonly page: SimulationPage; readonly run: SimulationPageRun }

/** The effects of a transaction: balances, transfers, and the approvals that it leaves. */
export function Effects({ page, run, of }: EngineSide & { readonly of: string }) {
  return (
    <>
      <Section title={`Balances${of}`}>
        <Balances page={page} run={run} of={of} />
      </Section>
      <Section title={`Transfers${of}`}>
        <Transfers page={page} run={run} of={of} />
      </Section>
      <Section title={`Approvals left${of}`}>
        <Approvals page={page} run={run} of={of} />
      </Section>
    </>
  )
}

function Balances({ page, run, of }: EngineSide & { readonly of: string }) {
  if (run.balances.length === 0) return <p className="soft">No balance changes.</p>
  return (
    <Table name={`Balances${of}`} head={['Token', 'Change', 'Before', 'After', 'Of']}>
      {run.balances.map((balance) => (
        <tr key={`${balance.token_address}${balance.holder}`}>
          <td>
            <Token name={balance.token} address={balance.token_address} />
            {balance.is_reconciled ? null : (
              <div>
                <Badge tone="look">The logs say otherwise</Badge>
              </div>
            )}
          </td>
          <Amount
            amount={balance.change === null ? null : changeTextOf(balance.change)}
            raw={balance.raw_change}
          />
          <Amount amount={balance.before} raw={balance.raw_before} />
          <Amount amount={balance.after} raw={balance.raw_after} />
          <td>
            <Account page={page} account={balance.holder} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

function Transfers({ page, run, of }: EngineSide & { readonly of: string }) {
  if (run.transfers.length === 0) return <p className="soft">Nothing is transferred.</p>
  return (
    <Table name={`Transfers${of}`} head={['Direction', 'Amount', 'Token', 'USD', 'From', 'To']}>
      {run.transfers.map((transfer, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same transfer may happen twice; the order stays
        <tr key={index}>
          <td>{transfer.direction ?? 'between others'}</td>
          <Amount amount={transfer.amount} raw={transfer.raw_amount} />
          <td>
            <Token name={transfer.token} address={transfer.token_address} />
            {transfer.id === null ? null : <div>number {transfer.id}</div>}
          </td>
          <td className={styles.amount}>
            {transfer.dollar_value ?? <NotKnown reason="no price stored" />}
          </td>
          <td>
            <Account page={page} account={transfer.from} />
          </td>
          <td>
            <Account page={page} account={transfer.to} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

function Approvals({ page, run, of }: EngineSide & { readonly of: string }) {
  if (run.approvals.length === 0) return <p className="soft">No approval is left.</p>
  return (
    <Table name={`Approvals left${of}`} head={['Token', 'Amount', 'Spender', 'Owner']}>
      {run.approvals.map((approval, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two standards may leave the same approval
        <tr key={index}>
          <td>
            <Token name={approval.token} address={approval.token_address} />{' '}
            {approval.standard === 'erc20' ? null : <Badge>{approval.standard}</Badge>}
          </td>
          {approval.is_unlimited ? (
            <td className={styles.amount}>
              <Badge tone="look">unlimited</Badge>
            </td>
          ) : (
            <Amount amount={approval.amount} raw={approval.raw_amount} isMarked />
          )}
          <td>
            <Account page={page} account={approval.spender} />
          </td>
          <td>
            <Account page={page} account={approval.owner} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

function Amount(props: {
  readonly amount: string | null
  readonly raw: string | null
  readonly isMarked?: boolean
}) {
  const { shown, base } = amountTextOf(props.amount, props.raw)
  return (
    <td className={styles.amount} title={base === null ? undefined : `${base} base units`}>
      {props.isMarked === true ? <Badge tone="look">{shown}</Badge> : shown}
    </td>
  )
}

/** A token may call itself anything: its address stands beside its name. */
function Token({ name, address }: { readonly name: string | null; readonly address: string }) {
  return (
    <>
      {name ?? <NotKnown reason="the token does not say its name" />}{' '}
      <span className="soft">
        <Hash value={address} short />
      </span>
    </>
  )
}

function Account({ page, account }: { readonly page: SimulationPage; readonly account: string }) {
  const role = roleIn(page, account)
  return (
    <>
      {role === null ? null : <span>{role} </span>}
      <Hash value={account} short />
    </>
  )
}
