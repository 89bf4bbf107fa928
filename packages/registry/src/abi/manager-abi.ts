import { managerContractAbi } from './manager-abi.generated.ts'

/**
 * Errors that come back through the Manager and are none of its own: those of the vault and of the
 * decoders, Solidity's `Error` and `Panic`, and the name that the total-supply error once had.
 *
 * Source: OpenZeppelin 5.0.1 Address, BoringVault decoders, ManagerWithMerkleVerification before 2024-10-30.
 */
const bubbledErrorAbi = [
  {
    name: 'ManagerWithMerkleVerification__TotalSupplyMustRemainConstantDuringManagement',
    type: 'error',
    inputs: [],
  },
  {
    name: 'AddressInsufficientBalance',
    type: 'error',
    inputs: [{ type: 'address', name: 'account' }],
  },
  { name: 'BaseDecoderAndSanitizer__FunctionSelectorNotSupported', type: 'error', inputs: [] },
  { name: 'Error', type: 'error', inputs: [{ type: 'string', name: 'message' }] },
  { name: 'Panic', type: 'error', inputs: [{ type: 'uint256', name: 'code' }] },
] as const

/**
 * The interface of the Manager: what it can be asked, what it tells, how it refuses, and what comes
 * back through it.
 *
 * Source: ManagerWithMerkleVerification, unchanged since 2024-10-30.
 */
export const managerAbi = [...managerContractAbi, ...bubbledErrorAbi] as const
