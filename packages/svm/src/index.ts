export { decodeClock, type SvmClock } from './account/clock.ts'
export { decodeDigestAccount, encodeDigestAccount } from './account/digest-account.ts'
export {
  decodeLookupTable,
  decodeNonce,
  type SvmLookupTable,
  type SvmNonce,
} from './account/lookup-table.ts'
export {
  type MintExtension,
  type MintTransferFee,
  transferFeeOf,
} from './account/mint-extension.ts'
export {
  ForeignAccountError,
  MalformedAccountError,
  type SvmAccount,
  UnknownLayoutError,
} from './account/svm-account.ts'
export {
  decodeMint,
  decodeTokenAccount,
  type SvmMint,
  type SvmTokenAccount,
} from './account/token-account.ts'
export { decodeVaultState, encodeVaultState, type SvmVaultState } from './account/vault-state.ts'
export {
  InvalidSvmAddressError,
  isSvmAddress,
  parseSvmAddress,
  type SvmAddress,
  svmAddressOf,
  svmBytesOf,
} from './address/address.ts'
export { compareSvmAddresses } from './address/compare-address.ts'
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
  upgradeableLoader,
} from './address/known-address.ts'
export { decodeBase58, encodeBase58, InvalidBase58Error } from './bytes/base58.ts'
export { decodeBase64, encodeBase64, InvalidBase64Error } from './bytes/base64.ts'
export { littleBytesOf, UnsignedRangeError } from './bytes/little-writer.ts'
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
export { type ProgramError, programErrorOf } from './error/program-error.ts'
export {
  type ComputeBudget,
  computeUnitLimitInstruction,
  computeUnitPriceInstruction,
  readComputeBudget,
} from './instruction/compute-budget.ts'
export {
  closeDigestInstruction,
  type DigestAdmin,
  type DigestRequest,
  initializeDigestInstruction,
  readDigestInstruction,
  viewDigestInstruction,
} from './instruction/digest-admin.ts'
export { MalformedInstructionError } from './instruction/discriminator.ts'
export {
  type Manage,
  type ManageRequest,
  manageInstruction,
  readManage,
} from './instruction/manage.ts'
export {
  advanceNonceInstruction,
  isAdvanceNonce,
  systemTransferInstruction,
} from './instruction/system.ts'
export {
  closeTokenAccountInstruction,
  createAssociatedTokenInstruction,
  syncNativeInstruction,
  transferCheckedInstruction,
} from './instruction/token.ts'
export {
  readVaultInstruction,
  type VaultArgument,
  type VaultInstruction,
  type VaultInstructionKind,
} from './instruction/vault-instruction.ts'
export { type TableLookup, WritableProgramError } from './message/account-order.ts'
export {
  decodeTransaction,
  MalformedTransactionError,
  type Transaction,
} from './message/decode-transaction.ts'
export {
  type EncodedTransaction,
  encodeTransaction,
  maxTransactionSizeOf,
  sizeOfTransaction,
  TooManyAccountsError,
  TransactionTooLargeError,
} from './message/encode-transaction.ts'
export { type EffectiveFlags, mergedFlags } from './message/merged-flags.ts'
export {
  InvalidBlockhashError,
  type LookupTable,
  type Message,
  type V1Config,
} from './message/message.ts'
export { messageHashOf } from './message/message-hash.ts'
export {
  priorityLamportsOf,
  signaturePrograms,
  type TransactionFee,
  transactionFeeOf,
} from './message/transaction-fee.ts'
export {
  type KeptAccounts,
  KeptAccountsError,
  parseKeptAccounts,
  printKeptAccounts,
} from './reading/reading-text.ts'
export {
  decodeVaultReading,
  MismatchedReadingError,
  type ReadVault,
  type SvmDecodedReading,
  vaultReadingAddresses,
} from './reading/vault-reading.ts'
export {
  squadsProgram,
  squadsProposalOf,
  squadsTransactionOf,
  squadsVaultOf,
} from './squads/squads-address.ts'
export { decodeSquadsMultisig, type SquadsMultisig } from './squads/squads-multisig.ts'
export {
  readSquadsCreate,
  type SquadsCreate,
  type SquadsProposal,
  SquadsSignerError,
  squadsProposalInstructions,
  squadsVoteOf,
} from './squads/squads-proposal.ts'
export {
  decodeSquadsTransaction,
  isSquadsTransaction,
  type SquadsTransaction,
} from './squads/squads-transaction.ts'
export { type SvmVaultAddresses, vaultAddresses } from './vault/vault-address.ts'
