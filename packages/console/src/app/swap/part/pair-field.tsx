import { useQuery } from '@tanstack/react-query'
import type { ActingStrategist } from '@vaultwright/check'
import { useId } from 'react'
import { AmountField } from '../../action/amount/amount-field.tsx'
import { snapshotQuery } from '../../action/amount/snapshot-query.ts'
import { balanceText, vaultBalanceOf, worthText } from '../../action/amount/vault-balance.ts'
import { Button } from '../../part/button.tsx'
import part from '../../part/part.module.css'
import { tokenName } from '../text/amount.ts'
import { type PairChoice, type PairSide, pairWith, tokensOf } from './pair-choice.ts'

/** The token of one side of a swap, chosen among those that the tree permits. */
export function TokenSelect({
  side,
  choice,
}: {
  readonly side: PairSide
  readonly choice: PairChoice
}) {
  const tokens = tokensOf(choice, side)
  const nameOf = (token: (typeof tokens)[number]) => {
    const name = tokenName(token)
    // Two tokens of one symbol are told apart by their addresses.
    const isClear = tokens.filter((each) => tokenName(each) === name).length === 1
    return isClear ? name : `${name} ${token.address.slice(0, 6)}…${token.address.slice(-4)}`
  }
  return (
    <select
      aria-label={side === 'sell_token' ? 'Token that is sold' : 'Token that is bought'}
      value={choice.pair[side].address}
      onChange={({ target }) => choice.choose(pairWith(choice, side, target.value))}
    >
      {tokens.map((token) => (
        <option key={token.address} value={token.address}>
          {nameOf(token)}
        </option>
      ))}
    </select>
  )
}

/** The amount that is named, with its token and the vault's balance of it. */
export function NamedAmount(props: {
  readonly side?: PairSide
  readonly place: ActingStrategist
  readonly choice: PairChoice
  readonly amount: string
  readonly change: (amount: string) => void
  readonly problem: string | undefined
  /** Null where a number is needed. */
  readonly isAll: boolean | null
  readonly setAll?: (isAll: boolean) => void
}) {
  const { side = 'sell_token', place, choice, amount, change, problem, isAll, setAll } = props
  const token = choice.pair[side]
  const words = side === 'sell_token' ? 'You sell' : 'You buy at least'
  const id = useId()
  const snapshot = useQuery(snapshotQuery(place))
  const symbol = tokenName(token)
  const holdings = snapshot.data ?? null
  const balance =
    holdings === null || token.symbol === null ? null : vaultBalanceOf(holdings, symbol)
  return (
    <div className={part.field}>
      <AmountField
        label={
          <label htmlFor={id}>
            {words}
            {token.decimals === null ? ', in base units' : ''}
          </label>
        }
        aside={worthText(amount.trim(), balance, symbol)}
        input={
          <input
            id={id}
            className={part.input}
            inputMode="decimal"
            autoComplete="off"
            spellCheck={false}
            disabled={isAll === true}
            value={isAll === true ? '' : amount}
            placeholder={isAll === true ? 'all above the reserve' : 'such as 10'}
            aria-invalid={problem !== undefined}
            aria-describedby={`${id}-hint`}
            onChange={(event) => change(event.target.value)}
          />
        }
        token={<TokenSelect side={side} choice={choice} />}
      >
        <span>{balance === null ? '' : balanceText(balance, symbol)}</span>
        {isAll === null ? null : (
          <Button
            aria-pressed={isAll}
            aria-label="Max: all that the vault has above its reserve"
            onClick={() => setAll?.(!isAll)}
          >
            Max
          </Button>
        )}
        {isAll !== null || side !== 'sell_token' || balance === null ? null : (
          <Button
            aria-label="Max: all that the vault had when it was counted"
            onClick={() => change(balance.amount)}
          >
            Max
          </Button>
        )}
      </AmountField>
      <small id={`${id}-hint`} className={problem === undefined ? '' : 'problem'}>
        {problem ?? ''}
      </small>
    </div>
  )
}
