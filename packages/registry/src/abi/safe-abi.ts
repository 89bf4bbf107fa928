const address = { type: 'address' } as const
const bytes = { type: 'bytes' } as const
const bytes32 = { type: 'bytes32' } as const
const uint = { type: 'uint256' } as const
const view = { type: 'function', stateMutability: 'view' } as const

/**
 * The functions of a Safe that tell its modules, its storage and whether it accepts signatures.
 *
 * `checkNSignatures` begins with the executor from 1.5.0 on, and with the hash before.
 * Source: ModuleManager, StorageAccessible, GnosisSafe 1.3.0, Safe 1.4.1 and 1.5.0.
 */
export const safeAbi = [
  {
    ...view,
    name: 'getModulesPaginated',
    inputs: [
      { ...address, name: 'start' },
      { ...uint, name: 'pageSize' },
    ],
    outputs: [{ type: 'address[]' }, address],
  },
  {
    ...view,
    name: 'getStorageAt',
    inputs: [
      { ...uint, name: 'offset' },
      { ...uint, name: 'length' },
    ],
    outputs: [bytes],
  },
  {
    ...view,
    name: 'checkNSignatures',
    inputs: [
      { ...bytes32, name: 'dataHash' },
      { ...bytes, name: 'data' },
      { ...bytes, name: 'signatures' },
      { ...uint, name: 'requiredSignatures' },
    ],
    outputs: [],
  },
  {
    ...view,
    name: 'checkNSignatures',
    inputs: [
      { ...address, name: 'executor' },
      { ...bytes32, name: 'dataHash' },
      { ...bytes, name: 'signatures' },
      { ...uint, name: 'requiredSignatures' },
    ],
    outputs: [],
  },
  {
    ...view,
    name: 'isValidSignature',
    inputs: [
      { ...bytes, name: 'data' },
      { ...bytes, name: 'signature' },
    ],
    outputs: [{ type: 'bytes4' }],
  },
  {
    ...view,
    name: 'isValidSignature',
    inputs: [
      { ...bytes32, name: 'dataHash' },
      { ...bytes, name: 'signature' },
    ],
    outputs: [{ type: 'bytes4' }],
  },
] as const
