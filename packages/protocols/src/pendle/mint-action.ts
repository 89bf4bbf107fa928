import { defineAction } from '../action/action.ts'
import type { TokenParameter } from '../action/parameter.ts'
import { noAggregator, router, rules, signatureOf } from './market.ts'

const sy = {
  kind: 'token',
  role: 'sy',
  describe: 'SY: a yield token in the form that Pendle trades',
} as const satisfies TokenParameter
const yt = {
  kind: 'token',
  role: 'yt',
  describe: 'YT; its PT and SY follow from it',
} as const satisfies TokenParameter
/** The tokens that a YT belongs to. */
export const ofYt = {
  sy: {
    kind: 'token',
    fact: { of: 'yt', call: 'SY()', returns: '(address)' },
    describe: 'SY of the YT',
  },
  pt: {
    kind: 'token',
    fact: { of: 'yt', call: 'PT()', returns: '(address)' },
    describe: 'PT of the YT',
  },
} as const satisfies { readonly [name: string]: TokenParameter }

const mintSy = defineAction({
  route: 'pendle/mint_sy',
  name: 'Mint SY',
  description: 'Wraps a token into SY.',
  sentence: 'Mint {sy} with {amount}',
  parameters: {
    router,
    sy,
    token_in: { kind: 'token', describe: 'Token that the SY takes' },
    amount: { kind: 'amount', unit: 'token_in', all: 'balance', describe: 'How much to wrap' },
    minimum: {
      kind: 'minimum',
      unit: 'sy',
      quote: ({ sy, token_in, amount }) => ({
        to: sy as `0x${string}`,
        call: 'previewDeposit(address,uint256)',
        arguments: [token_in!, amount!],
        returns: '(uint256 amountSharesOut)',
      }),
      describe: 'Minimum SY to receive',
    },
  },
  signature: signatureOf('mintSyFromToken'),
  rules,
  target: 'router',
  arguments: ({ self, sy, minimum, token_in, amount }) => [
    self,
    sy,
    minimum,
    [token_in, amount, token_in, ...noAggregator],
  ],
  approvals: [{ token: 'token_in', spender: 'router', amount: 'amount' }],
})

const redeemSy = defineAction({
  route: 'pendle/redeem_sy',
  name: 'Redeem SY',
  description: 'Unwraps SY into a token.',
  sentence: 'Redeem {amount} for {token_out}',
  parameters: {
    router,
    sy,
    token_out: { kind: 'token', describe: 'Token that the SY gives' },
    amount: { kind: 'amount', unit: 'sy', all: 'balance', describe: 'How much SY to unwrap' },
    minimum: {
      kind: 'minimum',
      unit: 'token_out',
      quote: ({ sy, token_out, amount }) => ({
        to: sy as `0x${string}`,
        call: 'previewRedeem(address,uint256)',
        arguments: [token_out!, amount!],
        returns: '(uint256 amountTokenOut)',
      }),
      describe: 'Minimum to receive',
    },
  },
  signature: signatureOf('redeemSyToToken'),
  rules,
  target: 'router',
  arguments: ({ self, sy, amount, token_out, minimum }) => [
    self,
    sy,
    amount,
    [token_out, minimum, token_out, ...noAggregator],
  ],
  approvals: [{ token: 'sy', spender: 'router', amount: 'amount' }],
})

const mintPy = defineAction({
  route: 'pendle/mint_py',
  name: 'Mint PT and YT',
  description: 'Splits SY into PT and YT.',
  sentence: 'Split {amount} into PT and {yt}',
  parameters: {
    router,
    yt,
    sy: ofYt.sy,
    amount: { kind: 'amount', unit: 'sy', all: 'balance', describe: 'How much SY to split' },
    minimum: { kind: 'minimum', unit: 'yt', describe: 'Minimum PT, and YT, to receive' },
  },
  signature: signatureOf('mintPyFromSy'),
  rules,
  target: 'router',
  arguments: ({ self, yt, amount, minimum }) => [self, yt, amount, minimum],
  approvals: [{ token: 'sy', spender: 'router', amount: 'amount' }],
})

const redeemPy = defineAction({
  route: 'pendle/redeem_py',
  name: 'Redeem PT and YT',
  description: 'Joins PT and YT into SY again; after expiry the PT is enough.',
  sentence: 'Join {amount} of PT and YT into SY',
  parameters: {
    router,
    yt,
    ...ofYt,
    amount: {
      kind: 'amount',
      unit: 'pt',
      all: 'balance',
      describe: 'How much PT, and YT, to join',
    },
    minimum: { kind: 'minimum', unit: 'sy', describe: 'Minimum SY to receive' },
  },
  signature: signatureOf('redeemPyToSy'),
  rules,
  target: 'router',
  arguments: ({ self, yt, amount, minimum }) => [self, yt, amount, minimum],
  approvals: [
    { token: 'pt', spender: 'router', amount: 'amount' },
    { token: 'yt', spender: 'router', amount: 'amount' },
  ],
})

/** Making SY, PT and YT, and undoing it. */
export const mintActions = [mintSy, redeemSy, mintPy, redeemPy] as const
