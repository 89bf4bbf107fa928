export {
  buildSafeBatch,
  callsOfBatch,
  parseSafeBatch,
  printSafeBatch,
  SafeBatchChecksumError,
  type SafeBatchParts,
  UnencodedSafeCallError,
} from './batch.ts'
export { batchChecksumOf } from './batch-checksum.ts'
export { batchFindings, executionSizeOf, safeBatchLimits } from './batch-finding.ts'
export {
  type SafeBatch,
  type SafeBatchMeta,
  SafeBatchSchemaError,
  type SafeBatchTransaction,
  type SafeJson,
} from './batch-schema.ts'
export { InvalidSafeCallError, type SafeCall } from './call.ts'
export { encodeSafeExecution, type SafeExecution } from './execution.ts'
export { type JsonTextReading, readJsonText } from './json-text.ts'
export {
  decodeMultiSend,
  encodeMultiSend,
  MultiSendLengthError,
  MultiSendOperationError,
} from './multi-send.ts'
export type { SafeOperation } from './operation.ts'
export { SafeReadingsError, UnencodedMethodError } from './signed/batch-document.ts'
export { openSignedDocument } from './signed/document.ts'
export { SignedDocumentError } from './signed/document-field.ts'
export {
  isWithoutCodeOn,
  type MultiSendLibrary,
  multiSendLibraryOf,
  usualMultiSendOf,
} from './signed/library.ts'
export { openSignedCall, SignedDepthError } from './signed/open-signed.ts'
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
  type SafeHashRule,
  safeHashesOf,
  safeHashInputOf,
  safeHashRuleOf,
  safeHashRules,
} from './signed/signed-hash.ts'
export { SafeCalldataError } from './strict-calldata.ts'
export {
  decodeTimelock,
  InvalidTimelockError,
  type TimelockCall,
  type TimelockPair,
  type TimelockPlan,
  timelockPairOf,
} from './timelock.ts'
export {
  buildSafeTransaction,
  EmptySafeTransactionError,
  InvalidSafeTransactionError,
  type SafeAccount,
  type SafeTransaction,
  type SafeTransactionOptions,
  SafeVersionError,
  safeDomainHashOf,
  safeMessageHashOf,
  safeTransactionHashOf,
} from './transaction.ts'
