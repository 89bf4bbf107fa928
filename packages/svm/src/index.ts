export { decodeDigestAccount, encodeDigestAccount } from './account/digest-account.ts'
export {
  ForeignAccountError,
  MalformedAccountError,
  type SvmAccount,
  UnknownLayoutError,
} from './account/svm-account.ts'
export { decodeVaultState, encodeVaultState, type SvmVaultState } from './account/vault-state.ts'
export {
  InvalidSvmAddressError,
  isSvmAddress,
  parseSvmAddress,
  type SvmAddress,
  svmAddressOf,
  svmBytesOf,
} from './address/address.ts'
export { isOnCurve } from './address/curve.ts'
export {
  associatedTokenAccount,
  type DerivedAddress,
  deriveAddress,
  InvalidSeedsError,
} from './address/derive.ts'
export {
  associatedTokenProgram,
  clockSysvar,
  computeBudgetProgram,
  defaultVaultProgram,
  instructionsSysvar,
  isReservedAddress,
  lookupTableProgram,
  mainnetGenesisHash,
  nativeMint,
  recentBlockhashesSysvar,
  rentSysvar,
  systemProgram,
  token2022Program,
  tokenProgram,
} from './address/known-address.ts'
export { decodeBase58, encodeBase58, InvalidBase58Error } from './bytes/base58.ts'
export { decodeBase64, encodeBase64, InvalidBase64Error } from './bytes/base64.ts'
export { UnsignedRangeError } from './bytes/little-writer.ts'
export { cpiDigest, OperatorOutOfRangeError } from './call/digest.ts'
export {
  type AccountMeta,
  type Instruction,
  readonlyAccount,
  signerAccount,
  writableAccount,
  writableSignerAccount,
} from './call/instruction.ts'
export {
  decodeOperators,
  encodeOperators,
  isSameOperators,
  MalformedOperatorsError,
  type Operator,
} from './call/operator.ts'
export { MalformedInstructionError } from './instruction/discriminator.ts'
export {
  type Manage,
  type ManageRequest,
  manageInstruction,
  readManage,
} from './instruction/manage.ts'
export { type SvmVaultAddresses, vaultAddresses } from './vault/vault-address.ts'
