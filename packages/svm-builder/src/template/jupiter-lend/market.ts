import { parseSvmAddress, type SvmAddress, tokenProgram } from '@vaultwright/svm'
import { tokenAccountOf } from '../piece.ts'
import { seededAddress } from '../seed.ts'
import type { SvmToken, SvmTokenAccountNeed } from '../template.ts'

/** Programs of Jupiter Lend. Source: `@jup-ag/lend` 0.0.107 (MIT), its interface files. */
export const lendingProgram = parseSvmAddress('jup3YeL8QhtSx1e253b2FDvsMNC87fDrgQZivbrndc9')
export const liquidityProgram = parseSvmAddress('jupeiUmn818Jg1ekPURTpr4mFo29p46vygyykFJ3wZC')
const rewardsProgram = parseSvmAddress('jup7TthsMgcR9Y3L277b8Eo9uboVSmu1utkuXHNUKar')

/** Accounts of a token's market: each is derived. */
export type JupiterMarket = {
  readonly admin: SvmAddress
  readonly lending: SvmAddress
  readonly receiptMint: SvmAddress
  readonly reserve: SvmAddress
  readonly supplyPosition: SvmAddress
  readonly rateModel: SvmAddress
  readonly liquidity: SvmAddress
  /** Token account of the liquidity layer. */
  readonly vault: SvmAddress
  readonly claim: SvmAddress
  readonly rewardsRateModel: SvmAddress
  /** The sub-account's token. */
  readonly held: SvmTokenAccountNeed
  /** The sub-account's receipt. */
  readonly receipt: SvmTokenAccountNeed
}

/** Derives the receipt of a token that is lent, and the account of its market. */
export function jupiterReceiptOf(mint: SvmAddress): Pick<JupiterMarket, 'receiptMint' | 'lending'> {
  const receiptMint = seededAddress(lendingProgram, 'f_token_mint', mint)
  return { receiptMint, lending: seededAddress(lendingProgram, 'lending', mint, receiptMint) }
}

/** Derives the accounts of a token's market, and the token accounts of a sub-account. */
export function jupiterMarketOf(token: SvmToken, subAccount: SvmAddress): JupiterMarket {
  const { mint } = token
  const { receiptMint, lending } = jupiterReceiptOf(mint)
  const admin = seededAddress(lendingProgram, 'lending_admin')
  const liquidity = seededAddress(liquidityProgram, 'liquidity')
  return {
    admin,
    lending,
    receiptMint,
    reserve: seededAddress(liquidityProgram, 'reserve', mint),
    supplyPosition: seededAddress(liquidityProgram, 'user_supply_position', mint, lending),
    rateModel: seededAddress(liquidityProgram, 'rate_model', mint),
    liquidity,
    vault: tokenAccountOf(liquidity, token).address,
    claim: seededAddress(liquidityProgram, 'user_claim', admin, mint),
    rewardsRateModel: seededAddress(rewardsProgram, 'lending_rewards_rate_model', mint),
    held: tokenAccountOf(subAccount, token),
    receipt: tokenAccountOf(subAccount, { mint: receiptMint, program: tokenProgram }),
  }
}

/** The protocol fields of both actions. */
export const jupiterLend = {
  protocol: 'jupiter_lend',
  protocolAppUrl: 'https://jup.ag/lend',
} as const
