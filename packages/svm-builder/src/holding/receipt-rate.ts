import { printUnits } from '@vaultwright/base'
import { parseSvmAddress, type SvmAccount, type SvmAddress } from '@vaultwright/svm'
import { type AccountLayout, openAccountView } from '../template/account-view.ts'
import { stakePoolProgram } from '../template/jito/deposit-sol.ts'
import { jupiterLend, jupiterReceiptOf, lendingProgram } from '../template/jupiter-lend/market.ts'
import {
  decodedOr,
  failed,
  type HoldingContext,
  type HoldingPart,
  readPart,
} from './holding-part.ts'
import { decimalsOf, solAddress, solDecimals } from './token-holding.ts'

/** Marinade's token, and the state that tells its price. Source: `@marinade.finance/marinade-ts-sdk` 6.0.0 (ISC). */
const marinadeProgram = parseSvmAddress('MarBmsSgKXdrN1egZf5sqe1TMai9K1rChYNDJgjq7aD')
const marinadeState = parseSvmAddress('8szGkuLTAux9XMgZ2vtY39jVSowEcpBfFfD8hXSEqdGC')
const marinadeMint = parseSvmAddress('mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So')

/** Stake pools that are looked at when their token is held, whether or not a definition names them. */
const knownPools: ReadonlyMap<string, SvmAddress> = new Map([
  [
    'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn',
    parseSvmAddress('Jito4APyf642JPZPx3hGc6WWJ8zPKtRbRs4P815Awbb'),
  ],
])

/** A token that stands for something else, the account that tells its rate, and how that is read. */
export type ReceiptRate = {
  readonly protocol: string
  readonly account: SvmAddress
  readonly quoteOf: (context: HoldingContext) => HoldingPart
}

/** The candidates of a receipt: tokens that are lent, and stake pools. */
export type ReceiptCandidates = {
  readonly lent: readonly SvmAddress[]
  readonly stakePools: readonly SvmAddress[]
}

/**
 * Finds what a token is a receipt of.
 *
 * @returns null for a token that is none.
 */
export function receiptRateOf(
  mint: SvmAddress,
  { lent, stakePools }: ReceiptCandidates,
  { accountAt }: Pick<HoldingContext, 'accountAt'>,
): ReceiptRate | null {
  if (mint === marinadeMint) {
    const quoteOf = (context: HoldingContext) => marinadeQuote(context)
    return { protocol: 'marinade', account: marinadeState, quoteOf }
  }
  const token = lent.find((each) => jupiterReceiptOf(each).receiptMint === mint)
  if (token !== undefined) {
    const { lending } = jupiterReceiptOf(token)
    const quoteOf = (context: HoldingContext) => lendingQuote({ token, mint, lending }, context)
    return { protocol: jupiterLend.protocol, account: lending, quoteOf }
  }
  const pool =
    knownPools.get(mint) ??
    stakePools.find((each) => {
      const account = accountAt(each) ?? null
      return account !== null && poolMintOf(account) === mint
    })
  if (pool === undefined) return null
  const quoteOf = (context: HoldingContext) => poolQuote({ pool, mint }, context)
  return { protocol: 'stake_pool', account: pool, quoteOf }
}

/** Places of a price whose digits do not end. */
const pricePlaces = 36

type RateParts = {
  readonly asset: SvmAddress
  readonly per: SvmAddress
  /** Base units of the other token for so many base units of this one. */
  readonly worth: bigint
  readonly amount: bigint
  readonly decimals: { readonly asset: number; readonly per: number }
  readonly source: string
  readonly atUnix: bigint
}

function rateQuote(parts: RateParts): HoldingPart {
  const { asset, per, worth, amount, decimals, source, atUnix } = parts
  const what = `rate of ${asset}`
  if (worth <= 0n || amount <= 0n) return failed(what, `The rate of ${source} is zero.`)
  const scaled =
    (worth * 10n ** BigInt(decimals.asset + pricePlaces)) / (amount * 10n ** BigInt(decimals.per))
  if (scaled === 0n) return failed(what, `The rate of ${source} is zero.`)
  const price = printUnits(scaled, pricePlaces)
  const quote = { asset, per, price, source, atUnix: String(atUnix), confidence: null }
  return { quotes: [{ ...quote, kind: 'rate' }] }
}

