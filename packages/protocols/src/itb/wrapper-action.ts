import { defineAction } from '../action/action.ts'
import type { TokenParameter } from '../action/parameter.ts'
import { itbReserveErc20Wrapped } from './function.ts'

const wrapper = {
  kind: 'token',
  describe: 'Token that wraps a Comet position for Reserve',
} as const satisfies TokenParameter

const comet = {
  kind: 'token',
  fact: { of: 'wrapper', call: 'underlyingComet()', returns: '(address)' },
  describe: 'Comet position that is wrapped',
} as const satisfies TokenParameter

const rules = [itbReserveErc20Wrapped] as const

const wrap = defineAction({
  route: 'itb/wrap',
  name: 'Wrap',
  description: 'Wraps a Comet position for baskets of Reserve.',
  sentence: 'Wrap {amount} as {wrapper}',
  parameters: {
    wrapper,
    comet,
    amount: { kind: 'amount', unit: 'comet', takesMax: true, describe: 'How much to wrap' },
  },
  signature: 'deposit(uint256 amount)',
  rules,
  target: 'wrapper',
  arguments: ({ amount }) => [amount],
})

const wrapTo = defineAction({
  route: 'itb/wrap_to',
  name: 'Wrap for the vault',
  description: 'Wraps a Comet position; the vault is named as receiver.',
  sentence: 'Wrap {amount} as {wrapper}',
  parameters: {
    wrapper,
    comet,
    amount: { kind: 'amount', unit: 'comet', takesMax: true, describe: 'How much to wrap' },
  },
  signature: 'depositTo(address _dst, uint256 amount)',
  rules,
  target: 'wrapper',
  arguments: ({ self, amount }) => [self, amount],
})

const unwrap = defineAction({
  route: 'itb/unwrap',
  name: 'Unwrap',
  description: 'Gives a wrapped Comet position back for the position itself.',
  sentence: 'Unwrap {amount} of {wrapper}',
  parameters: {
    wrapper,
    comet,
    amount: { kind: 'amount', unit: 'comet', takesMax: true, describe: 'How much to unwrap' },
  },
  signature: 'withdraw(uint256 amount)',
  rules,
  target: 'wrapper',
  arguments: ({ amount }) => [amount],
})

const unwrapTo = defineAction({
  route: 'itb/unwrap_to',
  name: 'Unwrap for the vault',
  description: 'Gives a wrapped Comet position back; the vault is named as receiver.',
  sentence: 'Unwrap {amount} of {wrapper}',
  parameters: {
    wrapper,
    comet,
    amount: { kind: 'amount', unit: 'comet', takesMax: true, describe: 'How much to unwrap' },
  },
  signature: 'withdrawTo(address _dst, uint256 amount)',
  rules,
  target: 'wrapper',
  arguments: ({ self, amount }) => [self, amount],
})

/** What a strategist can do with the wrapped Comet positions that baskets of Reserve hold. */
export const itbWrapperActions = [wrap, wrapTo, unwrap, unwrapTo] as const
