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
export {
  decodeMultiSend,
  encodeMultiSend,
  MultiSendLengthError,
  MultiSendOperationError,
} from './multi-send.ts'
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
  type SafeOperation,
  type SafeTransaction,
  type SafeTransactionOptions,
  SafeVersionError,
  safeDomainHashOf,
  safeTransactionHashOf,
} from './transaction.ts'