/**
 * The price of a receipt of Jupiter Lend, as its market was updated last.
 *
 * Source: `Lending` of the lending program, `@jup-ag/lend` 0.0.107 (MIT): a receipt has the decimals of its token.
 */
function lendingQuote(
  {
    token,
    mint,
    lending,
  }: { readonly token: SvmAddress; readonly mint: SvmAddress; readonly lending: SvmAddress },
  context: HoldingContext,
): HoldingPart {
  return readRate(mint, context.accountAt(lending), (account) => {
    const view = openAccountView(account, lendingLayout)
    if (view.address(8) !== token || view.address(40) !== mint) {
      return failed(`rate of ${mint}`, `The market ${lending} is of another token.`)
    }
    const decimals = view.u8(74)
    return rateQuote({
      asset: mint,
      per: token,
      worth: view.u64(115),
      amount: 10n ** 12n,
      decimals: { asset: decimals, per: decimals },
      source: `jupiter_lend:${lending}`,
      atUnix: view.u64(123),
    })
  })
}

/**
 * The price of a stake pool's token in SOL. A pool that was not updated for more than an epoch tells none.
 *
 * Source: `StakePool` of Solana's stake pool program, `@solana/spl-stake-pool` 1.1.8 (ISC).
 */
function poolQuote(
  { pool, mint }: { readonly pool: SvmAddress; readonly mint: SvmAddress },
  context: HoldingContext,
): HoldingPart {
  return readRate(mint, context.accountAt(pool), (account) => {
    const view = openAccountView(account, poolLayout)
    if (view.address(162) !== mint) {
      return failed(`rate of ${mint}`, `The stake pool ${pool} is of another token.`)
    }
    const updated = view.u64(274)
    const { epoch, unix, epochStartUnix } = context
    if (updated + 1n < epoch) {
      const reason = `The stake pool ${pool} was last updated in epoch ${updated}, and it is epoch ${epoch}.`
      return failed(`rate of ${mint}`, reason)
    }
    const { decimals, reason } = decimalsOf(mint, context)
    if (decimals === null) return failed(`rate of ${mint}`, reason ?? '')
    return rateQuote({
      asset: mint,
      per: solAddress,
      worth: view.u64(258),
      amount: view.u64(266),
      decimals: { asset: decimals, per: solDecimals },
      source: `stake_pool:${pool}`,
      atUnix: updated < epoch ? epochStartUnix : unix,
    })
  })
}

/** The price of Marinade's token in SOL: lamports for 2^32 of its units. Source: `State`, `msol_price`, of the same. */
function marinadeQuote(context: HoldingContext): HoldingPart {
  return readRate(marinadeMint, context.accountAt(marinadeState), (account) =>
    rateQuote({
      asset: marinadeMint,
      per: solAddress,
      worth: openAccountView(account, marinadeLayout).u64(512),
      amount: 1n << 32n,
      decimals: { asset: 9, per: solDecimals },
      source: `marinade:${marinadeState}`,
      atUnix: context.unix,
    }),
  )
}

function readRate(
  mint: SvmAddress,
  account: SvmAccount | null | undefined,
  read: (account: SvmAccount) => HoldingPart,
): HoldingPart {
  const what = `rate of ${mint}`
  if (account === null) return failed(what, 'The account that tells it does not exist.')
  return readPart(account, what, read)
}

function poolMintOf(account: SvmAccount): SvmAddress | null {
  return decodedOr<SvmAddress | null>(
    () => openAccountView(account, poolLayout).address(162),
    () => null,
  )
}

const lendingLayout: AccountLayout = {
  what: 'market of Jupiter Lend',
  program: lendingProgram,
  tag: [0x87, 0xc7, 0x52, 0x10, 0xf9, 0x83, 0xb6, 0xf1],
  size: 196,
  isOpenEnded: true,
}
const poolLayout: AccountLayout = {
  what: 'stake pool',
  program: stakePoolProgram,
  tag: [1],
  size: 282,
  isOpenEnded: true,
}
const marinadeLayout: AccountLayout = {
  what: 'state of Marinade',
  program: marinadeProgram,
  tag: [0xd8, 0x92, 0x6b, 0x5e, 0x68, 0x4b, 0xb6, 0xb1],
  size: 520,
  isOpenEnded: true,
}
