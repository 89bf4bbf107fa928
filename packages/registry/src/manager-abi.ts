import { managerErrorAbi } from './manager-error-abi.ts'

const functions = [
  {
    name: 'manageVaultWithMerkleVerification',
    type: 'function',
    stateMutability: 'nonpayable',
    inputs: [
      { type: 'bytes32[][]', name: 'manageProofs' },
      { type: 'address[]', name: 'decodersAndSanitizers' },
      { type: 'address[]', name: 'targets' },
      { type: 'bytes[]', name: 'targetData' },
      { type: 'uint256[]', name: 'values' },
    ],
    outputs: [],
  },
  {
    name: 'setManageRoot',
    type: 'function',
    stateMutability: 'nonpayable',
    inputs: [
      { type: 'address', name: 'strategist' },
      { type: 'bytes32', name: 'manageRoot' },
    ],
    outputs: [],
  },
  {
    name: 'manageRoot',
    type: 'function',
    stateMutability: 'view',
    inputs: [{ type: 'address', name: 'strategist' }],
    outputs: [{ type: 'bytes32' }],
  },
  { name: 'pause', type: 'function', stateMutability: 'nonpayable', inputs: [], outputs: [] },
  { name: 'unpause', type: 'function', stateMutability: 'nonpayable', inputs: [], outputs: [] },
  {
    name: 'isPaused',
    type: 'function',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ type: 'bool' }],
  },
  {
    name: 'flashLoan',
    type: 'function',
    stateMutability: 'nonpayable',
    inputs: [
      { type: 'address', name: 'recipient' },
      { type: 'address[]', name: 'tokens' },
      { type: 'uint256[]', name: 'amounts' },
      { type: 'bytes', name: 'userData' },
    ],
    outputs: [],
  },
  {
    name: 'receiveFlashLoan',
    type: 'function',
    stateMutability: 'nonpayable',
    inputs: [
      { type: 'address[]', name: 'tokens' },
      { type: 'uint256[]', name: 'amounts' },
      { type: 'uint256[]', name: 'feeAmounts' },
      { type: 'bytes', name: 'userData' },
    ],
    outputs: [],
  },
  {
    name: 'vault',
    type: 'function',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ type: 'address' }],
  },
  {
    name: 'balancerVault',
    type: 'function',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ type: 'address' }],
  },
  {
    name: 'owner',
    type: 'function',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ type: 'address' }],
  },
  {
    name: 'authority',
    type: 'function',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ type: 'address' }],
  },
  {
    name: 'setAuthority',
    type: 'function',
    stateMutability: 'nonpayable',
    inputs: [{ type: 'address', name: 'newAuthority' }],
    outputs: [],
  },
  {
    name: 'transferOwnership',
    type: 'function',
    stateMutability: 'nonpayable',
    inputs: [{ type: 'address', name: 'newOwner' }],
    outputs: [],
  },
] as const

const events = [
  {
    name: 'ManageRootUpdated',
    type: 'event',
    inputs: [
      { type: 'address', name: 'strategist', indexed: true },
      { type: 'bytes32', name: 'oldRoot' },
      { type: 'bytes32', name: 'newRoot' },
    ],
  },
  { name: 'BoringVaultManaged', type: 'event', inputs: [{ type: 'uint256', name: 'callsMade' }] },
  { name: 'Paused', type: 'event', inputs: [] },
  { name: 'Unpaused', type: 'event', inputs: [] },
  {
    name: 'OwnershipTransferred',
    type: 'event',
    inputs: [
      { type: 'address', name: 'user', indexed: true },
      { type: 'address', name: 'newOwner', indexed: true },
    ],
  },
  {
    name: 'AuthorityUpdated',
    type: 'event',
    inputs: [
      { type: 'address', name: 'user', indexed: true },
      { type: 'address', name: 'newAuthority', indexed: true },
    ],
  },
] as const

/**
 * The interface of the Manager: what it can be asked, what it tells, how it refuses.
 *
 * Source: ManagerWithMerkleVerification, unchanged since 2024-10-30.
 */
export const managerAbi = [...functions, ...events, ...managerErrorAbi] as const
