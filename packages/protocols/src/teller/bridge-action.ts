import type { Address, Hex } from '@vaultwright/base'
import { defineAction } from '../action/action.ts'
import { depositParameters, isNative, rules, sharesOf, tellerAccount } from './function.ts'

const { asset, amount } = depositParameters

const destination = {
  kind: 'network',
  numbering: 'layer_zero',
  describe: 'Chain to send to: its LayerZero endpoint, or the CCIP selector where CCIP is behind',
} as const

const recipient = { kind: 'account', describe: 'Who receives the shares there' } as const

const feeToken = {
  kind: 'token',
  describe: 'Token that pays the fee; the native coin by its sign',
} as const

const maxFee = {
  kind: 'amount',
  unit: 'fee_token',
  describe: 'The most that the message may cost',
} as const

const feeApproval = { token: 'fee_token', spender: 'teller', amount: 'max_fee' } as const

const bridge = defineAction({
  route: 'teller/bridge',
  name: 'Bridge shares',
  description: 'Sends shares of another vault to another chain.',
  sentence: 'Bridge {shares} to {recipient} on {destination}',
  parameters: {
    teller: tellerAccount,
    destination,
    recipient,
    fee_token: feeToken,
    vault: sharesOf,
    shares: {
      kind: 'amount',
      unit: 'vault',
      all: 'balance',
      describe: 'How many shares to send',
    },
    max_fee: maxFee,
  },
  signature:
    'bridge(uint96 shareAmount, address to, bytes bridgeWildCard, address feeToken, uint256 maxFee)',
  rules,
  target: 'teller',
  arguments: ({ shares, recipient, destination, fee_token, max_fee }) => [
    shares,
    recipient,
    wildCardOf(destination),
    fee_token,
    max_fee,
  ],
  sends: 'either',
  value: ({ fee_token, max_fee }) => (isNative(fee_token) ? max_fee : 0n),
  approvals: [{ token: 'vault', spender: 'teller', amount: 'shares' }, feeApproval],
})

const draft = {
  sentence: 'Deposit {amount} into {vault} for {recipient} on {destination}',
  rules,
  target: 'teller',
  sends: 'either',
  approvals: [{ token: 'asset', spender: 'vault', amount: 'amount' }, feeApproval],
} as const

const parameters = {
  teller: tellerAccount,
  asset,
  destination,
  recipient,
  fee_token: feeToken,
  vault: sharesOf,
  amount,
  minimum: { kind: 'minimum', unit: 'vault', describe: 'Minimum shares that must come out' },
  max_fee: maxFee,
} as const

const depositAndBridge = defineAction({
  ...draft,
  route: 'teller/deposit_and_bridge',
  name: 'Deposit and bridge',
  description: 'Enters another vault and sends the shares to another chain.',
  parameters,
  signature:
    'depositAndBridge(address depositAsset, uint256 depositAmount, uint256 minimumMint, address to, bytes bridgeWildCard, address feeToken, uint256 maxFee)',
  arguments: depositOf,
  value: nativeOf,
})

const depositAndBridgeWithReferrer = defineAction({
  ...draft,
  route: 'teller/deposit_and_bridge_with_referrer',
  name: 'Deposit and bridge with a referrer',
  description: 'Enters another vault, naming a referrer, and sends the shares to another chain.',
  parameters: {
    ...parameters,
    referrer: { kind: 'account', describe: 'Account that referred to the vault; zero for none' },
  },
  signature:
    'depositAndBridge(address depositAsset, uint256 depositAmount, uint256 minimumMint, address to, bytes bridgeWildCard, address feeToken, uint256 maxFee, address referrer)',
  arguments: (values) => [...depositOf(values), values.referrer],
  value: nativeOf,
})

/** The actions of a strategist with the bridging teller of another vault. */
export const tellerBridgeActions = [bridge, depositAndBridge, depositAndBridgeWithReferrer] as const

type Deposit = {
  readonly asset: Address
  readonly amount: bigint
  readonly minimum: bigint
  readonly recipient: Address
  readonly destination: bigint
  readonly fee_token: Address
  readonly max_fee: bigint
}

function depositOf({ asset, amount, minimum, recipient, destination, ...fee }: Deposit) {
  const wildCard = wildCardOf(destination)
  return [asset, amount, minimum, recipient, wildCard, fee.fee_token, fee.max_fee]
}

function nativeOf({ asset, amount, fee_token, max_fee }: Deposit): bigint {
  return (isNative(asset) ? amount : 0n) + (isNative(fee_token) ? max_fee : 0n)
}

/** Decoders want exactly one word. */
function wildCardOf(destination: bigint): Hex {
  return `0x${destination.toString(16).padStart(64, '0')}`
}
