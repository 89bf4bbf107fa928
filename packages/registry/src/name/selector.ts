import type { Hex } from '@vaultwright/base'

/** The selector of each Manager function, by name. Source: Solidity ABI specification, checked by test. */
export const managerSelectors = {
  manageVaultWithMerkleVerification: '0x244b0f6a',
  setManageRoot: '0x21801a99',
  manageRoot: '0x5ca58a99',
  pause: '0x8456cb59',
  unpause: '0x3f4ba83a',
  isPaused: '0xb187bd26',
  flashLoan: '0x5c38449e',
  receiveFlashLoan: '0xf04f2707',
  vault: '0xfbfa77cf',
  balancerVault: '0x158274a5',
  owner: '0x8da5cb5b',
  authority: '0xbf7e214f',
  setAuthority: '0x7a9e5e4b',
  transferOwnership: '0xf2fde38b',
} as const satisfies Record<string, Hex>

/** The first topic of each Manager event, by name. Source: Solidity ABI specification, checked by test. */
export const managerTopics = {
  ManageRootUpdated: '0x0b958dec85f1470000479dfb22c365829411f52bcde602d24ea0abf5ac7e8860',
  BoringVaultManaged: '0x53d426e7d80bb2c8674d3b45577e2d464d423faad6531b21f95ac11ac18b1cb6',
  Paused: '0x9e87fac88ff661f02d44f95383c817fece4bce600a3dab7a54406878b965e752',
  Unpaused: '0xa45f47fdea8a1efdd9029a5691c7f759c32b7c698632b563573e155625d16933',
  OwnershipTransferred: '0x8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0',
  AuthorityUpdated: '0xa3396fd7f6e0a21b50e5089d2da70d5ac0a3bbbd1f617a93f134b76389980198',
} as const satisfies Record<string, Hex>

/** The selector of each error that a call of the Manager may come back with, by name. Source: Solidity ABI specification, checked by test. */
export const managerErrorSelectors = {
  ManagerWithMerkleVerification__InvalidManageProofLength: '0x29c70cf0',
  ManagerWithMerkleVerification__InvalidTargetDataLength: '0x581ddbfd',
  ManagerWithMerkleVerification__InvalidValuesLength: '0xe9fd1adf',
  ManagerWithMerkleVerification__InvalidDecodersAndSanitizersLength: '0xda6c1268',
  ManagerWithMerkleVerification__FlashLoanNotExecuted: '0xf79b3a04',
  ManagerWithMerkleVerification__FlashLoanNotInProgress: '0x26e6e2c7',
  ManagerWithMerkleVerification__BadFlashLoanIntentHash: '0x1663f613',
  ManagerWithMerkleVerification__FailedToVerifyManageProof: '0xc0dcd1a7',
  ManagerWithMerkleVerification__Paused: '0xdbd8cb28',
  ManagerWithMerkleVerification__OnlyCallableByBoringVault: '0x77ed8165',
  ManagerWithMerkleVerification__OnlyCallableByBalancerVault: '0xa38bce7f',
  ManagerWithMerkleVerification__TotalSupplyMustRemainConstantDuringPlatform: '0x0ecee175',
  ManagerWithMerkleVerification__TotalSupplyMustRemainConstantDuringManagement: '0xcbdece43',
  AddressEmptyCode: '0x9996b315',
  FailedInnerCall: '0x1425ea42',
  AddressInsufficientBalance: '0xcd786059',
  BaseDecoderAndSanitizer__FunctionSelectorNotSupported: '0xde42fa1c',
  Error: '0x08c379a0',
  Panic: '0x4e487b71',
} as const satisfies Record<string, Hex>

/** The selectors of the vault's functions; `manage` is one call, `manageBatch` its list form. Source: Solidity ABI specification, checked by test. */
export const vaultSelectors = {
  manage: '0xf6e715d0',
  manageBatch: '0x224d8703',
  enter: '0x39d6ba32',
  exit: '0x18457e61',
  hook: '0x7f5a7c7b',
} as const satisfies Record<string, Hex>
