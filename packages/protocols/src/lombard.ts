import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import { type DecoderRules, encodeTuple, parseAbiTuple } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { AmountParameter, TokenParameter } from './action/parameter.ts'
import type { Protocol } from './action/protocol-entry.ts'

/** The payload that the notaries sign for a mint; decoders take it without a selector. */
const mintPayload = '(uint256 toChain, address to, uint64 amount, bytes32 txid, uint32 vout)'

/**
 * The bridge of LBTC: chain and account are 32 bytes each, cut in halves.
 *
 * Source: Lombard Bridge; what the decoder packs was observed.
 */
export const lbtcBridge = {
  decoder: 'LBTCBridge',
  inherits: [],
  functions: [
    {
      signature: 'deposit(bytes32 toChain, bytes32 toAddress, uint64 amount)',
      packs: 'hi16(toChain), lo16(toChain), hi16(toAddress), lo16(toAddress)',
    },
  ],
} as const satisfies DecoderRules

/**
 * Lombard's minters: LBTC for a proven deposit, or for another wrapped bitcoin.
 *
 * The notaries' payload is decoded from its first byte: one with a selector before it is refused.
 * Source: Lombard LBTC, payload of a deposit; what the decoder packs was observed.
 */
export const lombardBtcMinter = {
  decoder: 'LombardBTCMinter',
  inherits: [],
  functions: [
    { signature: 'mint(address to, uint256 amount)', packs: 'to' },
    {
      signature: 'mint(bytes data, bytes proofSignature)',
      packs: `abi(data, '${mintPayload}').to`,
    },
    { signature: 'swapBTCBToLBTC(uint256 amount)', packs: '' },
    { signature: 'swapCBBTCToLBTC(uint256 amount)', packs: '' },
  ],
} as const satisfies DecoderRules

/** Makes a payload that names a receiver and no deposit. */
function payloadFor(to: Address): Hex {
  return encodeTuple(payloadType, [0n, to, 0n, `0x${'00'.repeat(32)}`, 0n])
}

const payloadType = parseAbiTuple(mintPayload)

/** Stands for every payload of the vault where a leaf is built and no deposit is known yet. */
const anyPayload = payloadFor(zeroAddress)

const minted = {
  kind: 'token',
  describe: 'Bitcoin token to hand in',
} as const satisfies TokenParameter

const amount = {
  kind: 'amount',
  unit: 'token',
  all: 'balance',
  describe: 'How much to hand in',
} as const satisfies AmountParameter

const mint = defineAction({
  route: 'lombard/mint',
  name: 'Mint LBTC',
  description: 'Mints LBTC to the vault for bitcoin that Lombard has seen arrive.',
  sentence: 'Mint LBTC at {token}',
  parameters: {
    token: { kind: 'account', role: 'lbtc', describe: 'LBTC, or the minter before it' },
    payload: {
      kind: 'bytes',
      sample: anyPayload,
      holds: mintPayload,
      describe:
        'Payload that the notaries signed, without a selector; it names the vault as receiver',
    },
    proof: { kind: 'bytes', describe: 'Signatures of the notaries' },
  },
  signature: 'mint(bytes data, bytes proofSignature)',
  rules: [lombardBtcMinter],
  target: 'token',
  arguments: ({ payload, proof, self }) => [
    payload === anyPayload ? payloadFor(self) : payload,
    proof,
  ],
})

const bridge = defineAction({
  route: 'lombard/bridge',
  name: 'Bridge LBTC',
  description: 'Sends LBTC to another chain over the bridge of Lombard.',
  sentence: 'Bridge {amount} to {recipient} on chain {destination}',
  parameters: {
    bridge: { kind: 'account', role: 'bridge', describe: 'Bridge of Lombard' },
    destination: { kind: 'word', describe: 'Chain to send to: its id as 32 bytes' },
    recipient: { kind: 'word', as: 'account', describe: 'Who receives it there' },
    token: {
      kind: 'token',
      fact: { of: 'bridge', call: 'lbtc()', returns: '(address token)' },
      describe: 'LBTC',
    },
    amount: { kind: 'amount', unit: 'token', all: 'balance', describe: 'How much to bridge' },
    fee: { kind: 'amount', unit: 'native', describe: 'Fee of the message' },
  },
  signature: 'deposit(bytes32 toChain, bytes32 toAddress, uint64 amount)',
  rules: [lbtcBridge],
  target: 'bridge',
  arguments: ({ destination, recipient, amount }) => [destination, recipient, amount],
  sends: 'always',
  value: ({ fee }) => fee,
  approvals: [{ token: 'token', spender: 'bridge', amount: 'amount' }],
})

const swapBtcb = defineAction({
  route: 'lombard/swap_btcb',
  name: 'Swap BTCB for LBTC',
  description: 'Hands BTCB in for as much LBTC, less a fee.',
  sentence: 'Swap {amount} for LBTC',
  parameters: {
    minter: { kind: 'account', describe: 'Contract that takes BTCB' },
    token: { ...minted, describe: 'BTCB' },
    amount,
  },
  signature: 'swapBTCBToLBTC(uint256 amount)',
  rules: [lombardBtcMinter],
  target: 'minter',
  arguments: ({ amount }) => [amount],
  approvals: [{ token: 'token', spender: 'minter', amount: 'amount' }],
})

const swapCbbtc = defineAction({
  route: 'lombard/swap_cbbtc',
  name: 'Swap cbBTC for LBTC',
  description: 'Hands cbBTC in for as much LBTC, less a fee.',
  sentence: 'Swap {amount} for LBTC',
  parameters: {
    minter: { kind: 'account', describe: 'Contract that takes cbBTC' },
    token: { ...minted, describe: 'cbBTC' },
    amount,
  },
  signature: 'swapCBBTCToLBTC(uint256 amount)',
  rules: [lombardBtcMinter],
  target: 'minter',
  arguments: ({ amount }) => [amount],
  approvals: [{ token: 'token', spender: 'minter', amount: 'amount' }],
})

const mintTo = defineAction({
  route: 'lombard/mint_to',
  name: 'Mint as a minter',
  description: 'Mints LBTC to the vault, which only a minter may.',
  sentence: 'Mint {amount}',
  parameters: {
    token: { kind: 'token', describe: 'LBTC' },
    amount: { kind: 'amount', unit: 'token', describe: 'How much to mint' },
  },
  signature: 'mint(address to, uint256 amount)',
  rules: [lombardBtcMinter],
  target: 'token',
  arguments: ({ amount, self }) => [self, amount],
})

/** The actions of a strategist with Lombard. */
const lombardActions = [mint, bridge, swapBtcb, swapCbbtc, mintTo] as const

/** Lombard. */
export const protocol = {
  name: 'lombard',
  title: 'Lombard',
  appUrl: 'https://www.lombard.finance/app',
  decoders: [lbtcBridge, lombardBtcMinter],
  actions: lombardActions,
} as const satisfies Protocol
