import type { Hex } from 'viem'
import { value } from '../../world.ts'
import type { ChainStep } from './case.ts'
import { namesIn } from './value.ts'

/** Gives an account tokens that can be minted, in base units. */
export const minted =
  (token: string, to: string, amount: bigint): ChainStep =>
  (effectChain) =>
    effectChain.act([token, 'mint(address,uint256)', [effectChain.of(to), amount]])

/** Gives an account WETH. */
export const wethFor =
  (to: string, amount: bigint): ChainStep =>
  (effectChain) =>
    effectChain.act(['WETH', 'transfer(address,uint256)', [effectChain.of(to), amount]])

/** Gives an account so much of the coin. */
export const etherFor =
  (to: string, amount: bigint): ChainStep =>
  (effectChain) => {
    const hex: Hex = `0x${amount.toString(16)}`
    return value(effectChain.rpc, 'anvil_setBalance', effectChain.of(to), hex)
  }

/** Lets time pass. */
export const days =
  (count: number): ChainStep =>
  async (effectChain) => {
    await effectChain.wait(count * 86_400)
    await value(effectChain.rpc, 'evm_mine')
  }

/** Has the owner of the chain call something, with names of contracts for addresses. */
export const owner =
  (to: string, signature: string, args: readonly unknown[]): ChainStep =>
  (effectChain) =>
    effectChain.act([to, signature, namesIn(effectChain, args) as readonly unknown[]])

/** Base units of a token of 18 decimals. */
export const wad = 10n ** 18n
/** Base units of a token of 6 decimals. */
export const usd = 10n ** 6n
