import { zeroAddress } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import type {
  ActionInputValues,
  BytesParameter,
  DeadlineParameter,
  IntegerParameter,
} from '../action/parameter.ts'

/** The parameters of a pool beside its two currencies. */
export const poolParameters = {
  fee: {
    kind: 'integer',
    min: 0n,
    max: 2n ** 24n - 1n,
    describe: 'Fee of the pool in hundredths of a basis point; 8388608 is a fee that the hooks set',
  },
  tick_spacing: {
    kind: 'integer',
    min: 1n,
    max: 32_767n,
    describe: 'Tick spacing of the pool',
  },
  hooks: {
    kind: 'account',
    describe: 'Contract that runs with every use of the pool; the zero address for none',
  },
} as const

/** Bytes for the hooks. */
export const hookData = {
  kind: 'bytes',
  fallback: '0x',
  describe: 'Data that the hooks of the pool receive',
} as const satisfies BytesParameter

/** Until when a call may be mined. */
export const deadline = {
  kind: 'deadline',
  fallback: 3600n,
  describe: 'Seconds from now after which the call is refused',
} as const satisfies DeadlineParameter

/** A position. */
export const tokenId = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 256n - 1n,
  describe: 'Number of the position',
} as const satisfies IntegerParameter

/** Gives the native coin that goes with a call: the amount of a currency that is the zero address. */
export function nativeOf(currency: AbiValue, amount: bigint): bigint {
  return currency === zeroAddress ? amount : 0n
}

/** Gives the key of a pool from its currencies in order. */
export function keyOf(
  [currency0, currency1]: readonly [AbiValue, AbiValue],
  { fee, tick_spacing, hooks }: Pick<ActionInputValues, 'fee' | 'tick_spacing' | 'hooks'>,
): AbiValue {
  return [currency0, currency1, fee!, tick_spacing!, hooks!]
}
