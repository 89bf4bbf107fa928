import { BaseError } from '@vaultwright/base'
import {
  type Instruction,
  readonlyAccount,
  type SvmAccount,
  type SvmAddress,
  writableAccount,
} from '@vaultwright/svm'
import type { SvmCallContext, SvmCallInput } from '../template.ts'
import { decodeKaminoPosition, decodeKaminoReserve, type KaminoReserve } from './account.ts'
import { holdingAfter, isAbsent, isKaminoCall, type KaminoHolding } from './holding.ts'
import { assertFarmUser, KaminoAccountMissingError } from './init.ts'
import { kaminoProgram, refreshTags } from './program.ts'
import { type KaminoUse, kaminoUseOf } from './reserve.ts'

/** A call that changes a position. */
export type KaminoUseKind = 'deposit' | 'withdraw' | 'borrow' | 'repay'

/**
 * The refreshes that must run right before a call of a position: each reserve that the position has, the one of the
 * call last, then the position with exactly its reserves, deposits before borrows, in its order.
 *
 * @throws {KaminoAccountMissingError} {KaminoReserveDiffersError} {KaminoPositionRefusedError}
 */
export function kaminoRefreshesOf(kind: KaminoUseKind) {
  return (input: SvmCallInput, context: SvmCallContext): readonly Instruction[] => {
    const use = kaminoUseOf(input)
    const [reserve = null] = context.accountsAt([use.reserve])
    const target = reserveIn(use.reserve, reserve)
    assertEntry(kind, input, target)
    const holding = holdingOf(use, input, context)
    assertHeld(kind, use, holding)
    const { market, obligation, farm } = use
    const side = isDebt(kind) ? 'debt' : 'collateral'
    if (farm !== null) assertFarmUser({ ...use, farm, owner: input.subAccount }, side, context)
    const held = [...holding.deposits, ...holding.borrows].flatMap((slot) => slot?.reserve ?? [])
    const reserves = [...new Set(held)].filter((address) => address !== use.reserve)
    const accounts = context.accountsAt(reserves)
    return [
      ...reserves.map((address, index) =>
        refreshReserve(address, market, reserveIn(address, accounts[index] ?? null)),
      ),
      refreshReserve(use.reserve, market, target),
      {
        program: kaminoProgram,
        accounts: [
          readonlyAccount(market),
          writableAccount(obligation),
          ...held.map((address) => writableAccount(address)),
        ],
        data: Uint8Array.from(refreshTags.obligation),
      },
    ]
  }
}

function isDebt(kind: KaminoUseKind): boolean {
  return kind === 'borrow' || kind === 'repay'
}

function refreshReserve(
  reserve: SvmAddress,
  market: SvmAddress,
  { oracles }: KaminoReserve,
): Instruction {
  return {
    program: kaminoProgram,
    accounts: [
      writableAccount(reserve),
      readonlyAccount(market),
      ...oracles.map((oracle) => readonlyAccount(oracle ?? kaminoProgram)),
    ],
    data: Uint8Array.from(refreshTags.reserve),
  }
}

function reserveIn(address: SvmAddress, account: SvmAccount | null): KaminoReserve {
  if (account === null) throw new KaminoReserveDiffersError(address, ['does not exist'])
  return decodeKaminoReserve(account)
}

/** Compares an entry's statement of a reserve with the reserve: Kamino would refuse another account. */
function assertEntry(
  kind: KaminoUseKind,
  { token, account, accountOrNull }: SvmCallInput,
  reserve: KaminoReserve,
): void {
  const { mint, program } = token('token')
  const rows: readonly (readonly [
    name: string,
    stated: SvmAddress | null,
    is: SvmAddress | null,
  ])[] = [
    ['market', account('market'), reserve.market],
    ['token', mint, reserve.mint],
    ["token's program", program, reserve.tokenProgram],
    ['liquidity_supply', account('liquidity_supply'), reserve.liquiditySupply],
    ['farm', accountOrNull('farm'), isDebt(kind) ? reserve.debtFarm : reserve.collateralFarm],
    ...(kind === 'borrow'
      ? ([['fee_receiver', account('fee_receiver'), reserve.feeReceiver]] as const)
      : []),
    ...(isDebt(kind)
      ? []
      : ([
          ['collateral_mint', account('collateral_mint'), reserve.collateralMint],
          ['collateral_supply', account('collateral_supply'), reserve.collateralSupply],
        ] as const)),
  ]
  const wrong = rows.filter(([, stated, is]) => stated !== is)
  if (wrong.length === 0) return
  const reasons = wrong.map(([name, , is]) => `has ${is ?? 'none'} as ${name}`)
  throw new KaminoReserveDiffersError(account('reserve'), reasons)
}

/** The position as it is when the call runs. */
function holdingOf(use: KaminoUse, input: SvmCallInput, context: SvmCallContext): KaminoHolding {
  const { obligation, market } = use
  const [account = null] = context.accountsAt([obligation])
  const refuse = (reason: string) => new KaminoPositionRefusedError(obligation, reason)
  const stored = isAbsent(account) ? null : decodeKaminoPosition(account!)
  if (stored !== null) {
    if (stored.market !== market) throw refuse(`is of the market ${stored.market}`)
    if (stored.owner !== input.subAccount) throw refuse(`belongs to ${stored.owner}`)
    if (stored.referrer !== null)
      throw refuse(`has the referrer ${stored.referrer}, with whom nothing is built`)
  }
  const calls = context.earlier.filter((call) => isKaminoCall(call, obligation))
  const holding = holdingAfter(stored, calls, refuse)
  if (holding !== null) return holding
  throw new KaminoAccountMissingError({
    what: `position ${obligation} of ${input.subAccount}`,
    address: obligation,
    route: 'kamino/init_position',
    more: ' Kamino closes a position that is emptied.',
  })
}

function assertHeld(kind: KaminoUseKind, use: KaminoUse, holding: KaminoHolding): void {
  const { reserve, obligation } = use
  const slots = isDebt(kind) ? holding.borrows : holding.deposits
  const isHeld = slots.some((slot) => slot?.reserve === reserve)
  const refuse = (reason: string) => new KaminoPositionRefusedError(obligation, reason)
  if (isHeld) return
  if (kind === 'withdraw') throw refuse(`has no collateral in the reserve ${reserve}`)
  if (kind === 'repay') throw refuse(`owes nothing to the reserve ${reserve}`)
  if (!slots.includes(null)) throw refuse(`has no place left for the reserve ${reserve}`)
}

/** A reserve is not as the entry of the definition says. */
class KaminoReserveDiffersError extends BaseError {
  override readonly code = 'kamino_reserve_differs'
  override readonly kind = 'conflict'

  constructor(reserve: SvmAddress, reasons: readonly string[]) {
    super({
      message: `The reserve ${reserve} ${reasons.join(', ')}. Correct the entry of the definition.`,
      facts: { reserve, reasons },
    })
  }
}

/** A position cannot be used for a call. */
class KaminoPositionRefusedError extends BaseError {
  override readonly code = 'kamino_position_refused'
  override readonly kind = 'not_permitted'

  constructor(position: SvmAddress, reason: string) {
    super({
      message: `The position ${position} ${reason}. Build another action, or read the position on kamino.com.`,
      facts: { position, reason },
    })
  }
}
