import {
  decodeMint,
  decodeTokenAccount,
  nativeMint,
  type SvmAddress,
  systemProgram,
} from '@vaultwright/svm'
import {
  decodedOr,
  failed,
  type HoldingContext,
  type HoldingPart,
  readPart,
} from './holding-part.ts'

/** SOL itself goes by the address of the program that moves it. */
export const solAddress = systemProgram

/** Lamports of one SOL, in places. */
export const solDecimals = 9

/** Reads the SOL of a sub-account, what keeps the account alive included. */
export function solHolding(holder: SvmAddress, context: HoldingContext): HoldingPart {
  const { accountAt, subAccounts } = context
  return readPart(
    accountAt(holder),
    `SOL of sub-account ${subAccounts.get(holder)}`,
    ({ lamports }) => {
      const asset = { address: solAddress, symbol: 'SOL', decimals: solDecimals }
      if (lamports === 0n) return {}
      return { holdings: [{ protocol: 'idle', holder, asset, amount: String(lamports) }] }
    },
  )
}

/** A wrapped SOL pays out as SOL. */
export function wrappedSolQuote({ unix }: HoldingContext): HoldingPart {
  const quote = { asset: solAddress, per: nativeMint, price: '1', kind: 'rate' } as const
  return { quotes: [{ ...quote, source: 'wrapped coin', atUnix: String(unix), confidence: null }] }
}

/**
 * Reads a token account.
 *
 * @param protocolOf - names whose receipt a token is; null for a plain token.
 */
export function tokenHolding(
  address: SvmAddress,
  context: HoldingContext,
  protocolOf: (mint: SvmAddress) => string | null,
): HoldingPart {
  const what = `token account ${address}`
  return readPart(context.accountAt(address), what, (account) => {
    const { mint, owner, amount } = decodeTokenAccount(account)
    if (!context.subAccounts.has(owner)) {
      return failed(what, `It belongs to ${owner}, which is not a sub-account that was looked at.`)
    }
    if (amount === 0n) return {}
    const unit = decimalsOf(mint, context)
    const asset = context.assetOf(mint, unit.decimals)
    const protocol = protocolOf(mint) ?? 'idle'
    return {
      holdings: [{ protocol, holder: owner, asset, amount: String(amount) }],
      failures: unit.reason === null ? [] : [{ what: `decimals of ${mint}`, reason: unit.reason }],
    }
  })
}

/** Reads the decimals of a mint; null with the reason. */
export function decimalsOf(
  mint: SvmAddress,
  { accountAt }: Pick<HoldingContext, 'accountAt'>,
): { readonly decimals: number | null; readonly reason: string | null } {
  const account = accountAt(mint) ?? null
  if (account === null)
    return { decimals: null, reason: 'The mint was not read, or does not exist.' }
  return decodedOr<ReturnType<typeof decimalsOf>>(
    () => ({ decimals: decodeMint(account).decimals, reason: null }),
    (reason) => ({ decimals: null, reason }),
  )
}
