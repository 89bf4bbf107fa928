import type { Hex } from '@vaultwright/base'
import { encodePacked } from 'viem'
import { type FileCall, localCall } from '../node/local-call.ts'
import { placeOf } from '../node/local-chain.ts'

type LocalChainPlaces = Parameters<typeof placeOf>[0]

const usd = 10n ** 6n
/** A deadline that does not pass. */
const later = 2n ** 40n

/** Makes the calls of each venue of the local chain: an exact approval, and a swap with a least output of 1. */
export function venueCallsOf(local: LocalChainPlaces) {
  const pathOf = (fee: number): Hex => {
    const [weth, usdc] = [placeOf(local, 'WETH'), placeOf(local, 'USDC')]
    return encodePacked(['address', 'uint24', 'address'], [weth, fee, usdc])
  }
  const approval = (token: string, spender: string, amount: bigint): FileCall => {
    const signature = 'approve(address spender, uint256 amount)'
    return localCall(local, [token, signature], [placeOf(local, spender), amount])
  }
  const uniswap = (amount: bigint, fee: number, to = placeOf(local, 'Local ETH')): FileCall[] => {
    const signature =
      'exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 minimum) p)'
    const swap = {
      path: pathOf(fee),
      recipient: to,
      deadline: later,
      amountIn: amount,
      minimum: 1n,
    }
    return [
      approval('WETH', 'Uniswap router', amount),
      localCall(local, ['Uniswap router', signature], [swap]),
    ]
  }

  const secondRouter = (amountIn: bigint, fee: number): FileCall[] => {
    const signature =
      'exactInput((bytes path, address recipient, uint256 amountIn, uint256 minimum) p)'
    const swap = {
      path: pathOf(fee),
      recipient: placeOf(local, 'Local ETH'),
      amountIn,
      minimum: 1n,
    }
    return [
      approval('WETH', 'Uniswap router 02', amountIn),
      localCall(local, ['Uniswap router 02', signature], [swap]),
    ]
  }

  const oneInch = (version: 'v5' | 'v6', from: string, to: string, amount: bigint): FileCall[] => {
    const router = `1inch router ${version}`
    const terms =
      '(address src, address dst, address srcReceiver, address dstReceiver, uint256 amount, uint256 minimum, uint256 flags) d'
    const executor = placeOf(local, 'Swap executor')
    const swap = {
      src: placeOf(local, from),
      dst: placeOf(local, to),
      srcReceiver: executor,
      dstReceiver: placeOf(local, 'Local ETH'),
      amount,
      minimum: 1n,
      flags: 0n,
    }
    const call =
      version === 'v5'
        ? localCall(
            local,
            [router, `swap(address executor, ${terms}, bytes permit, bytes data)`],
            [executor, swap, '0x', '0x'],
          )
        : localCall(
            local,
            [router, `swap(address executor, ${terms}, bytes data)`],
            [executor, swap, '0x'],
          )
    return [approval(from, router, amount), call]
  }

  const odos = (
    amount: bigint,
    [from, to]: readonly [string, string] = ['WETH', 'USDC'],
    quote = 1_996n * usd,
  ): FileCall[] => {
    const signature =
      'swap((address src, uint256 amount, address srcReceiver, address dst, uint256 quote, uint256 minimum, address to) t, bytes path, address executor, uint32 referral)'
    const executor = placeOf(local, 'Odos executor')
    const swap = {
      src: placeOf(local, from),
      amount,
      srcReceiver: executor,
      dst: placeOf(local, to),
      quote,
      minimum: 1n,
      to: placeOf(local, 'Local ETH'),
    }
    return [
      approval(from, 'Odos router', amount),
      localCall(local, ['Odos router', signature], [swap, '0x', executor, 0]),
    ]
  }
  return { pathOf, approval, uniswap, secondRouter, oneInch, odos }
}
