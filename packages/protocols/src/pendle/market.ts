import { zeroAddress } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import type { AccountParameter, FactSource, TokenParameter } from '../action/parameter.ts'
import { pendleRouter } from './function.ts'

type Signature = (typeof pendleRouter.functions)[number]['signature']
type NameOf<Text> = Text extends `${infer Name}(${string}` ? Name : never

/** Gives the signature of a function of Pendle, whose tuples are long. */
export function signatureOf(name: NameOf<Signature>): string {
  return pendleRouter.functions.find(({ signature }) => signature.startsWith(`${name}(`))!.signature
}

/** The decoders of every action of Pendle. */
export const rules = [pendleRouter] as const

/** The contract that almost everything goes through. */
export const router = {
  kind: 'account',
  role: 'router',
  describe: 'Router of Pendle',
} as const satisfies AccountParameter

/** A pool of one PT and its SY; its own token has 18 decimals. */
export const market = {
  kind: 'token',
  role: 'market',
  describe: 'Market of a PT; it is also the token of its liquidity',
} as const satisfies TokenParameter

/** The tokens of the market that the action names. */
export const ofMarket = {
  sy: { kind: 'token', fact: inMarket('sy'), describe: 'SY of the market' },
  pt: { kind: 'token', fact: inMarket('pt'), describe: 'PT of the market' },
  yt: { kind: 'token', fact: inMarket('yt'), describe: 'YT of the market' },
} as const satisfies { readonly [name: string]: TokenParameter }

/**
 * The search by which swaps find their amount on the chain: no guess, at most 256 steps, to 0.01 %.
 *
 * Source: Pendle documentation, ApproxParams of integrators that do not guess off chain.
 */
export const wideGuess: AbiValue = [0n, 2n ** 256n - 1n, 0n, 256n, 100_000_000_000_000n]

/** No limit orders. */
export const noOrders: AbiValue = [zeroAddress, 0n, [], [], '0x']

/** No swap of an aggregator before or after: decoders refuse any. */
export const noAggregator = [zeroAddress, [0n, zeroAddress, '0x', false]] as const

function inMarket(field: string): FactSource {
  return {
    of: 'market',
    call: `readTokens().${field}`,
    returns: '(address sy, address pt, address yt)',
  }
}
