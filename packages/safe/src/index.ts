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
export { encodeSafeExecution } from './execution.ts'
export { readJsonText } from './json-text.ts'
export {
  decodeMultiSend,
  encodeMultiSend,
  MultiSendLengthError,
  MultiSendOperationError,
} from './multi-send.ts'
export { SafeReadingsError, UnencodedMethodError } from './signed/batch-document.ts'
export { openSignedDocument } from './signed/document.ts'
export { SignedDocumentError } from './signed/document-field.ts'
export { isWithoutCodeOn, multiSendLibraryOf, usualMultiSendOf } from './signed/library.ts'
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
