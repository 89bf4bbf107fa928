import { zeroAddress } from '@vaultwright/base'
import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { AccountParameter, AmountParameter, IntegerParameter } from './action/parameter.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * The native bridge of Linea.
 *
 * Source: Linea TokenBridge, L1MessageService, L2MessageService.
 */
export const lineaBridge = {
  decoder: 'LineaBridge',
  functions: [
    {
      signature: 'bridgeToken(address _token, uint256 _amount, address _recipient)',
      packs: '_token, _recipient',
    },
    {
      signature:
        'claimMessage(address _from, address _to, uint256 _fee, uint256 _value, address _feeRecipient, bytes _calldata, uint256 _nonce)',
      packs: '_from, _to, _feeRecipient',
    },
    {
      signature:
        'claimMessageWithProof((bytes32[] proof, uint256 messageNumber, uint32 leafIndex, address from, address to, uint256 fee, uint256 value, address feeRecipient, bytes32 merkleRoot, bytes data) _claimMessageWithProof)',
      packs:
        '_claimMessageWithProof.from, _claimMessageWithProof.to, _claimMessageWithProof.feeRecipient',
    },
    { signature: 'sendMessage(address _to, uint256 _fee, bytes _calldata)', packs: '_to' },
  ],
} as const satisfies DecoderRules

const rules = [lineaBridge] as const

const service = {
  kind: 'account',
  role: 'message_service',
  describe: 'Message service of Linea on this chain',
} as const satisfies AccountParameter

const fee = {
  kind: 'amount',
  unit: 'native',
  fallback: '0',
  describe:
    'Fee for the account that claims it on the other side; leaving Linea costs its minimumFeeInWei at least',
} as const satisfies AmountParameter

const word = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 256n - 1n,
} as const satisfies Partial<IntegerParameter>

/** A message as its `MessageSent` event shows it. */
const message = {
  service,
  from: { kind: 'account', describe: 'Who sent the message on the other side' },
  recipient: { kind: 'account', describe: 'Who is called here' },
  fee: { ...fee, describe: 'Fee of the message; it goes to the vault' },
  value: {
    kind: 'amount',
    unit: 'native',
    fallback: '0',
    describe: 'ETH that the message carries',
  },
  data: { kind: 'bytes', fallback: '0x', describe: 'Calldata of the message' },
} as const

const bridgeToken = defineAction({
  route: 'linea_bridge/bridge_token',
  name: 'Bridge a token',
  description: 'Sends a token between Ethereum and Linea.',
  sentence: 'Bridge {amount} to {recipient}',
  parameters: {
    bridge: { kind: 'account', role: 'token_bridge', describe: 'Token bridge on this chain' },
    token: { kind: 'token', describe: 'Token to bridge' },
    recipient: { kind: 'account', describe: 'Who receives it on the other chain' },
    amount: { kind: 'amount', unit: 'token', all: 'balance', describe: 'How much to bridge' },
    fee,
  },
  signature: 'bridgeToken(address _token, uint256 _amount, address _recipient)',
  rules,
  target: 'bridge',
  arguments: ({ token, amount, recipient }) => [token, amount, recipient],
  sends: 'either',
  value: ({ fee }) => fee,
  approvals: [{ token: 'token', spender: 'bridge', amount: 'amount' }],
})

const bridgeEth = defineAction({
  route: 'linea_bridge/bridge_eth',
  name: 'Bridge ETH',
  description: 'Sends ETH between Ethereum and Linea.',
  sentence: 'Bridge {amount} to {recipient}',
  parameters: {
    service,
    recipient: { kind: 'account', describe: 'Who receives it on the other chain' },
    amount: { kind: 'amount', unit: 'native', describe: 'How much to bridge' },
    fee,
  },
  signature: 'sendMessage(address _to, uint256 _fee, bytes _calldata)',
  rules,
  target: 'service',
  arguments: ({ recipient, fee }) => [recipient, fee, '0x'],
  sends: 'either',
  value: ({ amount, fee }) => amount + fee,
})

const claim = defineAction({
  route: 'linea_bridge/claim',
  name: 'Claim',
  description: 'Delivers a message from the other side on Linea: a token or ETH comes out.',
  sentence: 'Claim message {nonce} of {from} for {recipient}',
  parameters: { ...message, nonce: { ...word, describe: 'Number of the message' } },
  signature:
    'claimMessage(address _from, address _to, uint256 _fee, uint256 _value, address _feeRecipient, bytes _calldata, uint256 _nonce)',
  rules,
  target: 'service',
  arguments: ({ from, recipient, fee, value, data, nonce }) => [
    from,
    recipient,
    fee,
    value,
    zeroAddress,
    data,
    nonce,
  ],
})

const claimWithProof = defineAction({
  route: 'linea_bridge/claim_with_proof',
  name: 'Claim with proof',
  description: 'Delivers a message from Linea on Ethereum, with proof that Linea holds it.',
  sentence: 'Claim message {nonce} of {from} for {recipient}',
  parameters: {
    ...message,
    nonce: { ...word, describe: 'Number of the message' },
    proof: {
      kind: 'raw',
      type: 'bytes32[]',
      sample: [],
      describe: 'Siblings of the message in its tree, bottom up',
    },
    leaf_index: {
      ...word,
      max: 2n ** 32n - 1n,
      describe: 'Where the message stands in its tree',
    },
    merkle_root: { kind: 'word', describe: 'Root of the tree, as finalized on Ethereum' },
  },
  signature:
    'claimMessageWithProof((bytes32[] proof, uint256 messageNumber, uint32 leafIndex, address from, address to, uint256 fee, uint256 value, address feeRecipient, bytes32 merkleRoot, bytes data) _claimMessageWithProof)',
  rules,
  target: 'service',
  arguments: ({ from, recipient, fee, value, data, ...proven }) => {
    const { proof, nonce, leaf_index, merkle_root } = proven
    return [[proof, nonce, leaf_index, from, recipient, fee, value, zeroAddress, merkle_root, data]]
  },
})

/** The actions of a strategist with the bridge of Linea. */
const lineaBridgeActions = [bridgeToken, bridgeEth, claim, claimWithProof] as const

/** Linea bridge. */
export const protocol = {
  name: 'linea_bridge',
  title: 'Linea bridge',
  appUrl: 'https://linea.build/hub/bridge',
  decoders: [lineaBridge],
  actions: lineaBridgeActions,
} as const satisfies Protocol
