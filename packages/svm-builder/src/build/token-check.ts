import { BaseError, type Finding } from '@vaultwright/base'
import {
  createAssociatedTokenInstruction,
  decodeMint,
  decodeTokenAccount,
  ForeignAccountError,
  type MintExtension,
  nativeMint,
  type SvmAddress,
  transferFeeOf,
  UnknownLayoutError,
} from '@vaultwright/svm'
import { isSvmToken } from '../definition/resolve.ts'
import { accountIn, type SvmSnapshot } from '../permission/snapshot.ts'
import { instructionFacts } from '../template/instruction-facts.ts'
import type { SvmToken, SvmTokenAccountNeed } from '../template/template.ts'
import { printSvmAmount } from './amount.ts'
import type { SvmActionDraft } from './draft.ts'

/** The inputs of checking token accounts. */
export type SvmTokenCheck = {
  readonly snapshot: SvmSnapshot
  readonly strategist: SvmAddress
  /** Actions that run before it in the transaction. */
  readonly earlier: readonly SvmActionDraft[]
}

/**
 * Makes sure that a draft's mints are as the definition says and its token accounts can be used.
 *
 * @returns warnings: fees that a token takes.
 * @throws {MintDiffersError} {MintExtensionRefusedError} {TokenAccountMissingError} {TokenAccountUnusableError}
 */
export function checkTokens(check: SvmTokenCheck, draft: SvmActionDraft): readonly Finding[] {
  const tokens = Object.values(draft.values).filter(isSvmToken)
  const warnings = tokens.flatMap((token) => checkMint(check, token, draft))
  for (const need of draft.call.tokenAccounts) checkAccount(check, need, draft)
  return warnings
}

function checkMint(
  { snapshot }: SvmTokenCheck,
  token: SvmToken,
  draft: SvmActionDraft,
): readonly Finding[] {
  const account = accountIn(snapshot, token.mint)
  // Its account exists on every cluster that has wrapped SOL, which needs no reading.
  if (account === null && token.mint === nativeMint) return []
  if (account === null) throw new MintDiffersError(token, 'does not exist')
  const mint = readMint(token, account)
  if (mint.tokenProgram !== token.program) {
    throw new MintDiffersError(token, `belongs to the token program ${mint.tokenProgram}`)
  }
  if (mint.decimals !== token.decimals) {
    throw new MintDiffersError(token, `has ${mint.decimals} decimals`)
  }
  return mint.extensions.flatMap((extension) => checkExtension(token, extension, draft))
}

function readMint(token: SvmToken, account: Parameters<typeof decodeMint>[0]) {
  try {
    return decodeMint(account)
  } catch (error) {
    if (!(error instanceof ForeignAccountError || error instanceof UnknownLayoutError)) throw error
    throw new MintDiffersError(token, 'is not a mint')
  }
}

function checkExtension(
  token: SvmToken,
  extension: MintExtension,
  { call, request }: SvmActionDraft,
): readonly Finding[] {
  const { kind } = extension
  const isRefused =
    kind === 'confidential' ||
    kind === 'non_transferable' ||
    kind === 'unknown' ||
    (kind === 'transfer_hook' && extension.hookProgram !== null) ||
    (kind === 'pausable' && extension.paused)
  if (isRefused) throw new MintExtensionRefusedError(token, kind)
  if (kind !== 'transfer_fee' || call.spending?.kind !== 'token') return []
  const { newer, older } = extension
  const [amount = 0n] = Object.values(request.amounts)
  // The epoch is not among what is read, so the higher of the two counts.
  const [, fee] = [newer, older]
    .map((schedule) => transferFeeOf(schedule, amount))
    .sort((a, b) => Number(a - b)) as [bigint, bigint]
  const bps = Math.max(newer.bps, older.bps)
  if (bps === 0) return []
  const { symbol, decimals } = token
  const received =
    amount === 0n
      ? ''
      : ` At least ${printSvmAmount(amount - fee, decimals)} ${symbol} arrive of ${printSvmAmount(amount, decimals)}.`
  return [
    {
      code: 'transfer_fee',
      severity: 'warning',
      leaf: null,
      message: `${symbol} takes a fee of ${bps} basis points of each transfer.${received}`,
      facts: { token: token.mint, bps, fee: String(fee), received: String(amount - fee) },
    },
  ]
}

function checkAccount(
  check: SvmTokenCheck,
  need: SvmTokenAccountNeed,
  draft: SvmActionDraft,
): void {
  const account = accountIn(check.snapshot, need.address)
  if (account === null || (account.data.length === 0 && account.owner !== need.token.program)) {
    if (check.earlier.some(({ call }) => call.creates?.includes(need.address))) return
    throw new TokenAccountMissingError(need, check.strategist)
  }
  const { symbol } = Object.values(draft.values).find(isSvmToken) ?? { symbol: 'SOL' }
  const refuse = (reason: string) => new TokenAccountUnusableError(need, symbol, reason)
  try {
    const { mint, owner, isFrozen } = decodeTokenAccount(account)
    if (mint !== need.token.mint) throw refuse(`holds the mint ${mint}`)
    if (owner !== need.owner) throw refuse(`belongs to ${owner} and not to ${need.owner}`)
    if (isFrozen) throw refuse('is frozen')
  } catch (error) {
    if (!(error instanceof ForeignAccountError || error instanceof UnknownLayoutError)) throw error
    throw refuse('is not a token account')
  }
}

/** The mint of a token is not as the definition says. */
class MintDiffersError extends BaseError {
  override readonly code = 'mint_differs'
  override readonly kind = 'conflict'

  constructor({ symbol, mint, decimals, program }: SvmToken, reason: string) {
    super({
      message: `The mint ${mint} of ${symbol} ${reason}. Correct the token in the definition.`,
      facts: { symbol, mint, decimals, program, reason },
    })
  }
}

/** A Token-2022 mint has an extension with which the transfer does not mean what it says. */
class MintExtensionRefusedError extends BaseError {
  override readonly code = 'mint_extension_refused'
  override readonly kind = 'unsupported'

  constructor({ symbol, mint }: SvmToken, extension: string) {
    super({
      message: `The mint ${mint} of ${symbol} has the extension ${extension}, with which nothing is built. Use another token.`,
      facts: { symbol, mint, extension },
    })
  }
}

/** A token account that a call needs does not exist. */
class TokenAccountMissingError extends BaseError {
  override readonly code = 'token_account_missing'
  override readonly kind = 'not_permitted'

  constructor({ address, owner, token }: SvmTokenAccountNeed, payer: SvmAddress) {
    const creation = { payer, owner, mint: token.mint, tokenProgram: token.program }
    super({
      message: `The token account ${address} of ${owner} does not exist. Send the instruction in the details first, which creates it.`,
      facts: {
        address,
        owner,
        mint: token.mint,
        instruction: instructionFacts(createAssociatedTokenInstruction(creation)),
      },
    })
  }
}

/** A token account that a call needs cannot be used. */
class TokenAccountUnusableError extends BaseError {
  override readonly code = 'token_account_unusable'
  override readonly kind = 'not_permitted'

  constructor({ address, owner, token }: SvmTokenAccountNeed, symbol: string, reason: string) {
    super({
      message: `The ${symbol} account ${address} ${reason}. Use another owner.`,
      facts: { address, owner, mint: token.mint, reason },
    })
  }
}
