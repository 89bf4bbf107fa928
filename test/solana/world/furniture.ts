import {
  parseSvmAddress,
  type SvmAddress,
  type SvmVaultState,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '@vaultwright/svm'

import { feeHoldingBytes, feeMintBytes, holdingBytes, mintBytes } from './account.ts'
import type { SolanaWorld } from './solana-world.ts'

export const usdcMint = parseSvmAddress('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')

const sol = 1_000_000_000n
const million = 1_000_000n

type StateFacts = Pick<SolanaWorld, 'vaultId' | 'people' | 'shareMint'>

/** The state of the world's vault: a rate of 1.0123, fees of 1 and 10 per cent. */
export function stateOf({ vaultId, people, shareMint }: StateFacts): SvmVaultState {
  return {
    vaultId,
    authority: people.authority,
    pendingAuthority: systemProgram,
    paused: false,
    shareMint,
    depositSubAccount: 0,
    withdrawSubAccount: 0,
    shareMover: systemProgram,
    baseAsset: usdcMint,
    decimals: 6,
    rateProvider: people.authority,
    exchangeRate: 1_012_345n,
    highWaterMark: 1_012_345n,
    feesOwed: 77n,
    totalSharesLastUpdate: 2_500_000n * million,
    lastUpdateUnix: BigInt(Date.UTC(2026, 4, 31) / 1_000),
    payout: people.treasury,
    upperBoundBps: 10_050,
    lowerBoundBps: 9_950,
    updateDelaySeconds: 3_600,
    platformFeeBps: 100,
    performanceFeeBps: 1_000,
    withdrawAuthority: systemProgram,
    strategist: people.strategist,
    layout: 368,
  }
}

type Place = Pick<
  SolanaWorld,
  'put' | 'holding' | 'subAccount' | 'people' | 'mints' | 'shareMint' | 'state'
>

/** Gives everybody in the world what the tests need, and the vault its funds. */
export function furnish({
  put,
  holding,
  subAccount,
  people,
  mints,
  shareMint,
  state,
}: Place): void {
  const { authority, treasury, payroll, strategist, newcomer, outsider } = people
  const { usdc, wsol, xusd } = mints
  const wallet = (owner: SvmAddress, lamports: bigint) =>
    put(owner, { owner: systemProgram, data: new Uint8Array(0), lamports })
  const hold = (owner: SvmAddress, mint: SvmAddress, amount: bigint) =>
    put(holding(owner, mint), {
      owner: tokenProgram,
      data: holdingBytes({ owner, mint, amount }),
    })
  const wrap = (owner: SvmAddress, amount: bigint) =>
    put(holding(owner, wsol), {
      owner: tokenProgram,
      data: holdingBytes({ owner, mint: wsol, amount, rentReserve: tokenRent }),
      lamports: amount + tokenRent,
    })
  const holdFee = (owner: SvmAddress, amount: bigint) =>
    put(holding(owner, xusd), {
      owner: token2022Program,
      data: feeHoldingBytes({ owner, mint: xusd, amount }),
    })
  wallet(strategist, 10n * sol)
  wallet(authority, 10n * sol)
  for (const person of [treasury, payroll, newcomer, outsider]) wallet(person, sol)
  wallet(subAccount(0), 50n * sol)
  wallet(subAccount(1), 5n * sol)
  const supply = 1_000_000_000n * million
  put(usdc, { owner: tokenProgram, data: mintBytes({ supply, decimals: 6, authority }) })
  put(xusd, {
    owner: token2022Program,
    data: feeMintBytes({ supply, decimals: 6, authority }, { bps: 50, most: 5_000n * million }),
  })
  put(shareMint, {
    owner: token2022Program,
    data: mintBytes({ supply: 2_500_000n * million, decimals: 6, authority: state }),
  })
  hold(subAccount(0), usdc, 2_500_000n * million)
  hold(subAccount(1), usdc, 100_000n * million)
  hold(treasury, usdc, 0n)
  hold(payroll, usdc, 0n)
  wrap(subAccount(0), 20n * sol)
  wrap(treasury, 0n)
  holdFee(subAccount(0), 10_000n * million)
  holdFee(treasury, 0n)
}

const tokenRent = 2_039_280n
