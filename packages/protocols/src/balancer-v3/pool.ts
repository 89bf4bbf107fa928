import type {
  AccountParameter,
  AmountParameter,
  FlagParameter,
  TokenParameter,
  TokensParameter,
} from '../action/parameter.ts'
import { balancerV3 } from './function.ts'

/** The decoders of every action of Balancer v3. */
export const rules = [balancerV3] as const

/** The contract that everything goes through. */
export const router = {
  kind: 'account',
  role: 'router',
  describe: 'Router of Balancer v3',
} as const satisfies AccountParameter

/** A pool. */
export const pool = {
  kind: 'token',
  role: 'pool',
  describe: 'Pool of Balancer v3; it is also the token of its liquidity',
} as const satisfies TokenParameter

/** What a pool holds. Leaves do not bind it. */
export const tokens = {
  kind: 'tokens',
  fact: { of: 'pool', call: 'getTokens()', returns: '(address[])' },
  describe: 'Tokens of the pool, in its order',
} as const satisfies TokensParameter

/** Ether in place of wrapped ether; the router gives back what it does not need. */
export const value = {
  kind: 'amount',
  unit: 'native',
  fallback: '0',
  describe: 'Ether that goes along in place of wrapped ether',
} as const satisfies AmountParameter

/** Ether in place of wrapped ether, on the way out. */
export const asNative = {
  kind: 'flag',
  fallback: false,
  describe: 'Whether wrapped ether is paid out as ether',
} as const satisfies FlagParameter
