/**
 * The interface of the vault as its Manager and its users see it; `manage` has two overloads.
 *
 * Source: BoringVault.
 */
export const vaultAbi = [
  {
    name: 'manage',
    type: 'function',
    stateMutability: 'nonpayable',
    inputs: [
      { type: 'address', name: 'target' },
      { type: 'bytes', name: 'data' },
      { type: 'uint256', name: 'value' },
    ],
    outputs: [{ type: 'bytes', name: 'result' }],
  },
  {
    name: 'manage',
    type: 'function',
    stateMutability: 'nonpayable',
    inputs: [
      { type: 'address[]', name: 'targets' },
      { type: 'bytes[]', name: 'data' },
      { type: 'uint256[]', name: 'values' },
    ],
    outputs: [{ type: 'bytes[]', name: 'results' }],
  },
  {
    name: 'enter',
    type: 'function',
    stateMutability: 'nonpayable',
    inputs: [
      { type: 'address', name: 'from' },
      { type: 'address', name: 'asset' },
      { type: 'uint256', name: 'assetAmount' },
      { type: 'address', name: 'to' },
      { type: 'uint256', name: 'shareAmount' },
    ],
    outputs: [],
  },
  {
    name: 'exit',
    type: 'function',
    stateMutability: 'nonpayable',
    inputs: [
      { type: 'address', name: 'to' },
      { type: 'address', name: 'asset' },
      { type: 'uint256', name: 'assetAmount' },
      { type: 'address', name: 'from' },
      { type: 'uint256', name: 'shareAmount' },
    ],
    outputs: [],
  },
  {
    name: 'hook',
    type: 'function',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ type: 'address' }],
  },
  {
    name: 'Enter',
    type: 'event',
    inputs: [
      { type: 'address', name: 'from', indexed: true },
      { type: 'address', name: 'asset', indexed: true },
      { type: 'uint256', name: 'amount' },
      { type: 'address', name: 'to', indexed: true },
      { type: 'uint256', name: 'shares' },
    ],
  },
  {
    name: 'Exit',
    type: 'event',
    inputs: [
      { type: 'address', name: 'to', indexed: true },
      { type: 'address', name: 'asset', indexed: true },
      { type: 'uint256', name: 'amount' },
      { type: 'address', name: 'from', indexed: true },
      { type: 'uint256', name: 'shares' },
    ],
  },
] as const
