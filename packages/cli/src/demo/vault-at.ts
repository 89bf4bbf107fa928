import type { Address, Hex } from '@vaultwright/base'
import type { BlockRef, Chain } from '@vaultwright/chain'
import { accountantYieldStreamingAbi as abi, erc20Abi } from '@vaultwright/registry'
import { decodeFunctionResult, encodeFunctionData } from 'viem'

/** A vault whose history is read. */
export type Subject = {
  readonly vault: Address
  readonly accountant: Address
  readonly isStreaming: boolean
  readonly base: { readonly symbol: string; readonly address: Address; readonly decimals: number }
  readonly shareDecimals: number
  /** Tokens that may lie idle in the vault. */
  readonly tokens: readonly {
    readonly symbol: string
    readonly address: Address
    readonly decimals: number
  }[]
}

/** What a vault was at a block, as its contracts say. */
export type Reading = {
  /** Base units of the base asset for one whole share. */
  readonly rate: bigint
  readonly supply: bigint
  readonly platformFeeBps: number
  readonly performanceFeeBps: number
  readonly stream: { readonly gains: bigint; readonly seconds: bigint } | null
  /** In the order of the subject's tokens; null where there is no such token at the block. */
  readonly balances: readonly (bigint | null)[]
}

const rateCall = encodeFunctionData({ abi, functionName: 'getRate' })
const stateCall = encodeFunctionData({ abi, functionName: 'accountantState' })
const vestingCall = encodeFunctionData({ abi, functionName: 'vestingState' })
const supplyCall = encodeFunctionData({ abi: erc20Abi, functionName: 'totalSupply' })

/**
 * Reads a vault at one block, in one round trip.
 *
 * @param chain - the chain.
 * @param subject - the vault.
 * @param block - at which.
 * @returns what its contracts say.
 */
export async function readVaultAt(
  chain: Chain,
  subject: Subject,
  block: BlockRef,
): Promise<Reading> {
  const { vault, accountant, isStreaming, tokens } = subject
  const answers = await chain.readCalls(
    [
      { to: accountant, data: rateCall },
      { to: accountant, data: stateCall },
      { to: vault, data: supplyCall },
      ...tokens.map(({ address }) => ({ to: address, data: balanceCall(vault) })),
      ...(isStreaming ? [{ to: accountant, data: vestingCall }] : []),
    ],
    block,
  )
  const data = answers.map((answer) => answer.data)
  const state = decodeFunctionResult({ abi, functionName: 'accountantState', data: data[1]! })
  const vesting = isStreaming
    ? decodeFunctionResult({ abi, functionName: 'vestingState', data: data.at(-1)! })
    : null
  return {
    rate: BigInt(data[0]!),
    supply: BigInt(data[2]!),
    platformFeeBps: state[10],
    performanceFeeBps: state[11],
    stream: vesting === null ? null : { gains: vesting[1], seconds: vesting[4] - vesting[3] },
    balances: tokens.map((_, at) => (data[3 + at]!.length === 66 ? BigInt(data[3 + at]!) : null)),
  }
}

/**
 * Works out what all shares are worth.
 *
 * @param reading - rate and supply.
 * @param subject - decimals of a share.
 * @returns base units of the base asset, rounded down.
 */
export function assetsOf({ rate, supply }: Reading, { shareDecimals }: Subject): bigint {
  return (rate * supply) / 10n ** BigInt(shareDecimals)
}

function balanceCall(holder: Address): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [holder] })
}
