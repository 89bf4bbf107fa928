/**
 * How a call of the Manager can fail: its own errors, and what bubbles up through it.
 *
 * Both names of the total-supply error are here, OpenZeppelin 5.0.1 Address errors, the decoders'
 * fallback, and Solidity's own `Error` and `Panic`.
 * Source: ManagerWithMerkleVerification; the `…DuringManagement` error was its name before 2024-10-30.
 */
export const managerErrorAbi = [
  { name: 'ManagerWithMerkleVerification__InvalidManageProofLength', type: 'error', inputs: [] },
  { name: 'ManagerWithMerkleVerification__InvalidTargetDataLength', type: 'error', inputs: [] },
  { name: 'ManagerWithMerkleVerification__InvalidValuesLength', type: 'error', inputs: [] },
  {
    name: 'ManagerWithMerkleVerification__InvalidDecodersAndSanitizersLength',
    type: 'error',
    inputs: [],
  },
  { name: 'ManagerWithMerkleVerification__FlashLoanNotExecuted', type: 'error', inputs: [] },
  { name: 'ManagerWithMerkleVerification__FlashLoanNotInProgress', type: 'error', inputs: [] },
  { name: 'ManagerWithMerkleVerification__BadFlashLoanIntentHash', type: 'error', inputs: [] },
  {
    name: 'ManagerWithMerkleVerification__FailedToVerifyManageProof',
    type: 'error',
    inputs: [
      { type: 'address', name: 'target' },
      { type: 'bytes', name: 'targetData' },
      { type: 'uint256', name: 'value' },
    ],
  },
  { name: 'ManagerWithMerkleVerification__Paused', type: 'error', inputs: [] },
  { name: 'ManagerWithMerkleVerification__OnlyCallableByBoringVault', type: 'error', inputs: [] },
  { name: 'ManagerWithMerkleVerification__OnlyCallableByBalancerVault', type: 'error', inputs: [] },
  {
    name: 'ManagerWithMerkleVerification__TotalSupplyMustRemainConstantDuringPlatform',
    type: 'error',
    inputs: [],
  },
  {
    name: 'ManagerWithMerkleVerification__TotalSupplyMustRemainConstantDuringManagement',
    type: 'error',
    inputs: [],
  },
  { name: 'AddressEmptyCode', type: 'error', inputs: [{ type: 'address', name: 'target' }] },
  { name: 'FailedInnerCall', type: 'error', inputs: [] },
  {
    name: 'AddressInsufficientBalance',
    type: 'error',
    inputs: [{ type: 'address', name: 'account' }],
  },
  { name: 'BaseDecoderAndSanitizer__FunctionSelectorNotSupported', type: 'error', inputs: [] },
  { name: 'Error', type: 'error', inputs: [{ type: 'string', name: 'message' }] },
  { name: 'Panic', type: 'error', inputs: [{ type: 'uint256', name: 'code' }] },
] as const
