export {
  buildSafeBatch,
  callsOfBatch,
  parseSafeBatch,
  printSafeBatch,
  SafeBatchChecksumError,
  UnencodedSafeCallError,
} from './batch.ts'
export { batchChecksumOf } from './batch-checksum.ts'
export { batchFindings } from './batch-finding.ts'
export { type SafeBatch, SafeBatchSchemaError } from './batch-schema.ts'
export { InvalidSafeCallError, type SafeCall } from './call.ts'
export { encodeSafeExecution, readSafeExecution } from './execution.ts'
export { readJsonText } from './json-text.ts'
export {
  decodeMultiSend,
  encodeMultiSend,
  MultiSendLengthError,
  MultiSendOperationError,
} from './multi-send.ts'
export { safeLinkOf } from './queue/link.ts'
export {
  packSignatures,
  parseOwnerSignature,
  printOwnerSignature,
  recoverOwner,
  withRecoveryId,
} from './queue/owner-signature.ts'
export {
  forgottenFindings,
  isProposed,
  nextNonceOf,
  type QueueFinding,
  type QueueState,
  queueFindings,
  queueStatesOf,
  type RememberedEntry,
  rememberQueue,
} from './queue/queue.ts'
export { type SafeWord, safeListEnd, safeSlots, safeStorageOf } from './queue/safe-storage.ts'
export { parseServiceEntry, printServiceEntry, type ServiceEntry } from './queue/service-entry.ts'
export {
  delegateTypedDataOf,
  deletionTypedDataOf,
  safeTypedDataOf,
  type TypedData,
} from './queue/typed-data.ts'
export {
  executableSignaturesOf,
  isHashStated,
  type SafeAccountState,
  type SignatureReader,
  type SignatureRefusal,
  signatureNotes,
  type VerifiedEntry,
  verifyEntry,
} from './queue/verified-entry.ts'
export { SafeReadingsError, UnencodedMethodError } from './signed/batch-document.ts'
export { openSignedDocument } from './signed/document.ts'
export { SignedDocumentError } from './signed/document-field.ts'
export { isWithoutCodeOn, multiSendLibraryOf, usualMultiSendOf } from './signed/library.ts'
export {
  isMulticall,
  type MulticallFunction,
  multicallFunctions,
} from './signed/multicall.ts'
export { openInnerCall, openSignedCall, SignedDepthError } from './signed/open-signed.ts'
export {
  openSafeMessage,
  type SafeMessage,
  type SafeMessageHashes,
  safeMessageHashesOf,
} from './signed/safe-message.ts'
export {
  type SignedCall,
  type SignedNote,
  signedCallsOf,
} from './signed/signed-call.ts'
export {
  approvalOf,
  type SafeHashes,
  type SafeHashInput,
  SafeHashInputError,
  safeHashesOf,
  safeHashInputOf,
  safeHashRuleOf,
  safeHashRules,
} from './signed/signed-hash.ts'
export { SafeCalldataError } from './strict-calldata.ts'
export {
  decodeTimelock,
  InvalidTimelockError,
  type TimelockPair,
  timelockPairOf,
} from './timelock.ts'
export {
  buildSafeTransaction,
  EmptySafeTransactionError,
  InvalidSafeTransactionError,
  type SafeAccount,
  type SafeTransaction,
  SafeVersionError,
  safeTransactionHashOf,
} from './transaction.ts'
