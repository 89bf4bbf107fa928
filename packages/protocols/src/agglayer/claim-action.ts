import { defineAction } from '../action/action.ts'
import { agglayer } from './function.ts'

const noProof = Array.from({ length: 32 }, () => `0x${'00'.repeat(32)}`)

const bridge = { kind: 'account', role: 'bridge', describe: 'Bridge of the AggLayer' } as const

const localProof = {
  kind: 'raw',
  type: 'bytes32[32]',
  sample: noProof,
  describe: 'Proof of the exit in the tree of its chain',
} as const

const rollupProof = {
  kind: 'raw',
  type: 'bytes32[32]',
  sample: noProof,
  describe: 'Proof of the chain in the tree of rollups',
} as const

const globalIndex = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 256n - 1n,
  describe: 'Index of the exit over all chains',
} as const

const mainnetRoot = { kind: 'word', describe: 'Exit root of Ethereum' } as const

const rollupRoot = { kind: 'word', describe: 'Exit root of the rollups' } as const

const origin = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 32n - 1n,
  isIdentity: true,
  describe: 'Number of the chain that the token comes from',
} as const

const network = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 32n - 1n,
  isIdentity: true,
  describe: 'Number of this chain',
} as const

const claimAsset = defineAction({
  route: 'agglayer/claim_asset',
  name: 'Claim an asset',
  description: 'Collects a token that was sent from another chain of the AggLayer.',
  sentence: 'Claim {amount} base units of {origin_token} from network {origin}',
  parameters: {
    bridge,
    local_proof: localProof,
    rollup_proof: rollupProof,
    global_index: globalIndex,
    mainnet_root: mainnetRoot,
    rollup_root: rollupRoot,
    origin,
    origin_token: { kind: 'account', describe: 'Token on the chain that it comes from' },
    network,
    recipient: {
      kind: 'account',
      describe: 'Who receives the token here, as the deposit named it',
    },
    amount: {
      kind: 'amount',
      unit: { decimals: 0 },
      describe: 'Amount of the deposit, in base units',
    },
    metadata: {
      kind: 'bytes',
      describe: 'Name, symbol and decimals of the token, encoded, as the deposit recorded them',
    },
  },
  signature:
    'claimAsset(bytes32[32] smtProofLocalExitRoot, bytes32[32] smtProofRollupExitRoot, uint256 globalIndex, bytes32 mainnetExitRoot, bytes32 rollupExitRoot, uint32 originNetwork, address originTokenAddress, uint32 destinationNetwork, address destinationAddress, uint256 amount, bytes metadata)',
  rules: [agglayer],
  target: 'bridge',
  arguments: ({
    local_proof,
    rollup_proof,
    global_index,
    mainnet_root,
    rollup_root,
    origin,
    origin_token,
    network,
    recipient,
    amount,
    metadata,
  }) => [
    local_proof,
    rollup_proof,
    global_index,
    mainnet_root,
    rollup_root,
    origin,
    origin_token,
    network,
    recipient,
    amount,
    metadata,
  ],
})

const claimMessage = defineAction({
  route: 'agglayer/claim_message',
  name: 'Claim a message',
  description: 'Executes a message that was sent from another chain of the AggLayer.',
  sentence: 'Claim a message for {recipient} from network {origin}',
  parameters: {
    bridge,
    local_proof: localProof,
    rollup_proof: rollupProof,
    global_index: globalIndex,
    mainnet_root: mainnetRoot,
    rollup_root: rollupRoot,
    origin,
    origin_account: { kind: 'account', describe: 'Who sent the message there' },
    network,
    recipient: { kind: 'account', describe: 'Contract here that executes the message' },
    amount: {
      kind: 'amount',
      unit: { decimals: 0 },
      describe: 'Native coin of the message, in wei',
    },
    metadata: { kind: 'bytes', describe: 'Message that the contract executes' },
  },
  signature:
    'claimMessage(bytes32[32] smtProofLocalExitRoot, bytes32[32] smtProofRollupExitRoot, uint256 globalIndex, bytes32 mainnetExitRoot, bytes32 rollupExitRoot, uint32 originNetwork, address originAddress, uint32 destinationNetwork, address destinationAddress, uint256 amount, bytes metadata)',
  rules: [agglayer],
  target: 'bridge',
  arguments: ({
    local_proof,
    rollup_proof,
    global_index,
    mainnet_root,
    rollup_root,
    origin,
    origin_account,
    network,
    recipient,
    amount,
    metadata,
  }) => [
    local_proof,
    rollup_proof,
    global_index,
    mainnet_root,
    rollup_root,
    origin,
    origin_account,
    network,
    recipient,
    amount,
    metadata,
  ],
})

/** Claim actions of the AggLayer. */
export const claimActions = [claimAsset, claimMessage] as const
