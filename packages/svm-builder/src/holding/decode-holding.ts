import {
  clockSysvar,
  decodeClock,
  decodeTokenAccount,
  decodeVaultReading,
  type KeptAccounts,
  type ReadVault,
  type SvmAddress,
  type SvmDecodedReading,
  vaultAddresses,
  vaultReadingAddresses,
} from '@vaultwright/svm'
import type { SvmHeld } from '@vaultwright/valuation'
import { kaminoPositionAddress } from '../template/kamino/reserve.ts'
import { decodedOr, type HoldingContext, joinParts } from './holding-part.ts'
import { type HoldingReadPlan, parseHoldingPlan } from './holding-plan.ts'
import { kaminoHoldings, kaminoReservesOf } from './kamino-holding.ts'
import { type ReceiptRate, receiptRateOf } from './receipt-rate.ts'
import { solHolding, tokenHolding, wrappedSolQuote } from './token-holding.ts'

/** The decoded accounts of a vault's reading, and its holdings where they were read. */
type SvmReadingValues = SvmDecodedReading & { readonly held?: SvmHeld }

/**
 * Reads what the accounts of a reading say, its holdings and their rates with it.
 *
 * An account that is not what it should be is among the failures, so that its part of the worth is not known.
 *
 * @throws {MismatchedReadingError} {KeptAccountsError} and what decoding state, share mint and clock throws.
 */
export function decodeSvmReading(kept: KeptAccounts, of: ReadVault): SvmReadingValues {
  const reading = decodeVaultReading(kept, of)
  if (kept.scope === undefined) return reading
  const scope = parseHoldingPlan(kept.scope)
  return { ...reading, held: heldIn(kept, scope, { reading, program: of.program }) }
}

type HoldingSubject = {
  readonly reading: SvmDecodedReading
  readonly program: SvmAddress
}

function heldIn(
  { accounts }: KeptAccounts,
  scope: HoldingReadPlan,
  { reading, program }: HoldingSubject,
): SvmHeld {
  const { state, unix } = reading
  const { epoch, epochStartUnix } = decodeClock(accounts.get(clockSysvar)!)
  const symbolOf = (mint: string) =>
    scope.tokens.find(({ address }) => address === mint)?.symbol ?? mint
  const subAccounts = subAccountsOf(scope, { program, vaultId: state.vaultId })
  const context: HoldingContext = {
    accountAt: (address) => accounts.get(address),
    subAccounts,
    assetOf: (mint, decimals) => ({ address: mint, symbol: symbolOf(mint), decimals }),
    unix,
    epoch,
    epochStartUnix,
  }
  const receipts = receiptsOf(scope, context)
  const holders = [...subAccounts.keys()]
  const parts = joinParts([
    wrappedSolQuote(context),
    ...holders.map((holder) => solHolding(holder, context)),
    ...scope.tokenAccounts.map((address) =>
      tokenHolding(address, context, (mint) => receipts.get(mint)?.protocol ?? null),
    ),
    ...holders.flatMap((holder) =>
      scope.kaminoMarkets.map((market) => kaminoHoldings(holder, market, context)),
    ),
    ...[...receipts.values()].map(({ quoteOf }) => quoteOf(context)),
  ])
  return {
    baseSymbol: symbolOf(state.baseAsset),
    holdings: [...parts.holdings],
    quotes: [...scope.quotes, ...parts.quotes],
    failures: [...scope.failures, ...parts.failures],
  }
}

/**
 * Lists the accounts that a reading with holdings takes, as far as accounts that were read lead on: a token account to its
 * mint, a position to its reserves, a receipt to what tells its rate.
 */
export function holdingReads(
  scope: Parameters<typeof parseHoldingPlan>[0],
  of: ReadVault & { readonly vaultId: bigint },
  accounts: KeptAccounts['accounts'],
): readonly SvmAddress[] {
  const parsed = parseHoldingPlan(scope)
  const { tokenAccounts, kaminoMarkets, stakePools } = parsed
  const context = { accountAt: (address: SvmAddress) => accounts.get(address) }
  const holders = [...subAccountsOf(parsed, of).keys()]
  const positions = holders.flatMap((holder) =>
    kaminoMarkets.map((market) => [holder, market] as const),
  )
  return [
    ...new Set([
      ...vaultReadingAddresses(of),
      ...holders,
      ...tokenAccounts,
      ...stakePools,
      ...mintsOf(parsed, context),
      ...[...receiptsOf(parsed, context).values()].map(({ account }) => account),
      ...positions.map(([holder, market]) => kaminoPositionAddress(holder, market)),
      ...positions.flatMap(([holder, market]) => kaminoReservesOf(holder, market, context)),
    ]),
  ]
}

function subAccountsOf(
  { subAccounts }: HoldingReadPlan,
  { program, vaultId }: { readonly program: SvmAddress; readonly vaultId: bigint },
): ReadonlyMap<SvmAddress, number> {
  const { subAccount } = vaultAddresses(program)
  return new Map(subAccounts.map((number) => [subAccount(vaultId, number), number]))
}

type AccountLookup = Pick<HoldingContext, 'accountAt'>

/** Mints of the token accounts that hold something. */
function mintsOf(
  { tokenAccounts }: HoldingReadPlan,
  { accountAt }: AccountLookup,
): readonly SvmAddress[] {
  const mints = tokenAccounts.flatMap((address) => {
    const account = accountAt(address) ?? null
    if (account === null) return []
    return decodedOr<readonly SvmAddress[]>(
      () => {
        const { mint, amount } = decodeTokenAccount(account)
        return amount === 0n ? [] : [mint]
      },
      () => [],
    )
  })
  return [...new Set(mints)]
}

/** Receipts among the tokens that are held, by their mint. */
function receiptsOf(
  scope: HoldingReadPlan,
  accounts: AccountLookup,
): ReadonlyMap<string, ReceiptRate> {
  return new Map(
    mintsOf(scope, accounts).flatMap((mint) => {
      const receipt = receiptRateOf(mint, scope, accounts)
      return receipt === null ? [] : [[mint, receipt] as const]
    }),
  )
}
