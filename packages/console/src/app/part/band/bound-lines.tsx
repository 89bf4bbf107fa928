import type { Address } from '@vaultwright/base'
import {
  type StatedBound,
  statedAssetOf,
  statedBoundsOf,
  statementContext,
} from '@vaultwright/check'
import { accountNameOf, type CallContext } from '@vaultwright/protocols'
import type { SafeStatementData } from '@vaultwright/wire'
import { Amount } from './flow-facts.tsx'
import { Sentence, shortAccount } from './sentence.tsx'

type VaultOnChain = { readonly chainId: number; readonly vault: Address | null }

/** The bounds of a transaction, which its execution is compared with: what moves, and which approvals stay. */
export function BoundLines(props: {
  readonly statement: SafeStatementData
  readonly place: VaultOnChain
}) {
  const { statement, place } = props
  const context = statementContext(statement, place)
  return (
    <>
      <p>
        By a simulation of the service at block {statement.block_number.toLocaleString('en')}. Its
        execution is compared with these bounds:
      </p>
      <ul aria-label="Bounds">
        {statement.moves.map((move) => (
          <li key={move.token_address + move.holder_address}>
            <Sentence text={accountNameOf(move.holder_address as Address, context)} />{' '}
            <MoveBounds move={move} context={context} />
          </li>
        ))}
      </ul>
      <p>{statement.approvals.length === 0 ? 'No approval stays.' : 'Approvals that stay:'}</p>
      <ul aria-label="Approvals that stay" hidden={statement.approvals.length === 0}>
        {statement.approvals.map((approval) => (
          <li key={Object.values(approval).join()}>
            <Sentence text={accountNameOf(approval.spender_address as Address, context)} />{' '}
            <Allowance approval={approval} context={context} /> from{' '}
            <Sentence text={accountNameOf(approval.owner_address as Address, context)} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** The bounds of one balance: `pays at least 1.98 WETH and at most 2 WETH`. */
export function MoveBounds(props: {
  readonly move: SafeStatementData['moves'][number]
  readonly context: CallContext
}) {
  const { move, context } = props
  const token = statedAssetOf(move.token_address)
  const amountOf = (amount: bigint) => (
    <Amount total={{ token, amount, bound: 'exact' }} context={context} />
  )
  return statedBoundsOf(move).map((bound, index) => (
    <span key={bound.verb}>
      {index === 0 ? '' : ' or '}
      {bound.verb} {boundsText(bound, amountOf)}
    </span>
  ))
}

function boundsText(
  { atLeast, atMost }: StatedBound,
  amountOf: (amount: bigint) => React.ReactNode,
): React.ReactNode {
  if (atLeast !== null && atLeast === atMost) return <>exactly {amountOf(atLeast)}</>
  if (atLeast === null) return atMost === null ? 'any amount' : <>at most {amountOf(atMost)}</>
  if (atMost === null) return <>at least {amountOf(atLeast)}</>
  return (
    <>
      at least {amountOf(atLeast)} and at most {amountOf(atMost)}
    </>
  )
}

/** An approval in units where it is of an amount. */
function Allowance(props: {
  readonly approval: SafeStatementData['approvals'][number]
  readonly context: CallContext
}) {
  const { approval, context } = props
  const { standard, token_address: token, raw_at_most: amount } = approval
  if (standard !== 'erc20' && standard !== 'permit2')
    return (
      <>
        holds {amount} of {shortAccount(token)} ({standard})
      </>
    )
  return (
    <>
      may take at most{' '}
      <Amount
        total={{ token: token as Address, amount: BigInt(amount), bound: 'exact' }}
        context={context}
      />
    </>
  )
}
