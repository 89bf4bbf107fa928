export { leastOf, wholeBps } from './basis-point.ts'
export {
  type Environment,
  type EnvProblem,
  type EnvReader,
  isUrl,
  openEnvReader,
} from './env-reader.ts'
export { BaseError, type ErrorDetails, type ErrorKind, type Fact, type Facts } from './error.ts'
export { type Finding, isSound, type Severity } from './finding.ts'
export { type Address, addressBytesOf, isSameAddress, zeroAddress } from './hex/address.ts'
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
export { finishSteps, type Steps } from './step.ts'
export { escapeInvisible } from './text/escape-invisible.ts'
export { nearestOf } from './text/nearest.ts'
export { markOwnName, ownNameNote } from './text/own-name.ts'
export { redact, redactDatabaseUrl, redactSecrets } from './text/redact.ts'
export { slugOf } from './text/slug.ts'
export { printUnits } from './unit.ts'
export { type Verdict, verdictOf } from './verdict.ts'
