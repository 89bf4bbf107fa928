import type { Address } from '@vaultwright/base'
import type { ReplayedWitness } from '@vaultwright/check'
import { Hash } from '../part/hash.tsx'
import { numberCell, Table } from '../part/table.tsx'
import { Badge } from '../part/verdict.tsx'
import facts from '../style/fact.module.css'
import styles from './proof.module.css'
import { accountRole, symbolIn, tokenAmount } from './token-text.ts'

/** A longer list of transfers is closed until it is asked for: balances say what they come to. */
const maxOpen = 12

type Shown = { readonly replay: ReplayedWitness }

/** Balances, approvals and transfers of a replay: numbers are proven, names are the registry's. */
export function ReplayEffects({ replay }: Shown) {
  return (
    <>
      <h3>Balances</h3>
      <Balances replay={replay} />
      <h3>Approvals left</h3>
      <Approvals replay={replay} />
      <details
        className={`${facts.more} ${styles.more}`}
        open={replay.simulation.transfers.length <= maxOpen}
      >
        <summary>Transfers: {replay.simulation.transfers.length}</summary>
        <Transfers replay={replay} />
      </details>
    </>
  )
}

function Balances({ replay }: Shown) {
  const { balances } = replay.simulation
  if (balances.length === 0) return <p className="soft">No balance changes.</p>
  return (
    <Table
      name="Balances, replayed"
      head={['Token', 'Change', 'Before', 'After', 'Of']}
      numbers={['Change', 'Before', 'After']}
    >
      {balances.map(({ token, holder, change, before, after, isReconciled }) => (
        <tr key={token + holder}>
          <td>
            <Token replay={replay} token={token} />
            {isReconciled ? null : (
              <div>
                <Badge tone="look">The logs say otherwise</Badge>
              </div>
            )}
          </td>
          <Amount replay={replay} token={token} amount={change} isChange />
          <Amount replay={replay} token={token} amount={before} />
          <Amount replay={replay} token={token} amount={after} />
          <td>
            <Account replay={replay} account={holder} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

function Approvals({ replay }: Shown) {
  const { approvals } = replay.simulation
  if (approvals.length === 0) return <p className="soft">No approval is left.</p>
  return (
    <Table
      name="Approvals left, replayed"
      head={['Token', 'Amount', 'Spender', 'Owner']}
      numbers={['Amount']}
    >
      {approvals.map(({ token, amount, spender, owner, standard, isUnlimited, id }) => (
        <tr key={`${token}${owner}${spender}${standard}${id}`}>
          <td>
            <Token replay={replay} token={token} />{' '}
            {standard === 'erc20' ? null : <Badge>{standard}</Badge>}
          </td>
          {isUnlimited ? (
            <td className={`${numberCell} ${styles.amount}`}>
              <Badge tone="look">unlimited</Badge>
            </td>
          ) : (
            <Amount replay={replay} token={token} amount={amount} />
          )}
          <td>
            <Account replay={replay} account={spender} />
          </td>
          <td>
            <Account replay={replay} account={owner} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

function Transfers({ replay }: Shown) {
  const { transfers } = replay.simulation
  if (transfers.length === 0) return <p className="soft">Nothing is transferred.</p>
  return (
    <Table name="Transfers, replayed" head={['Amount', 'Token', 'From', 'To']} numbers={['Amount']}>
      {transfers.map(({ token, amount, from, to, id }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same transfer may happen twice; the order stays
        <tr key={index}>
          <Amount replay={replay} token={token} amount={amount} />
          <td>
            <Token replay={replay} token={token} />
            {id === null ? null : <div>number {String(id)}</div>}
          </td>
          <td>
            <Account replay={replay} account={from} />
          </td>
          <td>
            <Account replay={replay} account={to} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

function Amount(
  props: Shown & {
    readonly token: Address
    readonly amount: bigint | null
    readonly isChange?: boolean
  },
) {
  const { replay, token, amount, isChange = false } = props
  const { shown, base } = tokenAmount(amount, { chainId: replay.chainId, token })
  const sign = isChange && amount !== null && amount > 0n ? '+' : ''
  return (
    <td
      className={`${numberCell} ${styles.amount}`}
      title={base === null ? undefined : `${sign}${base} base units`}
    >
      {sign}
      {shown}
    </td>
  )
}

function Token({ replay, token }: Shown & { readonly token: Address }) {
  const symbol = symbolIn(replay.chainId, token)
  return (
    <>
      {symbol === null ? null : `${symbol} `}
      <span className="soft">
        <Hash value={token} short />
      </span>
    </>
  )
}

function Account({ replay, account }: Shown & { readonly account: Address }) {
  const role = accountRole(account, replay)
  return (
    <>
      {role === null ? null : <span>{role} </span>}
      <Hash value={account} short />
    </>
  )
}
