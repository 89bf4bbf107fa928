export { minimumOf, wholeBps } from './basis-point.ts'
export {
  type Environment,
  type EnvProblem,
  type EnvReader,
  isUrl,
  openEnvReader,
} from './environment/env-reader.ts'
export {
  readSecretFiles,
  SecretFileError,
  type SecretFileReader,
} from './environment/secret-file.ts'
export { BaseError, type ErrorDetails, type ErrorKind, type Fact, type Facts } from './error.ts'
export { type Finding, isSound, type Severity } from './finding.ts'
export {
  type Address,
  addressBytesOf,
  isAddressText,
  isSameAddress,
  zeroAddress,
} from './hex/address.ts'
export {
  type Digest,
  type Hex,
  type HexBatch,
  HexWidthError,
  InvalidHexError,
  parseHex,
  parseHexBatch,
  parseHexOf,
  parseHexRows,
  parseHexText,
  printHex,
  printHexFilled,
  printHexRows,
} from './hex/hex.ts'
export type { HexParts } from './hex/hex-codec.ts'
export { openKernel } from './hex/kernel.ts'
export { type LruLimits, type LruMap, openLruMap } from './lru-map.ts'
export { memoize } from './memoize.ts'
export { isoTimeOf, type LogFormat, type LogProcess, logFormatOf } from './process/log-format.ts'
export { assertNodeVersion, NodeVersionError, runtimePartOf } from './process/node-version.ts'
export { openProblemLog, type ProblemTarget } from './process/problem-log.ts'
export {
  type PartProblem,
  type PartReport,
  type Readiness,
  type ReadyStatus,
  readinessBodyOf,
  readinessOf,
  readyPart,
} from './process/readiness.ts'
export {
  type ReadinessMetric,
  type ReadinessRow,
  readinessMetrics,
} from './process/readiness-metric.ts'
export { type RevalidateOptions, revalidate } from './process/revalidate.ts'
export { finishSteps, type Steps } from './step.ts'
export { escapeForeign, escapeInvisible } from './text/escape-invisible.ts'
export {
  type JsonBounds,
  type JsonExcess,
  type JsonScan,
  openJsonScan,
} from './text/json-scan.ts'
export { nearestOf, nearestSymbol, unknownKeyText } from './text/nearest.ts'
export { markOwnName, ownNameNote } from './text/own-name.ts'
export { purpose } from './text/purpose.ts'
export { redact, redactDatabaseUrl, redactSecrets } from './text/redact.ts'
export { slugOf } from './text/slug.ts'
export { printUnits } from './unit.ts'
export { type Verdict, verdictOf } from './verdict.ts'
