export { decodeClock, type SvmClock } from './account/clock.ts'
export { decodeDigestAccount, encodeDigestAccount } from './account/digest-account.ts'
export { decodeLookupTable, decodeNonce } from './account/lookup-table.ts'
export { type MintExtension, transferFeeOf } from './account/mint-extension.ts'
export {
  ForeignAccountError,
  MalformedAccountError,
  type SvmAccount,
  UnknownLayoutError,
} from './account/svm-account.ts'
export { decodeMint, decodeTokenAccount, type SvmTokenAccount } from './account/token-account.ts'
export { decodeVaultState, encodeVaultState, type SvmVaultState } from './account/vault-state.ts'
export {
  InvalidSvmAddressError,
  isSvmAddress,
  parseSvmAddress,
  type SvmAddress,
  svmAddressOf,
  svmBytesOf,
} from './address/address.ts'
export { associatedTokenAccount, deriveAddress } from './address/derive.ts'
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
  rentSysvar,
  systemProgram,
  token2022Program,
  tokenProgram,
  upgradeableLoader,
} from './address/known-address.ts'
export { decodeBase58, encodeBase58, InvalidBase58Error } from './bytes/base58.ts'
export { decodeBase64, encodeBase64, InvalidBase64Error } from './bytes/base64.ts'
export { littleBytesOf } from './bytes/little-writer.ts'
export { cpiDigest } from './call/digest.ts'
export {
  type AccountMeta,
  type Instruction,
  readonlyAccount,
  signerAccount,
  writableAccount,
  writableSignerAccount,
} from './call/instruction.ts'
export {
  encodeOperators,
  isSameOperators,
  MalformedOperatorsError,
  type Operator,
} from './call/operator.ts'
export { programErrorOf } from './error/program-error.ts'
export {
  computeUnitLimitInstruction,
  computeUnitPriceInstruction,
  readComputeBudget,
} from './instruction/compute-budget.ts'
export {
  closeDigestInstruction,
  type DigestAdmin,
  initializeDigestInstruction,
  readDigestInstruction,
  viewDigestInstruction,
} from './instruction/digest-admin.ts'
export { MalformedInstructionError } from './instruction/discriminator.ts'
export { type Manage, manageInstruction, readManage } from './instruction/manage.ts'
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
export { readVaultInstruction, type VaultInstruction } from './instruction/vault-instruction.ts'
export { WritableProgramError } from './message/account-order.ts'
export { decodeTransaction, type Transaction } from './message/decode-transaction.ts'
export {
  encodeTransaction,
  sizeOfTransaction,
  TransactionTooLargeError,
} from './message/encode-transaction.ts'
export { type EffectiveFlags, mergedFlags } from './message/merged-flags.ts'
export type { LookupTable, Message } from './message/message.ts'
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
export { decodeSquadsMultisig } from './squads/squads-multisig.ts'
export {
  readSquadsCreate,
  squadsProposalInstructions,
  squadsVoteOf,
} from './squads/squads-proposal.ts'
export {
  decodeSquadsTransaction,
  isSquadsTransaction,
  type SquadsTransaction,
} from './squads/squads-transaction.ts'
export { vaultAddresses } from './vault/vault-address.ts'
