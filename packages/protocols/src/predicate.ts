import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Deposits into other vaults through a proxy that asks for an attestation.
 *
 * Source: PredicateProxy.deposit; what the decoder packs was observed.
 */
export const predicateProxy = {
  decoder: 'PredicateProxy',
  inherits: ['Base'],
  functions: [
    {
      signature:
        'deposit(address depositAsset, uint256 depositAmount, uint256 minimumMint, address recipient, address teller, (string taskId, uint256 expireByBlockNumber, address[] signerAddresses, bytes[] signatures) predicateMessage)',
      packs: 'depositAsset, recipient, teller',
    },
  ],
} as const satisfies DecoderRules

const deposit = defineAction({
  route: 'predicate/deposit',
  name: 'Deposit',
  description: 'Enters another vault through a proxy that wants an attestation.',
  sentence: 'Deposit {amount} into {vault}',
  parameters: {
    proxy: { kind: 'account', describe: 'Proxy before the teller' },
    teller: { kind: 'account', describe: 'Teller of the other vault' },
    asset: { kind: 'token', describe: 'Asset of the other vault' },
    vault: {
      kind: 'token',
      fact: { of: 'teller', call: 'vault()', returns: '(address vault)' },
      describe: 'The other vault, whose token the shares are',
    },
    amount: { kind: 'amount', unit: 'asset', all: 'balance', describe: 'How much to deposit' },
    minimum: { kind: 'minimum', unit: 'vault', describe: 'Minimum shares that must come out' },
    attestation: {
      kind: 'raw',
      type: '(string,uint256,address[],bytes[])',
      sample: ['', 0n, [], []],
      describe: 'Task, last block, signers and their signatures, as Predicate gives them',
    },
  },
  signature:
    'deposit(address depositAsset, uint256 depositAmount, uint256 minimumMint, address recipient, address teller, (string taskId, uint256 expireByBlockNumber, address[] signerAddresses, bytes[] signatures) predicateMessage)',
  rules: [predicateProxy],
  target: 'proxy',
  arguments: ({ asset, amount, minimum, self, teller, attestation }) => [
    asset,
    amount,
    minimum,
    self,
    teller,
    attestation,
  ],
  approvals: [{ token: 'asset', spender: 'proxy', amount: 'amount' }],
})

/** The actions of a strategist through Predicate. */
const predicateActions = [deposit] as const

/** Predicate. */
export const protocol = {
  name: 'predicate',
  title: 'Predicate',
  appUrl: null,
  decoders: [predicateProxy],
  actions: predicateActions,
  unquoted: {
    third_party: ['deposit'],
  },
} as const satisfies Protocol
