import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from '../action/action.ts'
import type { TokenParameter } from '../action/parameter.ts'
import type { Protocol } from '../action/protocol-entry.ts'

/**
 * Wrapping and unwrapping of the native coin.
 *
 * Source: WETH9.
 */
export const nativeWrapper = {
  decoder: 'NativeWrapper',
  functions: [
    { signature: 'deposit()', packs: '' },
    { signature: 'withdraw(uint256 wad)', packs: '' },
  ],
} as const satisfies DecoderRules

const wrapper = {
  kind: 'token',
  role: 'wrapper',
  describe: 'Token that stands for the native coin, such as WETH',
} as const satisfies TokenParameter

const rules = [nativeWrapper] as const

const wrap = defineAction({
  route: 'native_wrapper/wrap',
  name: 'Wrap',
  description: 'Turns the native coin of the vault into its token.',
  sentence: 'Wrap {amount} as {wrapper}',
  parameters: {
    wrapper,
    amount: { kind: 'amount', unit: 'native', all: 'balance', describe: 'How much to wrap' },
  },
  signature: 'deposit()',
  rules,
  target: 'wrapper',
  arguments: () => [],
  sends: 'always',
  value: ({ amount }) => amount,
})

const unwrap = defineAction({
  route: 'native_wrapper/unwrap',
  name: 'Unwrap',
  description: 'Turns the token of the native coin back into the coin.',
  sentence: 'Unwrap {amount}',
  parameters: {
    wrapper,
    amount: { kind: 'amount', unit: 'wrapper', all: 'balance', describe: 'How much to unwrap' },
  },
  signature: 'withdraw(uint256 wad)',
  rules,
  target: 'wrapper',
  arguments: ({ amount }) => [amount],
})

/** The actions of a strategist with a wrapped native coin. */
const nativeWrapperActions = [wrap, unwrap] as const

/** Wrapped native. */
export const protocol = {
  name: 'native_wrapper',
  title: 'Wrapped native',
  appUrl: null,
  decoders: [nativeWrapper],
  actions: nativeWrapperActions,
} as const satisfies Protocol
